import { workedExample } from '../support/worked-example.ts';
import { expect, openAs, test } from './journey.ts';
import { linkFrame, openBank, shareAccounts, signInToBank } from './link-flow.ts';
import { paidPerson, product } from './person.ts';

const quick = workedExample(Temporal.Now.plainDateISO('UTC'));

/** Banks that only this file uses, one per window size: their faults meet nobody else's syncs. */
const bankOf = (wide: boolean) =>
  wide ? { id: 'ins_9', name: 'Tidewater Mutual' } : { id: 'ins_10', name: 'Old Orchard Bank' };

/** Lets a bank fail as often as the server tries one call before it gives up. */
const failOnce = (institution_id: string) =>
  product.sandbox.control('faults', {
    provider: 'plaid',
    route: '/transactions/sync',
    kind: 'http_500',
    times: 3,
    institution_id,
  });

test("where the bank's script does not load, the page says so and tries again", async ({
  page,
  people,
  trouble,
}) => {
  await page.route('**/link-initialize.js', (route) => route.abort());
  trouble.expect(/ERR_FAILED.*link-initialize\.js/);
  await openAs(people.paid, page, '/link');
  await expect(page.getByRole('alert')).toContainText("The bank's link page did not load");
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toContainText("The bank's link page did not load");
  await page.unroute('**/link-initialize.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await openBank(page, 'Larkspur Bank');
});

test('who leaves the flow, or reloads in its middle, can begin again', async ({ page }) => {
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

  await signInToBank(await openBank(page, 'Larkspur Bank'), quick);
  await expect(
    linkFrame(page).getByRole('heading', { name: 'Choose accounts to share' }),
  ).toBeVisible();
  await page.reload();
  await signInToBank(await openBank(page, 'Larkspur Bank'), quick);
  await shareAccounts(linkFrame(page));
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await page.reload();
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await page.waitForURL('/');
  await expect(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible({
    timeout: 30_000,
  });
});

test('what was chosen at the bank is not lost: a fault, a reload, or an answer that never came', async ({
  page,
  trouble,
}) => {
  const person = await paidPerson();
  const handIn = '**/api/plaid/link/token';
  trouble.expect(/ERR_FAILED.*link\/token/);
  await openAs(person, page, '/link');
  await page.route(handIn, (route) => route.abort());
  await signInToBank(await openBank(page, 'Larkspur Bank'), quick);
  await shareAccounts(linkFrame(page));
  await expect(page.getByRole('alert')).toContainText('What you have chosen at your bank is kept.');
  await page.unroute(handIn);
  // This time the server links it, and the answer gets lost.
  await page.route(handIn, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(handIn);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await person.api.syncIdle();
  expect((await person.api.reply('GET /plaid/link/items')).details).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('link_in_hand'))).toBeNull();
});

test('a bank that fails says so, keeps what is there, and recovers on refresh', async ({
  page,
  wide,
}) => {
  const bank = bankOf(wide);
  const person = await paidPerson();
  await failOnce(bank.id);
  await openAs(person, page, '/link');
  await signInToBank(await openBank(page, bank.name), quick);
  await shareAccounts(linkFrame(page));
  await page.waitForURL('/');
  const sentence = page.getByText(`${bank.name} isn't responding right now.`);
  await expect(sentence).toContainText(`Nothing has come from ${bank.name} yet.`);
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('Not available yet')).toBeVisible();
  // The budget's card further down has its zeros, which are not the bank's.
  await expect(spending.getByText('$0.00')).toHaveCount(0);

  const refresh = page.getByRole('button', { name: 'Refresh' });
  const hero = spending.getByText('$1,710.60');
  await refresh.click();
  await expect(sentence).toBeHidden();
  await expect(hero.first()).toBeVisible();

  await failOnce(bank.id);
  await refresh.click();
  await expect(sentence).toContainText('What you see');
  await expect(hero.first()).toBeVisible();
  await refresh.click();
  await expect(sentence).toBeHidden();
  await expect(hero.first()).toBeVisible();
});

test('a sync shows that it runs, and when the last one was', async ({ page, wide }) => {
  const institution = wide ? 'ins_11' : 'ins_12';
  const person = await paidPerson();
  await person.api.link({ ...quick, institution });
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
  await expect(page.getByText(/^Asking .*…$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByText('Last Sync Just now')).toBeVisible();
});

test('what happens at the bank appears by itself', async ({ page }) => {
  const person = await paidPerson();
  const itemId = await person.api.link(quick);
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

test('who was led here from the dashboard is on it once the bank is linked, and stays', async ({
  page,
}) => {
  await openAs(await paidPerson(), page);
  await expect(page).toHaveURL('/link');
  const frame = await openBank(page, 'Larkspur Bank');
  await signInToBank(frame, quick);
  await shareAccounts(frame);
  await expect(page.getByText('We are setting up your account! Welcome!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
