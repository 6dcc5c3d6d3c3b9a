import { workedExample } from '../../support/bank/worked-example.ts';
import { eventually } from '../../support/eventually.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson, product } from '../support/person.ts';
import { linkFrame, openBank, shareAccounts, signInToBank } from './link-flow.ts';

const login = workedExample(Temporal.Now.plainDateISO('UTC'));

test('a bank that requires a new sign-in shows a notice on the dashboard and syncs again after reconnecting', async ({
  page,
}) => {
  const person = await paidPerson();
  const item = await person.api.linkBank({ ...login, institution: 'ins_2' });
  await openAs(person, page);
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('$1,710.60').first()).toBeVisible();

  await product.sandbox.control(`items/${item}/login_required`, {});
  const notice = page.getByRole('status').filter({ hasText: 'asks you to sign in again.' });
  await expect(notice).toContainText('was last synced');
  // The earlier data is still shown.
  await expect(spending.getByText('$1,710.60').first()).toBeVisible();
  await expectAccessible(page, 'a dashboard with a bank that requires a new sign-in');
  await notice.getByRole('button', { name: 'Reconnect' }).click();
  const frame = linkFrame(page);
  await expect(frame.getByRole('heading', { name: /^Sign in to .* again$/ })).toBeVisible();
  // Leaving the flow changes nothing.
  await frame.getByRole('button', { name: 'Close' }).click();
  await frame.getByRole('button', { name: 'Exit' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Reconnect' }).click();
  await signInToBank(frame, login);
  await frame.getByRole('button', { name: 'Done' }).click();
  await expect(notice).toBeHidden();

  await product.sandbox.control(`items/${item}/activity`, {
    transactions: [
      { amount: 9.4, description: 'CORNER BAKERY', category: 'food_and_drink_restaurant' },
    ],
  });
  await expect(spending.getByText('$1,720.00').first()).toBeVisible();
});

test(
  'a screen offers missing data that a bank can share, and shows it once the user allows it',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    const retiree = { username: 'user_retiree', password: 'pass_retiree' };
    const item = await person.api.linkBank({ ...retiree, institution: 'ins_8' });
    // As if the bank had been linked before this consent was requested.
    await product.sandbox.control(`items/${item}/consent`, { products: [] });
    await person.api.request('POST /user/plaid/sync_transactions');
    await person.api.waitForSyncs();

    await openAs(person, page, '/invest');
    const offer = page.getByText(/^Quillon Investments can also share your investment holdings/);
    await expect(offer).toBeVisible();
    await expect(page.getByRole('heading', { name: 'All holdings' })).toHaveCount(0);
    await expectAccessible(page, 'investments with a bank that can share more data');
    await page.getByRole('button', { name: 'Allow at your bank' }).click();
    const frame = linkFrame(page);
    await signInToBank(frame, retiree);
    await expect(frame.getByRole('heading', { name: 'Share more with Cairn?' })).toBeVisible();
    await frame.getByRole('button', { name: 'Agree' }).click();
    await frame.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: 'All holdings' })).toBeVisible();
    await expect(offer).toHaveCount(0);
  },
);

test(
  'a dismissed notice about new accounts stays hidden until the bank has more',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    const item = await person.api.linkBank({ ...login, institution: 'ins_2' });
    const reportNewAccounts = () =>
      product.sandbox.control('webhooks/fire', {
        item_id: item,
        webhook_code: 'NEW_ACCOUNTS_AVAILABLE',
      });
    await openAs(person, page);
    await reportNewAccounts();
    const notice = page
      .getByRole('status')
      .filter({ hasText: "has new accounts that aren't linked yet." });
    await expect(notice.getByRole('button', { name: 'Choose accounts' })).toBeVisible();
    await expectAccessible(page, 'a dashboard with a bank that has new accounts');
    await notice.getByRole('button', { name: 'Not now' }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Spending this month' })).toBeVisible();
    await expect(notice).toBeHidden();
    await reportNewAccounts();
    await expect(notice).toBeVisible();
  },
);

test(
  'linking the same accounts again offers to update the existing item or to link a second one',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    await person.api.linkBank({ ...login, institution: 'ins_1' });
    await openAs(person, page, '/link');
    const frame = await openBank(page, 'Harbor Savings');
    await signInToBank(frame, login);
    await shareAccounts(frame);
    const dialog = page.getByRole('dialog', { name: 'Harbor Savings is already linked' });
    await expect(dialog.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'the dialog about an already linked bank', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Update connection' }).click();
    await expect(
      frame.getByRole('heading', { name: 'Sign in to Harbor Savings again' }),
    ).toBeVisible();
    await signInToBank(frame, login);
    await shareAccounts(frame);
    await page.waitForURL('/');
    const { details } = await person.api.request('GET /plaid/link/items');
    expect(details).toHaveLength(1);
    await expect(
      page.getByRole('region', { name: 'Spending this month' }).getByText('$1,710.60').first(),
    ).toBeVisible();

    // A second item at the same bank is allowed. Duplicate accounts count once.
    await page.goto('/link');
    await signInToBank(await openBank(page, 'Harbor Savings'), login);
    await shareAccounts(linkFrame(page));
    await dialog.getByRole('button', { name: 'Link it too' }).click();
    await page.waitForURL('/');
    await person.api.waitForSyncs();
    expect((await person.api.request('GET /plaid/link/items')).details).toHaveLength(2);
    await expect(
      page.getByRole('region', { name: 'Spending this month' }).getByText('$1,710.60').first(),
    ).toBeVisible();
  },
);

test(
  'withdrawing access at the bank shows a notice that its accounts were deleted',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    await person.api.linkBank({ ...login, institution: 'ins_2' });
    const withdrawnItem = await person.api.linkBank({ ...login, institution: 'ins_3' });
    await openAs(person, page);
    await expect(page.getByRole('region', { name: 'Spending this month' })).toBeVisible();

    await product.sandbox.control('webhooks/fire', {
      item_id: withdrawnItem,
      webhook_code: 'USER_PERMISSION_REVOKED',
    });
    await eventually(async () => {
      const institutions = await person.api.request('GET /institutions');
      return institutions.revoked_institutions.length > 0;
    }, 'the item is deleted');
    for (const path of ['/', '/accounts']) {
      await page.goto(path);
      const notice = page.getByRole('status').filter({ hasText: "You withdrew Cairn's access" });
      await expect(notice).toBeVisible();
      await expect(notice.getByRole('link', { name: /^link .* again$/ })).toBeVisible();
      await expectAccessible(page, `${path} after access was withdrawn at a bank`);
    }
  },
);
