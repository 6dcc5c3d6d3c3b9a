import type { Page } from '@playwright/test';
import { testPassword } from '../../support/requests/test-client.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { freePerson, product } from '../support/person.ts';

const bannerText = 'DEMO MODE - NOT REAL FINANCIAL DATA';
const bannerOf = (page: Page) => page.getByText(bannerText, { exact: true });

/** Toggles demo mode in the settings, which close when the screen behind them changes. */
async function toggleInSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('switch', { name: 'DEMO MODE' }).click();
  await expect(settings).toBeHidden();
}

test('a free user can explore demo mode and return to the upgrade screen', async ({
  page,
  people,
}) => {
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  const banner = bannerOf(page);
  await expect(banner).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cairn Demo', exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard · Cairn Demo');
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible();
  const recent = page.getByRole('table', { name: 'Recent transactions' });
  await expect(recent.getByRole('row')).toHaveCount(11);

  await page.reload();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const modal = page.getByRole('dialog', { name: 'Upgrade your account for all features' });
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeHidden();

  await recent.getByRole('button').first().click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Original description' });
  await expect(dialog).toBeVisible();
  const readOnlyNotice = page.getByText('This is not available in demo mode', { exact: true });
  await dialog.getByRole('button', { name: /change category/ }).click();
  await expect(readOnlyNotice).toBeVisible();
  await dialog.getByRole('button', { name: 'Included' }).click();
  const exclude = page.getByRole('menuitem', { name: 'Exclude from spending' });
  await expect(exclude).toBeVisible();
  await expect(async () => {
    // A menu ignores clicks while it opens.
    if (await exclude.isVisible()) await exclude.click({ timeout: 1_000 });
    await expect(exclude).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(readOnlyNotice).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Included' })).toBeVisible();
  // Not Escape: the menu may still be closing and would handle the key.
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
});

test("demo mode replaces the user's data in every tab and leaves it unchanged", async ({
  page,
  context,
  people,
}) => {
  await openAs(people.example, page);
  const ownCard = page.getByRole('region', { name: 'Accounts' }).getByText(/^Daily Card/);
  await expect(ownCard).toBeVisible();
  const otherTab = await context.newPage();
  const { accounts } = await people.example.api.request('GET /user/accounts');
  const savings = accounts.find(({ name }) => name === 'Rainy Day')?.account_id;
  await otherTab.goto(`/transactions?category=food_and_drink&account=${savings}`);
  await expect(otherTab.getByText('No transactions match')).toBeVisible();
  await toggleInSettings(page);
  await expect(page.getByRole('link', { name: 'Cairn Demo', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' }).getByText('Mortgages')).toBeVisible();
  await expect(ownCard).toBeHidden();
  // The other tab's filter referred to the user's own accounts.
  await expect(otherTab).toHaveURL('/transactions');
  await expect(bannerOf(otherTab)).toBeVisible();
  await expect(otherTab.getByText('Alder Falls Transit').first()).toBeVisible();
  await otherTab.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(ownCard).toBeVisible();
  await expect(page.getByText('$1,710.60').first()).toBeVisible();
});

test('a late response from before the switch to demo mode is not shown in demo mode', async ({
  page,
  people,
}) => {
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The response to the user's own sync is delayed.
  await page.route('**/api/user/plaid/sync_transactions', async (route) => {
    markRequested();
    await released;
    const added = { added: 7, last_sync: null, error: null, notice: null, remedy: null };
    const item = { item_id: 'own', institution_name: 'My Own Bank', state: 'running', ...added };
    await route.fulfill({ status: 202, json: { state: 'running', items: [item] } });
  });
  await openAs(people.example, page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await requested;
  await toggleInSettings(page);
  const recent = page.getByRole('table', { name: 'Recent transactions' });
  await expect(recent.getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  // The demo's own response would replace a wrongly shown one, so it never arrives.
  await page.route('**/api/demo/user/sync', () => undefined);
  await page.evaluate(`new MutationObserver(() => {
    const text = document.body.innerText;
    if (text.includes('${bannerText}') && text.includes('My Own Bank')) document.title = 'mixed';
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  const response = page.waitForResponse('**/api/user/plaid/sync_transactions');
  release();
  await (await response).finished();
  await expect(recent.getByRole('row')).toHaveCount(11);
  await recent.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('Dashboard · Cairn Demo');
});

test('demo mode ends with a payment and does not carry over to the next user', async ({ page }) => {
  const person = await freePerson();
  const nextPerson = await freePerson();
  await openAs(person, page);
  await page.getByRole('button', { name: 'Demo Mode' }).press('Enter');
  await expect(bannerOf(page)).toBeVisible();
  // Keyboard focus moves to the new screen, not to the top of the page.
  await expect(page.locator('#content')).toBeFocused();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(`localStorage.getItem('demoMode')`)).toBe('false');
  await page.getByLabel('Username').fill(nextPerson.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
  await expect(bannerOf(page)).toBeHidden();

  await page.getByRole('button', { name: 'Demo Mode' }).click();
  await expect(bannerOf(page)).toBeVisible();
  const { id } = await nextPerson.api.request('GET /user/me');
  await product.sandbox.control('payments/complete', { client_reference_id: id, plan: 'lifetime' });
  await expect(page).toHaveURL('/link');
  await expect(page.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
  await expect(bannerOf(page)).toBeHidden();
});

test('every screen shows the demo banner on a phone', async ({ page, people }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  for (const path of ['/transactions', '/networth', '/budget', '/link', '/profile', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bannerOf(page), path).toBeVisible();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width, path).toBeLessThanOrEqual(390);
  }
  await page.goto('/spending');
  await expect(page.getByRole('main')).toHaveText('DEMO MODE');
});
