import type { Page } from '@playwright/test';
import { testPassword } from '../support/test-client.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { dialogNamed, region } from './profile-parts.ts';
import {
  countCalls,
  expectUpgradeScreen,
  newCustomer,
  payments,
  payOnHostedPage,
  subscriptionIs,
  yearlyCustomer,
} from './subscription-parts.ts';

test(
  'a free person pays and is in, their other tab follows by itself, and what is typed in a third stays',
  oneLayout,
  async ({ page, context }) => {
    const customer = await newCustomer();
    await openAs(customer, page);
    const [follower, typist] = [await context.newPage(), await context.newPage()];
    await follower.goto('/');
    await expectUpgradeScreen(follower);
    await typist.goto('/profile');
    await region(typist, 'Email').getByRole('button', { name: 'Change email' }).click();
    const field = dialogNamed(typist, 'Change email').getByLabel('New email');
    await field.fill('half an addr');

    const renewals = countCalls(context, '/user/upgrade_token');
    await page.getByRole('button', { name: 'Upgrade Account' }).click();
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await page.getByRole('link', { name: 'Pay $50', exact: true }).click();
    await expect(page).toHaveURL(
      new RegExp(`/stripe/pay/yearly\\?client_reference_id=${customer.id}&`),
    );
    await expect(page.getByLabel('Email')).toHaveValue(customer.email);
    await payOnHostedPage(page, 'Pay and subscribe $50.00');
    await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
    await expect(follower.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
    await expect(follower).toHaveURL('/link');
    // Behind the dialog, where no reader goes.
    await expect(typist.getByText('Transactions', { exact: true })).toBeVisible();
    await expect(field).toHaveValue('half an addr');
    expect(renewals()).toBe(1);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL('/link');
    expect(renewals()).toBe(1);
  },
);

test(
  'a payment from another device waits for what is being typed, and then opens everything at /',
  oneLayout,
  async ({ page }) => {
    const customer = await newCustomer();
    await openAs(customer, page, '/profile');
    await region(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    const dialog = dialogNamed(page, 'Change email');
    await dialog.getByLabel('New email').fill('half an addr');
    const told = page.waitForResponse('**/api/user/me');
    await payments('complete', customer, { plan: 'lifetime' });
    await told;
    // Behind the dialog, where no reader goes.
    await expect(page.getByText('Everything in Cairn is open to you, for good.')).toBeAttached();
    await expect(dialog.getByLabel('New email')).toHaveValue('half an addr');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/link');

    // Who pays from the demo finds their own money afterwards.
    await page.evaluate(`localStorage.setItem('demoMode', 'true')`);
    await page.goto('/signup/checkout');
    await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cairn', exact: true })).toBeVisible();
  },
);

test(
  'a subscription that ends locks at the next call, in both tabs, and says why',
  oneLayout,
  async ({ page, context, trouble }) => {
    trouble.expect(/403 .*\/api\//);
    const customer = await yearlyCustomer();
    // No news come in by themselves: it is the call that tells.
    await context.route('**/api/user/events', (route) => route.abort());
    trouble.expect(/ERR_FAILED.*user\/events/);
    await openAs(customer, page, '/transactions');
    const other = await context.newPage();
    await other.goto('/link');
    await expect(other.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
    const search = page.getByRole('searchbox');
    await expect(search).toBeVisible();

    const renewals = countCalls(context, '/user/upgrade_token');
    await payments('cancel', customer);
    await subscriptionIs(customer, 'ended');
    // A call of the page's own may come first, and takes the search away.
    await search.fill('coffee', { timeout: 5_000 }).catch(() => undefined);
    for (const tab of [page, other]) {
      await expect(
        tab.getByText(/^Your subscription ended on .* It was canceled\.$/),
      ).toBeVisible();
      await expectUpgradeScreen(tab);
    }
    await expect(page).toHaveURL('/');
    expect(renewals()).toBe(1);
    await expect(page.getByText(/^Your data is kept/)).toBeVisible();
    await expectAccessible(page, 'the upgrade screen of who was paid');
    await page.getByRole('link', { name: 'Profile' }).click();
    const card = region(page, 'Subscription');
    await expect(card.getByText(/^Your subscription ended on .* It was canceled\.$/)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
    expect(renewals()).toBe(1);
  },
);

test(
  'a payment that takes days is told so, one that fails can be made again',
  oneLayout,
  async ({ page, trouble }) => {
    const customer = await newCustomer();
    const title = (name: string) => page.getByRole('heading', { name });
    await page.goto('/signup/checkout');
    await page.getByLabel('Username').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/signup/checkout');
    await expect(title('Confirming your payment')).toBeVisible();
    await payments('complete', customer, { plan: 'lifetime', payment_status: 'unpaid' });
    await expect(title('Your payment is on its way')).toBeVisible();
    await expectAccessible(page, 'a payment on its way');
    trouble.expect(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline\. This page goes on by itself/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^You are offline/)).toHaveCount(0);
    await page.goto('/');
    await expectUpgradeScreen(page);
    await page.getByRole('button', { name: 'Upgrade Account' }).click();
    const modal = dialogNamed(page, 'Upgrade your account for all features');
    await expect(modal.getByText('A payment of yours is on its way.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await page.getByRole('link', { name: 'See how far it is' }).click();
    await expect(title('Your payment is on its way')).toBeVisible();

    await payments('fail', customer);
    await expect(title('Your payment did not come through')).toBeVisible();
    await expectAccessible(page, 'a payment that failed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(modal.getByRole('link', { name: 'Pay $250' })).toBeVisible();
    await payments('complete', customer, { plan: 'lifetime' });
    await expect(title('Thanks for joining!')).toBeVisible();
    const paid = dialogNamed(page, 'Your account is paid already');
    await paid.getByRole('button', { name: 'Go on' }).click();
    await expect(paid).toBeHidden();
  },
);

test('a renewal that fails is told on every screen, with the way to the portal', async ({
  page,
}) => {
  const customer = await yearlyCustomer();
  await openAs(customer, page, '/link');
  await expect(page.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
  await payments('fail', customer);
  const banner = page.getByRole('complementary', { name: 'Payment failed' });
  await expect(banner.getByText(/Everything stays open until /)).toBeVisible();
  await expectAccessible(page, 'a screen with the banner');
  await page.goto('/transactions');
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Hide until tomorrow' }).click();
  await expect(banner).toBeHidden();
  const code = await bannersCode(page);
  await page.goto('/profile');
  const card = region(page, 'Subscription');
  await expect(card.getByText(/^Your renewal could not be paid\./)).toBeVisible();
  await bannerHadItsChance(page, code);
  await expect(banner).toBeHidden();

  await card.getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByText('Cancel subscription').click();
  await page.getByRole('button', { name: 'Confirm cancellation' }).click();
  await expect(page.getByText(/^Your subscription ends on/)).toBeVisible();
  await page.getByRole('link', { name: 'Return to Cairn' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(card.getByRole('button', { name: 'Manage subscription' })).toBeVisible();
  await expectAccessible(page, 'the profile of who has canceled');
});

test('a server that contradicts itself is not asked in circles', oneLayout, async ({ page }) => {
  const customer = await newCustomer();
  await page.clock.install();
  const me = { ...(await customer.api.reply('GET /user/me')), subscription_status: 'paid' };
  await page.route('**/api/user/me', (route) => route.fulfill({ json: me }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const renewals = countCalls(page.context(), '/user/upgrade_token');
  await openAs(customer, page);
  await expectUpgradeScreen(page);
  await expect.poll(renewals).toBe(1);
  await page.clock.runFor('02:30');
  await expect.poll(renewals).toBeGreaterThan(1);
  expect(renewals()).toBeLessThanOrEqual(4);
  expect(loads).toBe(1);

  // The checkout asks by itself, and as patiently.
  await page.goto('/signup/checkout');
  await expect(page.getByRole('heading', { name: 'Your payment is in' })).toBeVisible();
  const before = renewals();
  await page.clock.runFor('02:00');
  await expect.poll(renewals).toBeGreaterThan(before);
  expect(renewals() - before).toBeLessThanOrEqual(8);
  expect(loads).toBe(2);
});

test(
  'without the address of the payment page the modal says so, and Retry finds it',
  oneLayout,
  async ({ page, people, trouble }) => {
    trouble.expect(/ERR_FAILED.*api\/config/);
    const answers = Promise.withResolvers<void>();
    let held = false;
    await page.route('**/api/config', async (route) => {
      if (!held) return route.abort();
      await answers.promise;
      await route.continue();
    });
    await openAs(people.free, page);
    await page.getByRole('button', { name: 'Upgrade Account' }).click();
    const modal = dialogNamed(page, 'Upgrade your account for all features');
    await expect(modal.getByText('The payment page could not be reached.')).toBeVisible();
    await expectAccessible(page, 'the modal without the payment page', '[role="dialog"]');
    // The page asks by itself too, now and then: nothing is answered before Retry was pressed.
    held = true;
    await modal.getByRole('button', { name: 'Retry' }).click();
    await expect(modal.getByRole('button', { name: 'Pay $250' })).toHaveAttribute('aria-busy');
    answers.resolve();
    await expect(modal.getByRole('link', { name: 'Pay $250' })).toBeVisible();
  },
);

/** The banner's code comes after the screen; two frames later it is drawn, if it is to be. */
async function bannerHadItsChance(page: Page, code: string): Promise<void> {
  const loaded = `performance.getEntriesByName(${JSON.stringify(code)}).length > 0`;
  await expect.poll(() => page.evaluate<boolean>(loaded)).toBe(true);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}

/** The address of the file with the code of the banner, which the page has loaded: its words tell, its name is a hash. */
async function bannersCode(page: Page): Promise<string> {
  const scripts = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
  );
  for (const script of scripts) {
    const text = await (await page.request.get(script)).text();
    if (text.includes('Hide until tomorrow')) return script;
  }
  throw new Error('No script of the page has the banner.');
}
