import type { Page } from '@playwright/test';
import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';
import { signIn, TestClient } from '../../support/requests/test-client.ts';
import { openBank, shareAccounts, signInToBank } from '../accounts/link-flow.ts';
import { expectUpgradeScreen, payOnHostedPage } from '../profile/subscription-steps.ts';
import { expect, test } from '../support/journey.ts';
import { newEmail, product } from '../support/person.ts';
import { shownAmount } from '../transactions/transaction-rows.ts';

const password = 'a long enough passphrase';

test('a new user signs up, pays, links a bank, sees their own numbers, and logs out', async ({
  page,
  isWide,
  browserErrors,
}) => {
  const email = newEmail();
  await signUp(page, email);
  await pay(page);

  await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
  await page.getByRole('link', { name: 'Link a bank' }).click();
  await expect(page).toHaveURL('/link');
  const frame = await openBank(page, 'Harbor Savings');
  // The bank rejects the wrong password, and the browser logs the response.
  browserErrors.allow(/400 .*\/plaid\/link\/credentials/);
  await signInToBank(frame, { username: 'user_good', password: 'wrong' });
  await expect(frame.getByRole('alert')).toBeVisible();
  await signInToBank(frame, { username: 'user_good', password: 'pass_good' });
  await shareAccounts(frame);

  const welcome = page.getByRole('heading', { name: 'We are setting up your account! Welcome!' });
  await expect(welcome).toBeVisible();
  await expect(page.getByText(/^[\d,]+ transactions from Harbor Savings$/)).toBeVisible();
  await page.waitForURL('/');

  const api = new TestClient(product, await signIn(product, email, password));
  await api.waitForSyncs();
  await expectDashboard(page, api, isWide);
  await page.reload();
  await expectDashboard(page, api, isWide);

  await logOut(page);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeDisabled();
  await page.getByLabel('Email').fill('not an address');
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  await expect(next).toBeDisabled();
  await page.getByLabel('Email').fill(email);
  await next.click();

  const create = page.getByRole('button', { name: 'Create account' });
  await expect(create).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('aaaaaaaaaaaa');
  await expect(
    page.getByText(
      'Password must be at least 10 characters long with more than 6 unique characters',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(create).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText(/Password strength: strong/)).toBeVisible();
  await create.click();

  await expect(page.getByRole('heading', { name: 'Success! You can now login' })).toBeVisible();
  await page.waitForURL('/');
}

async function pay(page: Page): Promise<void> {
  await expectUpgradeScreen(page);
  await expect(page.getByRole('button', { name: 'Demo Mode' })).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade Account' }).click();
  const modal = page.getByRole('dialog', { name: 'Upgrade your account for all features' });
  await expect(modal.getByRole('radio', { name: 'Lifetime' })).toBeChecked();
  for (const feature of [
    'Track all financial accounts',
    'Break down spending by category',
    'Track upcoming bills and recurring charges',
    'Net worth tracking',
    'Cryptocurrency portfolio tracking',
  ]) {
    await expect(modal.getByText(feature, { exact: true })).toBeVisible();
  }
  const payLink = (price: string) => modal.getByRole('link', { name: `Pay ${price}`, exact: true });
  await expect(payLink('$250')).toHaveAttribute('href', /\/stripe\/pay\/lifetime\?/);
  await modal.getByRole('radio', { name: 'Yearly' }).check();
  await expect(payLink('$50')).toHaveAttribute('href', /\/stripe\/pay\/yearly\?/);
  await modal.getByRole('radio', { name: 'Lifetime' }).check();
  await payLink('$250').click();

  await payOnHostedPage(page, 'Pay $250.00');
}

/** Expects that every number of the dashboard matches the API. */
async function expectDashboard(page: Page, api: TestClient, isWide: boolean): Promise<void> {
  const headers = { 'x-time-zone': 'UTC' };
  const { res } = await api.request('GET /user/currentspending', { headers });
  const spent = res.findLast(({ currentMonthSum }) => currentMonthSum !== null)?.currentMonthSum;
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText(formatMoney(spent ?? 0)).first()).toBeVisible();

  const { accounts } = await api.request('POST /user/accounts/grouped', { body: {} });
  const groups = Object.values(accounts);
  expect(groups.length).toBeGreaterThan(2);
  const totals = page
    .getByRole('region', { name: 'Accounts' })
    .getByTitle('See what adds up to this number');
  await expect(totals).toHaveCount(groups.length);
  for (const [index, { total }] of groups.entries()) {
    await expect(totals.nth(index)).toHaveText(formatMoney(total));
  }

  const { points } = await api.request('GET /user/networth/history', { headers });
  const netWorth = page.getByRole('region', { name: 'Net worth' });
  await expect(netWorth).toContainText(formatMoney(points.at(-1)?.net ?? 0));

  const recent = await api.request('GET /user/transactions/recent', { headers });
  const shown = recent.transactions.slice(0, isWide ? 10 : 5);
  const table = page.getByRole('table', { name: 'Recent transactions' });
  await expect(table.getByRole('row')).toHaveCount(shown.length + 1);
  for (const [index, { name, merchant_name, amount }] of shown.entries()) {
    const row = table.getByRole('row').nth(index + 1);
    await expect(row).toContainText(merchant_name || name);
    await expect(row).toContainText(shownAmount(amount));
  }
  const { number, month } = recent.meta;
  await expect(
    page.getByText(`You've had ${number.toLocaleString('en-US')} transactions so far in ${month}`),
  ).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
  await confirmation.getByRole('button', { name: 'No' }).click();
  await expect(confirmation).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await confirmation.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/login');
}
