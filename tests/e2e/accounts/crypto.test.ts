import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listExchangeLinks } from '../../support/bank/exchange.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson, product } from '../support/person.ts';

const control = (path: string, body: object) => product.sandbox.control(`exchange/${path}`, body);

/** Allows or denies access on the exchange's own page. */
async function decide(page: Page, decision: 'Allow access' | 'Cancel'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Let Cairn view your account?' })).toBeVisible();
  await page.getByRole('button', { name: decision }).click();
}

/** Links the exchange from the crypto page as `user`. */
async function link(page: Page, user: string): Promise<void> {
  await page.getByRole('button', { name: /^(Link Coinbase|Try again)/ }).click();
  await page.waitForURL(/\/coinbase\/oauth2\/auth/);
  // The page offers built-in people. The test's own user replaces the first one.
  await page.evaluate(`document.querySelector('[name=person]').value = ${JSON.stringify(user)}`);
  await decide(page, 'Allow access');
}

test('an exchange can be linked after a denial, linked again after its access ended, and unlinked', async ({
  page,
  browserErrors,
}) => {
  // The browser logs the statuses for 'not linked' and 'unavailable'.
  browserErrors.allow(/404.*\/api\/cb/);
  browserErrors.allow(/502.*\/api\/cb/);
  const user = `holder ${randomUUID()}`;
  await control('holdings', {
    user,
    holdings: [
      { code: 'ETH', amount: '2.000000000000000000' },
      { code: 'XLM', amount: '0.5' },
      { code: 'OLDC', amount: '7' },
      { code: 'USD', amount: '12.50' },
    ],
  });
  await openAs(await paidPerson(), page, '/crypto');
  await expect(page.getByText('See your crypto here')).toBeVisible();
  await expectAccessible(page, 'crypto before it is linked');

  await page.getByRole('button', { name: 'Link Coinbase' }).click();
  await decide(page, 'Cancel');
  await expect(page.getByRole('heading', { name: 'Access was not granted' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to crypto' })).toBeVisible();
  await expect(page).toHaveURL(/\/crypto\/callback$/);
  await expectAccessible(page, 'a denied consent');

  await link(page, user);
  await expect(page).toHaveURL(/\/crypto$/);
  const holdings = page.getByRole('table', { name: 'Holdings by value' });
  await expect(holdings.getByText('2 ETH')).toBeVisible();
  await expect(holdings.getByText('Not counted')).toBeVisible();
  await expect(holdings.getByText('0.5 XLM')).toBeHidden();
  await page.getByRole('button', { name: '1 holding under $1' }).click();
  await expect(holdings.getByText('0.5 XLM')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cash' }).getByText('12.50 USD')).toBeVisible();
  await expectAccessible(page, 'a portfolio');
  // The code was used once, and a reload doesn't send it again.
  await page.reload();
  await expect(holdings.getByText('2 ETH')).toBeVisible();
  expect(await listExchangeLinks(product, user)).toHaveLength(1);

  await control('access', { user, how: 'revoke' });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Error fetching Coinbase portfolio');
  await expect(holdings.getByText('2 ETH')).toBeVisible();
  await expectAccessible(page, 'a portfolio that needs to be linked again');
  await link(page, user);
  await expect(page).toHaveURL(/\/crypto$/);
  await expect(holdings.getByText('2 ETH')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();

  await page.getByRole('link', { name: 'Manage Coinbase' }).click();
  await expect(page).toHaveURL(/\/institution\/crypto\/Coinbase$/);
  await expect(page.getByText('Connected')).toBeVisible();
  await expectAccessible(page, 'the exchange');
  await page.getByRole('button', { name: 'Unlink' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink Coinbase?' });
  await dialog.getByRole('button', { name: 'Unlink Coinbase' }).click();
  await expect(page.getByText('See your crypto here')).toBeVisible();
  await expect
    .poll(async () => (await listExchangeLinks(product, user)).map(({ revoked }) => revoked))
    .toEqual([true, true]);
});

test(
  'without a configured exchange, crypto is hidden in the navigation and its page says so',
  oneLayout,
  async ({ page }) => {
    await page.route('**/api/config', async (route) => {
      const config = await (await route.fetch()).json();
      await route.fulfill({ json: { ...config, exchange_name: null } });
    });
    await openAs(await paidPerson(), page, '/crypto');
    await expect(page.getByText("This crypto exchange isn't available")).toBeVisible();
    const nav = page.getByRole('navigation').first();
    await expect(nav.getByRole('link', { name: 'Budget' })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Crypto' })).toBeHidden();
    await page.goto('/institution/crypto/Coinbase');
    await expect(page.getByText("This crypto exchange isn't available")).toBeVisible();
  },
);

test('investments are empty without accounts and shown in demo mode', async ({ page }) => {
  await openAs(await paidPerson(), page, '/invest');
  await expect(page.getByText('No investment accounts yet')).toBeVisible();
  await expectAccessible(page, 'no investments');
  await page.evaluate("localStorage.setItem('demoMode', 'true')");
  await page.goto('/networth');
  await page.getByRole('main').getByRole('link', { name: 'Investments', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Brokerage' })).toContainText('Joint Brokerage');
  const value = page.getByRole('slider', { name: 'Value of your investments by day' });
  const days = await value.getAttribute('aria-valuemax');
  await page.getByRole('radio', { name: '1M' }).click();
  await expect(value).not.toHaveAttribute('aria-valuemax', days ?? '');
  await expect(page).toHaveURL('/invest?range=1M');
  await expectAccessible(page, 'investments');
  await page.goto('/crypto');
  await expect(page.getByRole('slider', { name: 'Total value per day' })).toBeVisible();
  await expectAccessible(page, 'the crypto of the demo');
});
