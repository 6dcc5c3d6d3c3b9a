import type { Page } from '@playwright/test';
import { testPassword } from '../support/test-client.ts';
import { expect, openAs, test } from './journey.ts';
import { freePerson, product } from './person.ts';

const bannerText = 'DEMO MODE - NOT REAL FINANCIAL DATA';
const bannerOn = (page: Page) => page.getByText(bannerText, { exact: true });

/** Switches demo mode in the settings, which close with the screen that they were opened on. */
async function toggleInSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('switch', { name: 'DEMO MODE' }).click();
  await expect(settings).toBeHidden();
}

test('a free person looks around in demo mode and comes back to where they were', async ({
  page,
  people,
}) => {
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  const banner = bannerOn(page);
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
  const refusal = page.getByText('This is not available in demo mode', { exact: true });
  await dialog.getByRole('button', { name: /change the category/ }).click();
  await expect(refusal).toBeVisible();
  await dialog.getByRole('button', { name: 'Included' }).click();
  const exclude = page.getByRole('menuitem', { name: 'Exclude from spending' });
  await expect(exclude).toBeVisible();
  await expect(async () => {
    // A menu takes no press in the moment in which it opens.
    if (await exclude.isVisible()) await exclude.click({ timeout: 1_000 });
    await expect(exclude).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(refusal).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Included' })).toBeVisible();
  // The menu above it may still be closing, and Escape would be for that.
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
});

test("demo mode shows another person's money, in every tab, and leaves one's own as it was", async ({
  page,
  context,
  people,
}) => {
  await openAs(people.example, page);
  const own = page.getByRole('region', { name: 'Accounts' }).getByText(/^Daily Card/);
  await expect(own).toBeVisible();
  const other = await context.newPage();
  const { accounts } = await people.example.api.reply('GET /user/accounts');
  const savings = accounts.find(({ name }) => name === 'Rainy Day')?.account_id;
  await other.goto(`/transactions?category=food_and_drink&account=${savings}`);
  await expect(other.getByText('No transactions match')).toBeVisible();
  await toggleInSettings(page);
  await expect(page.getByRole('link', { name: 'Cairn Demo', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' }).getByText('Mortgages')).toBeVisible();
  await expect(own).toBeHidden();
  // What the other tab was narrowed to was of one's own.
  await expect(other).toHaveURL('/transactions');
  await expect(bannerOn(other)).toBeVisible();
  await expect(other.getByText('Alder Falls Transit').first()).toBeVisible();
  await other.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(own).toBeVisible();
  await expect(page.getByText('$1,710.60').first()).toBeVisible();
});

test('what was asked of one is not shown as the other, however late the answer', async ({
  page,
  people,
}) => {
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
  const { promise: switched, resolve: noteSwitched } = Promise.withResolvers<void>();
  // One's own sync, whose answer takes its time.
  await page.route('**/api/user/plaid/sync_transactions', async (route) => {
    noteAsked();
    await switched;
    const added = { added: 7, last_sync: null, error: null, notice: null, remedy: null };
    const item = { item_id: 'own', institution_name: 'My Own Bank', state: 'running', ...added };
    await route.fulfill({ status: 202, json: { state: 'running', items: [item] } });
  });
  await openAs(people.example, page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await asked;
  await toggleInSettings(page);
  const recent = page.getByRole('table', { name: 'Recent transactions' });
  await expect(recent.getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  // The demo's own answer would hide the wrong one again.
  await page.route('**/api/demo/user/sync', () => undefined);
  await page.evaluate(`new MutationObserver(() => {
    const text = document.body.innerText;
    if (text.includes('${bannerText}') && text.includes('My Own Bank')) document.title = 'mixed';
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  const answered = page.waitForResponse('**/api/user/plaid/sync_transactions');
  noteSwitched();
  await (await answered).finished();
  await expect(recent.getByRole('row')).toHaveCount(11);
  await recent.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('Dashboard · Cairn Demo');
});

test('demo mode is left by paying, and is not handed on to who signs in next', async ({ page }) => {
  const person = await freePerson();
  const next = await freePerson();
  await openAs(person, page);
  await page.getByRole('button', { name: 'Demo Mode' }).press('Enter');
  await expect(bannerOn(page)).toBeVisible();
  // The keyboard goes on where the screen begins, not at the top of the page.
  await expect(page.locator('#content')).toBeFocused();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(`localStorage.getItem('demoMode')`)).toBe('false');
  await page.getByLabel('Username').fill(next.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
  await expect(bannerOn(page)).toBeHidden();

  await page.getByRole('button', { name: 'Demo Mode' }).click();
  await expect(bannerOn(page)).toBeVisible();
  const { id } = await next.api.reply('GET /user/me');
  await product.sandbox.control('payments/complete', { client_reference_id: id, plan: 'lifetime' });
  await expect(page).toHaveURL('/link');
  await expect(page.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
  await expect(bannerOn(page)).toBeHidden();
});

test('every screen says on a phone too that it is the demo', async ({ page, people }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  for (const path of ['/transactions', '/networth', '/budget', '/link', '/profile', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bannerOn(page), path).toBeVisible();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width, path).toBeLessThanOrEqual(390);
  }
  await page.goto('/spending');
  await expect(page.getByRole('main')).toHaveText('DEMO MODE');
});
