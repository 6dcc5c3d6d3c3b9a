import type { Locator, Page } from '@playwright/test';
import { accountIconKind } from '../../../apps/web/src/features/accounts/list/account-icon-kind.ts';
import { formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import type { Person } from '../support/person.ts';
import { dialogNamed } from './named-locators.ts';

async function openSettings(page: Page, person: Person, path = '/'): Promise<Locator> {
  await openAs(person, page, path);
  await page.getByRole('button', { name: 'Settings' }).click();
  return dialogNamed(page, 'Settings');
}

const tab = (settings: Locator, name: string) => settings.getByRole('tab', { name });
/** A tab's panel by name, because two panels exist during the transition between tabs. */
const panel = (settings: Locator, name: string) => settings.getByRole('tabpanel', { name });

test(
  'the profile tab of the settings shows the user and subscription, changes the theme, and links to other pages',
  oneLayout,
  async ({ page, people }) => {
    const settings = await openSettings(page, people.household);
    await expect(tab(settings, 'Profile')).toHaveAttribute('aria-selected', 'true');
    await expect(settings.getByText(people.household.email)).toBeVisible();
    await expect(settings.getByText('Paid', { exact: true })).toBeVisible();
    await expect(settings.getByRole('switch', { name: 'DEMO MODE' })).not.toBeChecked();
    const root = page.locator('html');
    await settings.getByRole('radio', { name: 'Dark' }).check();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Settings' }).click();
    await settings.getByRole('radio', { name: 'System' }).check();
    await expect(root).not.toHaveAttribute('data-theme');
    await settings.getByRole('link', { name: /^Your profile/ }).click();
    await expect(settings).toBeHidden();
    await expect(page).toHaveURL('/profile');
    await page.getByRole('button', { name: 'Settings' }).click();
    await settings.getByRole('button', { name: 'Verify Email' }).click();
    await expect(page).toHaveURL('/profile/email/validate');
  },
);

test(
  'the institutions and accounts tabs list what is linked and are reachable with the arrow keys',
  oneLayout,
  async ({ page, people }) => {
    const { api } = people.household;
    const settings = await openSettings(page, people.household);
    await tab(settings, 'Profile').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(settings.getByRole('heading', { name: 'Linked Institutions' })).toBeVisible();
    const { link_tokens } = await api.request('GET /institutions');
    await expect(panel(settings, 'Institutions').getByRole('listitem')).toHaveText(
      link_tokens.map(({ item_details }) => new RegExp(`^${item_details.institution_name}`)),
    );
    await expect(settings.getByRole('heading', { name: 'Crypto' })).toBeVisible();

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(settings.getByRole('heading', { name: 'ACCOUNTS' })).toBeVisible();
    const { accounts } = await api.request('POST /user/accounts/grouped', {
      body: { dashboard_filter: false },
    });
    const isDebt = ({ type }: { type: string }) => ['credit', 'loan'].includes(type);
    // Assets first. No group of this person has both.
    const expected = Object.values(accounts)
      .flatMap((group) => group.accounts)
      .toSorted((a, b) => Number(isDebt(a)) - Number(isDebt(b)));
    const cards = panel(settings, 'Accounts').getByRole('listitem');
    await expect(cards).toHaveCount(expected.length);
    for (const [index, { name, mask, balances, institution_name }] of expected.entries()) {
      await expect(cards.nth(index)).toContainText(name);
      if (mask !== null) await expect(cards.nth(index)).toContainText(mask);
      await expect(cards.nth(index)).toContainText(institution_name);
      await expect(cards.nth(index)).toContainText(formatMoney(balances.current ?? 0));
    }
    const icons = panel(settings, 'Accounts').locator('[data-icon]');
    const kinds = await icons.evaluateAll((all) =>
      all.map((icon) => icon.getAttribute('data-icon')),
    );
    expect(kinds).toEqual(expected.map(accountIconKind));
    expect(kinds).toEqual(expect.arrayContaining(['checking', 'credit card', 'mortgage', 'other']));

    await tab(settings, 'Institutions').click();
    await settings.getByRole('link', { name: 'Link New Institution' }).click();
    await expect(page).toHaveURL('/link');
    await expect(settings).toBeHidden();
  },
);

test(
  'the institutions and accounts tabs are not available in demo mode',
  oneLayout,
  async ({ page, people }) => {
    const settings = await openSettings(page, people.free, '/profile');
    await settings.getByRole('switch', { name: 'DEMO MODE' }).click();
    await expect(page.getByRole('link', { name: 'Cairn Demo', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    for (const name of ['Institutions', 'Accounts']) {
      await tab(settings, name).click();
      await expect(panel(settings, name)).toContainText('This is not available in demo mode');
    }
    await panel(settings, 'Accounts').getByRole('button', { name: 'Exit demo mode' }).click();
    await expect(page.getByRole('link', { name: 'Cairn', exact: true })).toBeVisible();
  },
);

test(
  'the settings show free users the benefits of upgrading without failed requests',
  oneLayout,
  async ({ page, people }) => {
    const settings = await openSettings(page, people.free);
    await expect(settings.getByText('Free', { exact: true })).toBeVisible();
    await tab(settings, 'Accounts').click();
    await expect(panel(settings, 'Accounts')).toContainText('See all your accounts');
    await tab(settings, 'Institutions').click();
    await expect(panel(settings, 'Institutions')).toContainText('Link your institutions');
    await panel(settings, 'Institutions').getByRole('button', { name: 'Upgrade Account' }).click();
    await expect(dialogNamed(page, 'Upgrade your account for all features')).toBeVisible();
  },
);

test(
  'the settings show an empty state without linked banks, and an error that can be retried',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/500 .*\/api\//);
    const calls = /\/api\/(institutions|user\/accounts\/grouped)$/;
    await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    const settings = await openSettings(page, people.paid, '/link');
    for (const [name, emptyTitle] of [
      ['Institutions', 'No institutions yet'],
      ['Accounts', 'No accounts yet'],
    ] as const) {
      await tab(settings, name).click();
      await expect(panel(settings, name).getByRole('alert')).toContainText("couldn't be loaded");
      await page.unroute(calls);
      await panel(settings, name).getByRole('button', { name: 'Retry' }).click();
      await expect(panel(settings, name)).toContainText(emptyTitle);
      await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    }
  },
);

test(
  'the settings offer to link the exchange, and open its page once it is linked',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    await page.route('**/api/crypto/authorize-url', (route) => route.abort());
    browserErrors.allow(/ERR_FAILED.*authorize-url/);
    const settings = await openSettings(page, people.paid, '/link');
    await tab(settings, 'Institutions').click();
    await panel(settings, 'Institutions').getByRole('button', { name: 'Link Coinbase' }).click();
    await expect(panel(settings, 'Institutions').getByRole('alert')).toContainText(
      "Couldn't reach Cairn",
    );
    await page.route('**/api/institutions', (route) =>
      route.fulfill({ json: { link_tokens: [], cb_token: true, revoked_institutions: [] } }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).click();
    await tab(settings, 'Institutions').click();
    await expect(
      panel(settings, 'Institutions').getByRole('link', { name: 'Coinbase' }),
    ).toHaveAttribute('href', '/institution/crypto/Coinbase');
  },
);
