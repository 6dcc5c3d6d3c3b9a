import { expect, openAs, test } from '../support/journey.ts';

const chunk = '**/assets/transactions.screen-*.js';

test('a chunk that fails to load announces a new version and reloads the page once', async ({
  page,
  people,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*transactions\.screen/);
  browserErrors.allow(/Failed to fetch dynamically imported module/);
  let reloads = 0;
  await openAs(people.example, page);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  page.on('load', () => (reloads += 1));
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.getByRole('link', { name: 'Show more transactions' }).click();
  await expect(page.getByRole('alert')).toContainText('A new version of Cairn is available');
  // The chunk still fails after the reload, so the error stays this time.
  await expect(page.getByRole('alert')).toContainText("This part of Cairn didn't load");
  await expect.poll(() => reloads).toBe(1);
  await expect(page).toHaveURL('/transactions');

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText("This part of Cairn didn't load");
  await expect.poll(() => reloads).toBe(2);
  await page.unroute(chunk);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
});

test('after a chunk failed to load, the new version opens the requested screen', async ({
  page,
  people,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*transactions\.screen/);
  browserErrors.allow(/Failed to fetch dynamically imported module/);
  await openAs(people.example, page);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.getByRole('link', { name: 'Show more transactions' }).click();
  await expect(page.getByRole('alert')).toContainText('A new version of Cairn is available');
  await page.unroute(chunk);
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page).toHaveURL('/transactions');
});

test('a screen that crashes shows the error, a link to the dashboard, and the navigation', async ({
  page,
  people,
  browserErrors,
}) => {
  browserErrors.allow(/TypeError|error occurred in/);
  const call = '**/api/user/currentspending';
  await page.route(call, (route) => route.fulfill({ json: { res: null, omitted_count: 0 } }));
  await openAs(people.example, page);
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(alert).toContainText('Nothing you saved has been lost.');
  await expect(alert.getByText('Error: ')).toBeHidden();
  await alert.getByText('Details', { exact: true }).click();
  await expect(alert.getByText('Error: ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeVisible();
  await page.unroute(call);
  await alert.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Spending this month' })).toBeVisible();
});
