import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { setDemoMode } from '../../../platform/demo-mode.ts';
import { exampleConfig } from '../../../testing/example-config.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn, testEmail } from '../../../testing/sign-in.ts';
import { Frame } from '../frame.tsx';

afterEach(() => page.viewport(1280, 800));

const screens = [
  'Dashboard',
  'Transactions',
  'Spending',
  'Net worth',
  'Accounts',
  'Investments',
  'Recurring',
  'Budget',
  'Crypto',
];

/** Opens the frame in demo mode, where the product's name is longest. */
async function openFrame(width: number, pathname = '/') {
  await page.viewport(width, 800);
  signIn();
  setDemoMode(true);
  fakeServer.respond('GET /config', exampleConfig);
  await renderApp(
    <Frame isFull pathname={pathname}>
      <h1>Screen</h1>
    </Frame>,
  );
}

const main = page.getByRole('navigation', { name: 'Main' });
const tabBar = page.getByRole('navigation', { name: 'Tabs' });

/** The boxes of elements, in CSS pixels. */
const boxesOf = (elements: readonly Element[]) =>
  elements.map((element) => element.getBoundingClientRect());

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

test.each([768, 1023, 1024, 1199, 1200, 1440])(
  'at %i px, the navigation links to every screen, in one row and without overflow',
  async (width) => {
    await openFrame(width);
    await expect.element(main).toBeVisible();
    const links = main.getByRole('link').elements();
    expect(links.map((link) => link.textContent)).toEqual(screens);
    const boxes = boxesOf(links);
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    for (const [index, box] of boxes.entries())
      expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
    const [profile] = boxesOf(page.getByRole('link', { name: /^Profile/ }).elements());
    const last = boxes.at(-1);
    expect(last?.right).toBeLessThanOrEqual(width);
    if (width >= 1024) expect(last?.right).toBeLessThanOrEqual(profile?.left ?? 0);
    expect(overflow()).toBe(0);
    await expect.element(tabBar).not.toBeInTheDocument();
  },
);

test.each([320, 390, 767])(
  'at %i px, a tab bar at the bottom links to the main screens, with large touch targets',
  async (width) => {
    await openFrame(width, '/spending');
    await expect.element(tabBar).toBeVisible();
    await expect.element(main).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    const links = tabBar.getByRole('link').elements();
    expect(links.map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Transactions',
      'Spending',
      'Net worth',
      'Budget',
    ]);
    const boxes = boxesOf(links);
    for (const [index, box] of boxes.entries()) {
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.width).toBeGreaterThanOrEqual(44);
      expect(box.bottom).toBe(800);
      expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
    }
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(width);
    expect(overflow()).toBe(0);
    await expect
      .element(tabBar.getByRole('link', { name: 'Spending' }))
      .toHaveAttribute('aria-current', 'page');
  },
);

test('the tab bar does not cover the end of the page', async () => {
  await openFrame(390);
  await expect.element(tabBar).toBeVisible();
  const [footer] = boxesOf([...document.querySelectorAll('footer')]);
  const [bar] = boxesOf([tabBar.element()]);
  window.scrollTo(0, document.documentElement.scrollHeight);
  expect(footer?.bottom).toBeLessThanOrEqual(bar?.top ?? 0);
});

test("the user's initial links to the profile", async () => {
  await openFrame(390, '/profile');
  const profile = page.getByRole('link', { name: `Profile: ${testEmail}` });
  await expect.element(profile).toHaveAttribute('href', '/profile');
  await expect.element(profile).toHaveAttribute('aria-current', 'page');
  const initial = profile.element().querySelector('[data-initial]');
  expect(initial && getComputedStyle(initial, '::before').content).toBe('"p"');
});
