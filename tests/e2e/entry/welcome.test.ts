import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, test } from '../support/journey.ts';

const title = 'Cairn: all your money in one place, to the cent';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'the start page shows what Cairn is, what it costs, and why it is safe',
    oneLayout,
    async ({ page }) => {
      const response = await page.goto('/welcome');
      expect(response?.status()).toBe(200);
      expect(response?.headers()['content-security-policy']).toContain("default-src 'self'");
      await expect(page).toHaveTitle(title);
      await expect(page.locator('meta[name=description]')).toHaveAttribute(
        'content',
        /\$50 per year/,
      );
      await expect(page.locator('script')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('$250 one-time payment')).toBeVisible();
      await expect(page.getByText('$50 per year')).toBeVisible();
      await expect(page.getByRole('heading', { name: "Cairn can't move money" })).toBeVisible();
      // The styles are loaded: the page has the design's font.
      await expect(page.locator('html')).toHaveCSS('font-family', /Inter/);
      await page.getByRole('link', { name: 'Create your account' }).first().click();
      await expect(page).toHaveURL('/signup');
    },
  );
});

test(
  'the pictures of the start page load, and declare their size so that the layout does not shift',
  oneLayout,
  async ({ page }) => {
    await page.goto('/welcome');
    const pictures = page.getByRole('img');
    await expect(pictures).toHaveCount(4);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveAttribute('width', /^\d+$/);
      await expect(picture).toHaveAttribute('alt', /\w{3}/);
      await expect
        .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth')))
        .toBeGreaterThan(300);
    }
  },
);

test('the start page is accessible', oneLayout, async ({ page }) => {
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'the start page');
});

test(
  'visitors reach the start page from the login and sign-up pages',
  oneLayout,
  async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'See what Cairn does and what it costs' }).click();
    await expect(page).toHaveTitle(title);
    await page.goto('/signup');
    await page
      .getByRole('navigation', { name: 'More' })
      .getByRole('link', { name: 'About' })
      .click();
    await expect(page).toHaveURL('/welcome');
    await expect(page).toHaveTitle(title);
  },
);
