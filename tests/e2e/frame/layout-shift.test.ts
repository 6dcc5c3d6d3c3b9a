import type { Page, Route } from '@playwright/test';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { product } from '../support/person.ts';
import { personWithWorkedExample } from '../support/shared-people.ts';

/** web.dev rates up to 0.1 as good. */
const maxShift = 0.05;

/** Measures the cumulative layout shift (https://web.dev/articles/cls). */
const measureShifts = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The cumulative layout shift so far, including the next frame. */
const layoutShiftOf = (page: Page) =>
  page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.layoutShift))))`);

/** Delays all requests for financial data. `releaseLatest` continues the most recent one. */
async function delayRequests(page: Page): Promise<{ releaseLatest: () => Promise<void> }> {
  const delayed: Route[] = [];
  await page.route(/\/api\/user\/(?!me$|sync)/, (route) => void delayed.push(route));
  return { releaseLatest: async () => delayed.pop()?.continue() };
}

test('the layout does not shift while responses arrive one by one, in reverse order', async ({
  page,
  people,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*\/user\/budget/);
  await page.addInitScript({ content: measureShifts });
  const requests = await delayRequests(page);
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
          await requests.releaseLatest();
          return loading.count();
        },
        { intervals: [50] },
      )
      .toBe(0);
    expect(await layoutShiftOf(page), path).toBeLessThan(maxShift);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'a late notice that a bank needs a new sign-in does not shift the layout',
    oneLayout,
    async ({ page }) => {
      const person = await personWithWorkedExample();
      const { api } = person;
      const [bank] = (await api.request('GET /plaid/link/items')).details;
      await product.sandbox.control(`items/${bank?.item_id}/login_required`, {});
      await expect
        .poll(async () => (await api.request('GET /user/sync')).items[0]?.error ?? null)
        .not.toBeNull();
      await page.addInitScript({ content: measureShifts });
      // The sync state, which causes the notice, arrives last.
      const balance = page.getByText('$1,710.60').first();
      await page.route(/\/api\/user\/sync$/, async (route) => {
        await balance.waitFor({ state: 'attached' });
        await route.continue();
      });
      await openAs(person, page, '/');
      const notice = page.getByRole('status').filter({ hasText: 'asks you to sign in again.' });
      await expect(notice.getByRole('link', { name: /^View / })).toBeVisible();
      await expect(balance).toBeVisible();
      expect(await layoutShiftOf(page)).toBeLessThan(maxShift);
    },
  );
});

test(
  'placeholders are shown while the sync state loads slowly',
  oneLayout,
  async ({ page, people }) => {
    const delayed: Route[] = [];
    await page.route('**/api/user/sync', (route) => void delayed.push(route));
    await openAs(people.example, page);
    const placeholders = page
      .locator('main .appear-late [class*="shimmer"]')
      .filter({ visible: true });
    await expect(placeholders.first()).toBeVisible();
    for (const route of delayed) await route.continue();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeVisible();
    await expect(placeholders).toHaveCount(0);
  },
);
