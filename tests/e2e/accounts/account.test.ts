import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson, product } from '../support/person.ts';
import { personWithWorkedExample } from '../support/shared-people.ts';
import { transactionRows } from '../transactions/transaction-rows.ts';
import { linkFrame, signInToBank } from './link-flow.ts';

test('an account shows its balance, limit, balance history, and transactions', async ({
  page,
  people,
  isWide,
}) => {
  const { api } = people.household;
  const { accounts } = await api.request('GET /user/accounts');
  const card = accounts.find(({ subtype }) => subtype === 'credit card');
  await openAs(people.household, page, '/accounts');
  await expect(page.getByRole('button', { name: /^Credit cards/ })).toBeVisible();
  await expectAccessible(page, 'the accounts');
  await page.getByRole('link', { name: card?.name ?? '' }).click();
  const balance = page.getByRole('region', { name: 'Balance', exact: true });
  await expect(balance).toContainText(formatMoney(card?.balances.current ?? 0));
  await expect(balance).toContainText(formatMoney(card?.balances.limit ?? 0));
  await expect(
    balance.getByRole('img', {
      name: /^\d+% of the limit used: (Good|Fair|High risk|Very high risk)$/,
    }),
  ).toBeVisible();
  const chart = page.getByRole('slider', { name: 'Balance per day' });
  await expect(chart).toHaveAttribute('aria-valuemax', '365');
  await chart.focus();
  await chart.press('End');
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`${formatMoney(card?.balances.current ?? 0).replace('$', '\\$')}$`),
  );
  const { liabilities } = await api.request('GET /user/account/liabilities', {
    query: { account_id: card?.account_id ?? '' },
  });
  const nextPayment = page.getByRole('region', { name: 'Next payment' });
  await expect(nextPayment).toContainText(formatMoney(liabilities[0]?.last_statement_balance ?? 0));
  await expect(nextPayment).toContainText(/Due |Nothing due until the next statement/);
  await expect(nextPayment).toContainText(/Purchase APR\d+\.\d\d%/);
  await expect(transactionRows(page, isWide)).toHaveCount(50);
  await expectAccessible(page, 'an account');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(transactionRows(page, isWide)).toHaveCount(100);
  await page.getByRole('link', { name: 'Harbor Savings' }).click();
  await expect(page.getByRole('heading', { name: 'Harbor Savings' })).toBeVisible();
  await expect(page.getByText('Harbor Savings is connected.')).toBeVisible();
  await expectAccessible(page, 'an institution');
});

test('an investment account lists its holdings, and the investments page adds them up', async ({
  page,
  people,
}) => {
  const { api } = people.household;
  const { accounts } = await api.request('GET /user/accounts');
  const broker = accounts.find(({ subtype }) => subtype === 'brokerage');
  await openAs(people.household, page, `/account/${broker?.account_id}`);
  const holdings = page.getByRole('region', { name: 'Holdings' });
  await expect(holdings.getByRole('row', { name: /^Alder Total Market ETF/ })).toBeVisible();
  await expect(holdings.getByRole('row', { name: /^Total/ })).toContainText(
    formatMoney(broker?.balances.current ?? 0),
  );
  await expect(holdings).toContainText("This adds up to the account's balance.");
  await expectAccessible(page, 'the holdings of an account');
  await page.goto('/invest');
  const holdingsOfAll = page.getByRole('region', { name: 'All holdings' });
  await expect(holdingsOfAll.getByRole('listitem').first()).toContainText(
    /^.+\$[\d,]+\.\d\d\d+\.\d%$/,
  );
  await expect(holdingsOfAll).not.toContainText('Unreported');
  await expectAccessible(page, 'the investments');
});

test('an account is renamed, hidden, and shown again', oneLayout, async ({ page }) => {
  const person = await personWithWorkedExample();
  const { accounts } = await person.api.request('GET /user/accounts');
  const savings = accounts.find(({ name }) => name === 'Rainy Day');
  await openAs(person, page, `/account/${savings?.account_id}`);
  const options = page.getByRole('button', { name: 'Account options' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename account' });
  await dialog.getByLabel('Name').fill('Holidays');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Holidays');
  await options.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(dialog).toContainText('calls it Rainy Day');
  await expectAccessible(page, 'the rename dialog', '[role="dialog"]');
  await dialog.getByRole('button', { name: "Use the bank's name" }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rainy Day');

  await options.click();
  await page.getByRole('menuitem', { name: 'Hide from totals' }).click();
  await expect(page.getByText('This account is hidden')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('This account is hidden')).toBeHidden();
  await options.click();
  await page.getByRole('menuitem', { name: 'Hide from totals' }).click();
  await expect(page.getByText('This account is hidden')).toBeVisible();
  await page.goto('/networth');
  const assets = page.getByRole('region', { name: 'Assets' });
  await expect(assets).toContainText('$3,200.00');
  await expect(assets).not.toContainText('Rainy Day');
  await page.goto('/accounts');
  await page
    .getByRole('region', { name: 'Hidden' })
    .getByRole('link', { name: 'Rainy Day' })
    .click();
  await page.getByRole('button', { name: 'Show in totals' }).click();
  await expect(page.getByText('This account is hidden')).toBeHidden();
});

test(
  'a bank that requires a new sign-in can be reconnected, and unlinked once its name is typed',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await paidPerson();
    const student = { username: 'user_student', password: 'pass_student' };
    const item = await person.api.linkBank(student);
    await product.sandbox.control(`items/${item}/login_required`, {});
    await person.api.request('POST /user/plaid/sync_transactions');
    await person.api.waitForSyncs();
    await openAs(person, page);
    await page.getByRole('link', { name: 'View Harbor Savings' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Harbor Savings asks you to sign in again.' }),
    ).toBeVisible();
    await expectAccessible(page, 'an institution that requires a new sign-in');
    await page.getByRole('button', { name: 'Reconnect' }).click();
    const frame = linkFrame(page);
    await expect(
      frame.getByRole('heading', { name: 'Sign in to Harbor Savings again' }),
    ).toBeVisible();
    await signInToBank(frame, student);
    await frame.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Harbor Savings is connected.')).toBeVisible();

    const [account] = (await person.api.request('GET /user/accounts')).accounts;
    const otherTab = await page.context().newPage();
    await otherTab.goto(`/account/${account?.account_id}`);
    await expect(otherTab.getByRole('heading', { name: 'Balance' })).toBeVisible();

    await page.getByRole('button', { name: 'Unlink Harbor Savings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlink Harbor Savings' });
    await expect(dialog.getByRole('button', { name: 'Unlink', exact: true })).toBeDisabled();
    await dialog.getByLabel('Type Harbor Savings to confirm').fill('harbor savings');
    await expectAccessible(page, 'the unlink dialog', '[role="dialog"]');
    browserErrors.allow(
      /404 .*\/(institution\/|account\/(history|holdings|liabilities)|transactions\/v2)/,
    );
    await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
    await expect(page.getByText(/Bank unlinked|We couldn't find this bank/)).toBeVisible();
    const { accounts } = await person.api.request('GET /user/accounts');
    expect(accounts).toEqual([]);
    // The other tab no longer shows its account, which was deleted.
    await expect(otherTab.getByText("We couldn't find this account")).toBeVisible();
  },
);
