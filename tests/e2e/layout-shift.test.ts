import type { Page, Route } from '@playwright/test';
import { expect, openAs, test } from './journey.ts';

/** As web.dev has it, 0.1 is still good; what is far below it is nobody's to see. */
const mostShift = 0.05;

/** Adds up how far what is on the page was moved by itself (https://web.dev/articles/cls). */
const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

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
    const shifted = await page.evaluate(`new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifted))))`);
    expect(shifted, path).toBeLessThan(mostShift);
  }
});
