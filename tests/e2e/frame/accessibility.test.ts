import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectNoViolations,
  horizontalOverflow,
} from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { newEmail } from '../support/person.ts';
import { transactionRows } from '../transactions/transaction-rows.ts';

const dialog = '[role="dialog"]';

/** Scrolls to the end of the dashboard, whose cards below the fold load once they are in view. */
const scrollThrough = async (page: Page) => {
  await page.getByRole('link', { name: 'Show more transactions' }).scrollIntoViewIfNeeded();
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
};

test('the sign-in page is accessible', oneLayout, async ({ page, browserErrors }) => {
  browserErrors.allow(/401 /);
  await page.goto('/login');
  await page.getByLabel('Username').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await expectAccessible(page, 'the sign-in page with an error');
});

test('the sign-up steps are accessible', oneLayout, async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Email').fill('no address');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page, 'the first step with an error');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill('a few characters');
  await expectAccessible(page, 'the second step');
});

test('the page for unknown addresses is accessible', oneLayout, async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await expectAccessible(page, 'Not found');
});

test('the upgrade screen and its modal are accessible', async ({ page, people }) => {
  await openAs(people.free, page);
  await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
  await expectAccessible(page, 'the upgrade screen');
  await page.getByRole('button', { name: 'Upgrade Account' }).click();
  await expect(page.getByRole('link', { name: 'Pay $250' })).toBeVisible();
  await expectAccessible(page, 'the upgrade modal', dialog);
});

test('demo mode is accessible', async ({ page, people }) => {
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  await expect(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Checking/ })).toBeVisible();
  await expectAccessible(page, 'the dashboard in demo mode');
});

test('the payment return page is accessible', oneLayout, async ({ page, people }) => {
  await openAs(people.free, page, '/signup/checkout');
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await expectAccessible(page, 'waiting for the payment');
  await openAs(people.paid, page, '/signup/checkout');
  await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
  await expectAccessible(page, 'the thank-you page');
});

test(
  'the page for linking a bank is accessible',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    await openAs(people.paid, page, '/link');
    await expect(page.getByRole('button', { name: 'Link a bank account' })).toBeEnabled();
    await expectAccessible(page, 'the page for linking a bank');
    browserErrors.allow(/ERR_FAILED.*link-initialize/);
    await page.route('**/link-initialize.js', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'the page without the link script');
  },
);

test('the dashboard, its tables, and the transaction dialog are accessible', async ({
  page,
  people,
  isWide,
}) => {
  await openAs(people.example, page);
  await expect(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible();
  if (!isWide) await page.getByRole('button', { name: 'Show budget and more' }).click();
  await scrollThrough(page);
  await expect(page.getByRole('button', { name: /^Show as table/ })).toHaveCount(3);
  for (const chart of [/Cumulative spending by day/, /Spending by week/, /Income and spending/]) {
    await page.getByRole('button', { name: chart }).click();
  }
  // On a scrolled page, the navigation may cover half of a link.
  await page.evaluate('window.scrollTo(0, 0)');
  await expectAccessible(page, 'the dashboard with its tables');
  await page.getByRole('link', { name: 'Show more transactions' }).click();
  // Until the list is loaded, the dashboard's rows have the same names.
  await expect(page).toHaveURL('/transactions');
  await page.getByRole('button', { name: /^transfer in account/ }).click();
  await expect(page.getByRole('button', { name: 'Show matching transfer' })).toBeVisible();
  await expectAccessible(page, 'the transaction dialog', dialog);
});

test(
  'the slide-out menu is accessible and returns the focus',
  oneLayout,
  async ({ page, people }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(people.example, page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Transactions' })).toBeVisible();
    await expectAccessible(page, 'the slide-out menu', dialog);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  },
);

test('the settings are accessible', async ({ page, people }) => {
  await openAs(people.example, page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog').getByText(people.example.email)).toBeVisible();
  await expectAccessible(page, 'the settings', dialog);
});

test('the logout confirmation is accessible', oneLayout, async ({ page, people }) => {
  await openAs(people.example, page, '/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  await expectAccessible(page, 'the confirmation', dialog);
});

test('the filtered transaction list and its dropdowns are accessible', async ({ page, people }) => {
  await openAs(people.example, page, '/transactions?category=food_and_drink&range=this_year');
  await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible();
  await expectAccessible(page, 'the list');
  await page.getByRole('combobox', { name: /^Categories/ }).click();
  await page.getByLabel('Search categories...').fill('co');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectNoViolations(page, 'the categories', { within: dialog });
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /^Date Range/ }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectNoViolations(page, 'the date ranges', { within: '[role="listbox"]' });
});

test('an empty search result is accessible', oneLayout, async ({ page, people }) => {
  await openAs(people.example, page, '/transactions?search=no%20such%20merchant');
  await expect(page.getByText('No transactions match')).toBeVisible();
  await expectAccessible(page, 'the empty search result');
});

test('the category picker is accessible', async ({ page, people, isWide }) => {
  await openAs(people.example, page, '/transactions?category=food_and_drink');
  await transactionRows(page, isWide).first().getByRole('button').click();
  await page.getByRole('button', { name: /change category/ }).click();
  const search = page.getByLabel('Search categories...');
  await expect(search).toBeFocused();
  // Only a few of the hundred options, which are all alike.
  await search.fill('co');
  await expect(page.getByRole('option', { name: /^Coffee/ })).toBeVisible();
  await expectAccessible(page, 'the category picker', dialog);
});

test('the error page is accessible', oneLayout, async ({ page, people, browserErrors }) => {
  browserErrors.allow(/TypeError|error occurred in/);
  await page.route('**/api/user/currentspending', (route) =>
    route.fulfill({ json: { res: null, omitted_count: 0 } }),
  );
  await openAs(people.example, page);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await expectAccessible(page, 'the error page with its details');
});

test('a dashboard with failed calls is accessible', async ({ page, people, browserErrors }) => {
  browserErrors.allow(/500 .*\/api\//);
  for (const call of ['currentspending', 'cashflow', 'accounts/grouped']) {
    await page.route(`**/api/user/${call}`, (route) => route.fulfill({ status: 500, json: {} }));
  }
  await openAs(people.example, page);
  await expect(
    page.getByRole('alert').filter({ hasText: /could(n't| not) be loaded/ }),
  ).toHaveCount(3);
  await expectAccessible(page, 'the dashboard with errors');
});

test(
  'when the page gets narrower, charts do not overflow it even before they are rendered again',
  oneLayout,
  async ({ page, people }) => {
    // Reports only the first size of each element, so that charts never adapt.
    await page.addInitScript(`
    const reported = new WeakSet();
    window.ResizeObserver = class extends ResizeObserver {
      constructor(callback) {
        super((entries, observer) => {
          const initial = entries.filter(({ target }) => !reported.has(target));
          for (const { target } of initial) reported.add(target);
          if (initial.length > 0) callback(initial, observer);
        });
      }
    };
  `);
    await openAs(people.example, page);
    const charts = page.getByRole('slider').locator('svg');
    await scrollThrough(page);
    await expect(charts).toHaveCount(3);
    const initialWidth = await charts.first().getAttribute('width');
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await horizontalOverflow(page)).toBe(0);
    await expect(charts.first()).toHaveAttribute('width', initialWidth ?? '');
  },
);
