import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('the stock prices and their age are public', oneLayout, async ({ page, people }) => {
  await page.goto('/dashboard');
  const table = page.getByRole('table', { name: 'Stock prices' });
  await expect(table.getByRole('columnheader')).toHaveText(['Symbol', 'Price']);
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByRole('row', { name: /^AAPL \$\d+\.\d\d$/ })).toBeVisible();
  await expect(page.getByText(/^Prices from (a moment|\d minutes?) ago$/)).toBeVisible();
  await expect(page.getByText('Made-up sandbox prices')).toBeVisible();
  await expectAccessible(page, 'the prices');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await page.goBack();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await openAs(people.free, page, '/dashboard');
  await expect(table.getByRole('row')).toHaveCount(11);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});

test(
  'old prices, missing prices, and a failure each have their own message',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/503 .*\/dashboard\/stocks/);
    let updated: object = {
      source: 'Finnhub',
      updated: [
        { name: 'AAPL', at: minutesAgo(180) },
        { name: 'TSLA', at: minutesAgo(60 * 50) },
      ],
    };
    let rows: object = [
      { name: 'AAPL', price: 1234.5 },
      { name: 'TSLA', price: 7 },
    ];
    await page.route('**/api/dashboard/stocks/updated', (route) =>
      route.fulfill({ json: updated }),
    );
    await page.route('**/api/dashboard/stocks', (route) => route.fulfill({ json: rows }));
    await page.goto('/dashboard');
    await expect(page.getByRole('row', { name: 'AAPL $1,234.50' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'TSLA from 2 days ago $7.00' })).toBeVisible();
    await expect(page.getByText('Prices from 3 hours ago')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText("Newer prices aren't available right now.");
    await expectAccessible(page, 'old prices');
    updated = { source: 'Finnhub', updated: [] };
    rows = [];
    await page.reload();
    await expect(page.getByText('No prices yet')).toBeVisible();
    // The first prices appear automatically.
    updated = { source: 'Finnhub', updated: [{ name: 'AAPL', at: minutesAgo(0) }] };
    rows = [{ name: 'AAPL', price: 9.5 }];
    await expect(page.getByRole('row', { name: 'AAPL $9.50' })).toBeVisible();
    updated = { source: null, updated: [] };
    rows = [];
    await page.reload();
    await expect(page.getByText("Stock prices aren't available")).toBeVisible();
    await expectAccessible(page, 'a page without prices');
    await page.route('**/api/dashboard/stocks', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText("Prices couldn't be loaded");
    await expectAccessible(page, 'a failure');
    await page.unroute('**/api/dashboard/stocks');
    await page.unroute('**/api/dashboard/stocks/updated');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('row', { name: /^AAPL/ })).toBeVisible();
  },
);
