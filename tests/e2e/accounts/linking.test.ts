import { workedExample } from '../../support/bank/worked-example.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { paidPerson, product } from '../support/person.ts';
import { linkFrame, openBank, shareAccounts, signInToBank } from './link-flow.ts';

const login = workedExample(Temporal.Now.plainDateISO('UTC'));

/** Banks that only this file uses, one per layout, so that their faults don't affect other tests. */
const bankOf = (isWide: boolean) =>
  isWide ? { id: 'ins_9', name: 'Tidewater Mutual' } : { id: 'ins_10', name: 'Old Orchard Bank' };

/** Makes the next sync of a bank fail, including its retries. */
const failNextSync = (institution_id: string) =>
  product.sandbox.control('faults', {
    provider: 'plaid',
    route: '/transactions/sync',
    kind: 'http_500',
    times: 3,
    institution_id,
  });

test('a link script that does not load shows an error and can be retried', async ({
  page,
  people,
  browserErrors,
}) => {
  await page.route('**/link-initialize.js', (route) => route.abort());
  browserErrors.allow(/ERR_FAILED.*link-initialize\.js/);
  await openAs(people.paid, page, '/link');
  await expect(page.getByRole('alert')).toContainText("The bank's link page didn't load");
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toContainText("The bank's link page didn't load");
  await page.unroute('**/link-initialize.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await openBank(page, 'Larkspur Bank');
});

test('the link flow can be restarted after leaving it or reloading the page', async ({ page }) => {
  await openAs(await paidPerson(), page, '/link');
  const frame = await openBank(page, 'Larkspur Bank');
  await frame.getByRole('button', { name: 'Close' }).click();
  await expect(frame.getByText('Exit without linking your bank?')).toBeVisible();
  await frame.getByRole('button', { name: 'Keep going' }).click();
  await expect(frame.getByRole('heading', { name: 'Sign in to Larkspur Bank' })).toBeVisible();
  await frame.getByRole('button', { name: 'Close' }).click();
  await frame.getByRole('button', { name: 'Exit' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeHidden();

  await signInToBank(await openBank(page, 'Larkspur Bank'), login);
  await expect(
    linkFrame(page).getByRole('heading', { name: 'Choose accounts to share' }),
  ).toBeVisible();
  await page.reload();
  await signInToBank(await openBank(page, 'Larkspur Bank'), login);
  await shareAccounts(linkFrame(page));
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await page.reload();
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await page.waitForURL('/');
  await expect(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible({
    timeout: 30_000,
  });
});

test('a finished link is kept across a failed submission, a reload, and a lost response', async ({
  page,
  browserErrors,
}) => {
  const person = await paidPerson();
  const submission = '**/api/plaid/link/token';
  browserErrors.allow(/ERR_FAILED.*link\/token/);
  await openAs(person, page, '/link');
  await page.route(submission, (route) => route.abort());
  await signInToBank(await openBank(page, 'Larkspur Bank'), login);
  await shareAccounts(linkFrame(page));
  await expect(page.getByRole('alert')).toContainText('Your selection is saved');
  await page.unroute(submission);
  // This time the server links the bank, but the response is lost.
  await page.route(submission, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(submission);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await person.api.waitForSyncs();
  expect((await person.api.request('GET /plaid/link/items')).details).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('pending_link'))).toBeNull();
});

test('a failed sync shows a notice, keeps the earlier data, and recovers on refresh', async ({
  page,
  isWide,
}) => {
  const bank = bankOf(isWide);
  const person = await paidPerson();
  await failNextSync(bank.id);
  await openAs(person, page, '/link');
  await signInToBank(await openBank(page, bank.name), login);
  await shareAccounts(linkFrame(page));
  await page.waitForURL('/');
  const notice = page.getByText(`${bank.name} isn't responding right now.`);
  await expect(notice).toContainText(`No data from ${bank.name} yet.`);
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('Not available yet')).toBeVisible();
  // The budget card shows $0.00 too, so only the spending card is checked.
  await expect(spending.getByText('$0.00')).toHaveCount(0);

  const refresh = page.getByRole('button', { name: 'Refresh' });
  const spent = spending.getByText('$1,710.60');
  await refresh.click();
  await expect(notice).toBeHidden();
  await expect(spent.first()).toBeVisible();

  await failNextSync(bank.id);
  await refresh.click();
  await expect(notice).toContainText('was last synced');
  await expect(spent.first()).toBeVisible();
  await refresh.click();
  await expect(notice).toBeHidden();
  await expect(spent.first()).toBeVisible();
});

test('the dashboard shows a running sync and the age of the last one', async ({ page, isWide }) => {
  const institution = isWide ? 'ins_11' : 'ins_12';
  const person = await paidPerson();
  await person.api.linkBank({ ...login, institution });
  await openAs(person, page);
  await expect(page.getByText('Last Sync Just now')).toBeVisible();
  await product.sandbox.control('faults', {
    provider: 'plaid',
    route: '/transactions/sync',
    kind: 'slow',
    latency_ms: 2_500,
    institution_id: institution,
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const syncing = page.getByRole('button', { name: 'Syncing' });
  await expect(syncing).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText(/^Syncing .+…$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByText('Last Sync Just now')).toBeVisible();
});

test('new transactions at the bank appear automatically', async ({ page }) => {
  const person = await paidPerson();
  const itemId = await person.api.linkBank(login);
  await openAs(person, page);
  const recent = page.getByRole('table', { name: 'Recent transactions' });
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('$1,710.60').first()).toBeVisible();
  await expect(recent.getByText('CORNER BAKERY')).toHaveCount(0);
  await product.sandbox.control(`items/${itemId}/activity`, {
    transactions: [
      { amount: 9.4, description: 'CORNER BAKERY', category: 'food_and_drink_restaurant' },
    ],
  });
  await expect(recent.getByRole('row').nth(1)).toContainText('CORNER BAKERY');
  await expect(spending.getByText('$1,720.00').first()).toBeVisible();
});

test('linking the first bank opens the dashboard, which stays open', async ({ page }) => {
  await openAs(await paidPerson(), page);
  await expect(page).toHaveURL('/link');
  const frame = await openBank(page, 'Larkspur Bank');
  await signInToBank(frame, login);
  await shareAccounts(frame);
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
