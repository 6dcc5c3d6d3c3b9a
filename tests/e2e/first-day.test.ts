import type { Page } from '@playwright/test';
import { formatMoney } from '../../apps/web/src/platform/formats.ts';
import { TestClient } from '../support/test-client.ts';
import { expect, test } from './journey.ts';
import { openBank, shareAccounts, signInToBank } from './link-flow.ts';
import { newAddress, product } from './person.ts';
import { expectUpgradeScreen, payOnHostedPage } from './subscription-parts.ts';

const password = 'a long enough passphrase';

test('the whole first day, from a stranger to their own numbers and out again', async ({
  page,
  trouble,
}) => {
  const email = newAddress();
  await signUpByHand(page, email);
  await payByHand(page);

  await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
  await page.getByRole('link', { name: 'Link a bank' }).click();
  await expect(page).toHaveURL('/link');
  const frame = await openBank(page, 'Harbor Savings');
  // The wrong password is refused by the bank, which the browser notes.
  trouble.expect(/400 .*\/plaid\/link\/credentials/);
  await signInToBank(frame, { username: 'user_good', password: 'wrong' });
  await expect(frame.getByRole('alert')).toBeVisible();
  await signInToBank(frame, { username: 'user_good', password: 'pass_good' });
  await shareAccounts(frame);

  const welcome = page.getByRole('heading', { name: 'We are setting up your account! Welcome!' });
  await expect(welcome).toBeVisible();
  const welcomedAt = Date.now();
  await expect(page.getByText(/^[\d,]+ transactions from Harbor Savings$/)).toBeVisible();
  await page.waitForURL('/');
  // 5 s after the welcome, give or take how late each of the two was seen.
  expect(Date.now() - welcomedAt).toBeGreaterThan(4000);
  expect(Date.now() - welcomedAt).toBeLessThan(10_000);

  const api = await asStored(page);
  await api.syncIdle();
  await expectDashboardOf(page, api);
  await page.reload();
  await expectDashboardOf(page, api);

  await logOutByHand(page);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

async function signUpByHand(page: Page, email: string): Promise<void> {
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
  await create.click();

  await expect(page.getByRole('heading', { name: 'Success! You can now login' })).toBeVisible();
  await page.waitForURL('/');
}

async function payByHand(page: Page): Promise<void> {
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
  const pay = (price: string) => modal.getByRole('link', { name: `Pay ${price}`, exact: true });
  await expect(pay('$250')).toHaveAttribute('href', /\/stripe\/pay\/lifetime\?/);
  await modal.getByRole('radio', { name: 'Yearly' }).check();
  await expect(pay('$50')).toHaveAttribute('href', /\/stripe\/pay\/yearly\?/);
  await modal.getByRole('radio', { name: 'Lifetime' }).check();
  await pay('$250').click();

  await payOnHostedPage(page, 'Pay $250.00');
}

/** The API as the person in the browser uses it. */
async function asStored(page: Page): Promise<TestClient> {
  const { origins } = await page.context().storageState();
  const stored = origins.flatMap(({ localStorage }) => localStorage);
  const token = stored.find(({ name }) => name === 'jwt_token')?.value;
  return new TestClient(product, token);
}

/** Every number of the dashboard is the one that the API has for it. */
async function expectDashboardOf(page: Page, api: TestClient): Promise<void> {
  const headers = { 'x-time-zone': 'UTC' };
  const { res } = await api.reply('GET /user/currentspending', { headers });
  const spent = res.findLast(({ currentMonthSum }) => currentMonthSum !== null)?.currentMonthSum;
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText(formatMoney(spent ?? 0)).first()).toBeVisible();

  const { accounts } = await api.reply('POST /user/accounts/grouped', { body: {} });
  const groups = Object.values(accounts);
  expect(groups.length).toBeGreaterThan(2);
  const totals = page
    .getByRole('region', { name: 'Accounts' })
    .getByTitle('See what adds up to this number');
  await expect(totals).toHaveCount(groups.length);
  for (const [at, { total }] of groups.entries()) {
    await expect(totals.nth(at)).toHaveText(formatMoney(total));
  }

  const recent = await api.reply('GET /user/transactions/recent', { headers });
  const table = page.getByRole('table', { name: 'Recent transactions' });
  await expect(table.getByRole('row')).toHaveCount(recent.transactions.length + 1);
  for (const [at, { name, merchant_name, amount }] of recent.transactions.entries()) {
    const row = table.getByRole('row').nth(at + 1);
    await expect(row).toContainText(merchant_name || name);
    await expect(row).toContainText(formatMoney(amount));
  }
  const { number, month } = recent.meta;
  await expect(
    page.getByText(`You've had ${number.toLocaleString('en-US')} transactions so far in ${month}`),
  ).toBeVisible();
}

async function logOutByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  const sure = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
  await sure.getByRole('button', { name: 'No' }).click();
  await expect(sure).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await sure.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/login');
}
