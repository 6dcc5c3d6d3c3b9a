import { eventually } from '../support/eventually.ts';
import { workedExample } from '../support/worked-example.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { linkFrame, openBank, shareAccounts, signInToBank } from './link-flow.ts';
import { paidPerson, product } from './person.ts';

const quick = workedExample(Temporal.Now.plainDateISO('UTC'));

test('a connection that breaks says so on the dashboard, one press mends it, and data flows', async ({
  page,
}) => {
  const person = await paidPerson();
  const item = await person.api.link({ ...quick, institution: 'ins_2' });
  await openAs(person, page);
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('$1,710.60').first()).toBeVisible();

  await product.sandbox.control(`items/${item}/login_required`, {});
  const note = page.getByRole('status').filter({ hasText: 'asks you to sign in again.' });
  await expect(note).toContainText('What you see');
  // What came before is still there.
  await expect(spending.getByText('$1,710.60').first()).toBeVisible();
  await expectAccessible(page, 'a dashboard with a bank that needs its user');
  await note.getByRole('button', { name: 'Reconnect' }).click();
  const frame = linkFrame(page);
  await expect(frame.getByRole('heading', { name: /^Sign in to .* again$/ })).toBeVisible();
  // Who leaves finds everything as it was.
  await frame.getByRole('button', { name: 'Close' }).click();
  await frame.getByRole('button', { name: 'Exit' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await note.getByRole('button', { name: 'Reconnect' }).click();
  await signInToBank(frame, quick);
  await frame.getByRole('button', { name: 'Done' }).click();
  await expect(note).toBeHidden();

  await product.sandbox.control(`items/${item}/activity`, {
    transactions: [
      { amount: 9.4, description: 'CORNER BAKERY', category: 'food_and_drink_restaurant' },
    ],
  });
  await expect(spending.getByText('$1,720.00').first()).toBeVisible();
});

test(
  'a bank that could tell more says so where that is missing, and tells it once it is agreed to',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    const retiree = { username: 'user_retiree', password: 'pass_retiree' };
    const item = await person.api.link({ ...retiree, institution: 'ins_8' });
    // As if it had been linked before anybody was asked.
    await product.sandbox.control(`items/${item}/consent`, { products: [] });
    await person.api.reply('POST /user/plaid/sync_transactions');
    await person.api.syncIdle();

    await openAs(person, page, '/invest');
    const offer = page.getByText(/^Quillon Investments can also share your investment holdings/);
    await expect(offer).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What they hold' })).toHaveCount(0);
    await expectAccessible(page, 'investments with a bank that could tell more');
    await page.getByRole('button', { name: 'Agree at the bank' }).click();
    const frame = linkFrame(page);
    await signInToBank(frame, retiree);
    await expect(frame.getByRole('heading', { name: 'Share more with Cairn?' })).toBeVisible();
    await frame.getByRole('button', { name: 'Agree' }).click();
    await frame.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: 'What they hold' })).toBeVisible();
    await expect(offer).toHaveCount(0);
  },
);

test(
  'who does not want the new accounts of a bank is not asked again until it has others',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    const item = await person.api.link({ ...quick, institution: 'ins_2' });
    const offer = () =>
      product.sandbox.control('webhooks/fire', {
        item_id: item,
        webhook_code: 'NEW_ACCOUNTS_AVAILABLE',
      });
    await openAs(person, page);
    await offer();
    const note = page
      .getByRole('status')
      .filter({ hasText: "has new accounts that aren't linked yet." });
    await expect(note.getByRole('button', { name: 'Choose accounts' })).toBeVisible();
    await expectAccessible(page, 'a dashboard with a bank that has new accounts');
    await note.getByRole('button', { name: 'Not now' }).click();
    await expect(note).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Spending this month' })).toBeVisible();
    await expect(note).toBeHidden();
    await offer();
    await expect(note).toBeVisible();
  },
);

test(
  'who links the same accounts again is told, and brings the connection up to date instead',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    await person.api.link({ ...quick, institution: 'ins_1' });
    await openAs(person, page, '/link');
    const frame = await openBank(page, 'Harbor Savings');
    await signInToBank(frame, quick);
    await shareAccounts(frame);
    const dialog = page.getByRole('dialog', { name: 'Harbor Savings is linked already' });
    await expect(dialog.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(
      page,
      'the dialog about a bank that is linked already',
      '[role="dialog"]',
    );
    await dialog.getByRole('button', { name: 'Update the connection' }).click();
    await expect(
      frame.getByRole('heading', { name: 'Sign in to Harbor Savings again' }),
    ).toBeVisible();
    await signInToBank(frame, quick);
    await shareAccounts(frame);
    await page.waitForURL('/');
    const { details } = await person.api.reply('GET /plaid/link/items');
    expect(details).toHaveLength(1);
    await expect(
      page.getByRole('region', { name: 'Spending this month' }).getByText('$1,710.60').first(),
    ).toBeVisible();

    // Another login at the same bank is fine; what both show counts once.
    await page.goto('/link');
    await signInToBank(await openBank(page, 'Harbor Savings'), quick);
    await shareAccounts(linkFrame(page));
    await dialog.getByRole('button', { name: 'Link it as well' }).click();
    await page.waitForURL('/');
    await person.api.syncIdle();
    expect((await person.api.reply('GET /plaid/link/items')).details).toHaveLength(2);
    await expect(
      page.getByRole('region', { name: 'Spending this month' }).getByText('$1,710.60').first(),
    ).toBeVisible();
  },
);

test(
  'where access was withdrawn at the bank, the dashboard says why its accounts are gone',
  oneLayout,
  async ({ page }) => {
    const person = await paidPerson();
    await person.api.link({ ...quick, institution: 'ins_2' });
    const gone = await person.api.link({ ...quick, institution: 'ins_3' });
    await openAs(person, page);
    await expect(page.getByRole('region', { name: 'Spending this month' })).toBeVisible();

    await product.sandbox.control('webhooks/fire', {
      item_id: gone,
      webhook_code: 'USER_PERMISSION_REVOKED',
    });
    await eventually(async () => {
      const { withdrawn } = await person.api.reply('GET /institutions');
      return withdrawn.length > 0;
    }, 'the connection is gone');
    for (const path of ['/', '/accounts']) {
      await page.goto(path);
      const note = page.getByRole('status').filter({ hasText: 'was withdrawn at the bank' });
      await expect(note).toBeVisible();
      await expect(note.getByRole('link', { name: /^link .* again$/ })).toBeVisible();
      await expectAccessible(page, `${path} after access was withdrawn at a bank`);
    }
  },
);
