import type { Page, Route } from '@playwright/test';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { product } from './person.ts';
import { workedPerson } from './readers.ts';

/** As web.dev has it, 0.1 is still good; what is far below it is nobody's to see. */
const mostShift = 0.05;

/** Adds up how far what is on the page was moved by itself (https://web.dev/articles/cls). */
const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** How much of it there was so far, what is being drawn included. */
const shiftedBy = (page: Page) =>
  page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifted))))`);

/** Holds every answer about money back; `release` lets the one that has waited least go. */
async function holdAnswers(page: Page): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = [];
  await page.route(/\/api\/user\/(?!me$|sync)/, (route) => void held.push(route));
  return { release: async () => held.pop()?.continue() };
}

test('nothing moves while answers come one by one, the first that was asked for last', async ({
  page,
  people,
  trouble,
}) => {
  trouble.expect(/404 .*\/user\/budget/);
  await page.addInitScript({ content: watchShifts });
  const answers = await holdAnswers(page);
  for (const path of [
    '/',
    '/spending',
    '/spending/cat?category=food_and_drink',
    '/networth',
    '/invest',
    '/transactions',
  ]) {
    await openAs(people.household, page, path);
    const loading = page.getByText(/^Loading/);
    await expect(loading.first()).toBeAttached();
    await expect
      .poll(
        async () => {
          await answers.release();
          return loading.count();
        },
        { intervals: [50] },
      )
      .toBe(0);
    expect(await shiftedBy(page), path).toBeLessThan(mostShift);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'a bank that needs its sign-in again, told late, moves nothing',
    oneLayout,
    async ({ page }) => {
      const person = await workedPerson();
      const { api } = person;
      const [bank] = (await api.reply('GET /plaid/link/items')).details;
      await product.sandbox.control(`items/${bank?.item_id}/login_required`, {});
      await expect
        .poll(async () => (await api.reply('GET /user/sync')).items[0]?.error ?? null)
        .not.toBeNull();
      await page.addInitScript({ content: watchShifts });
      // What it is known from comes when everything else is there.
      const money = page.getByText('$1,710.60').first();
      await page.route(/\/api\/user\/sync$/, async (route) => {
        await money.waitFor({ state: 'attached' });
        await route.continue();
      });
      await openAs(person, page, '/');
      const note = page.getByRole('status').filter({ hasText: 'asks you to sign in again.' });
      await expect(note.getByRole('link', { name: /^See / })).toBeVisible();
      await expect(money).toBeVisible();
      expect(await shiftedBy(page)).toBeLessThan(mostShift);
    },
  );
});

test(
  'while a bank is slow to say how it is, something stands where the screen will be',
  oneLayout,
  async ({ page, people }) => {
    const held: Route[] = [];
    await page.route('**/api/user/sync', (route) => void held.push(route));
    await openAs(people.example, page);
    const waiting = page.locator('main .appear-late [class*="shimmer"]').filter({ visible: true });
    await expect(waiting).toHaveCount(2);
    for (const route of held) await route.continue();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeVisible();
    await expect(waiting).toHaveCount(0);
  },
);
