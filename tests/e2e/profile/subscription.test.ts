import type { Page } from '@playwright/test';
import { testPassword } from '../../support/requests/test-client.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';
import {
  countCalls,
  expectUpgradeScreen,
  newCustomer,
  payOnHostedPage,
  triggerPaymentEvent,
  waitForSubscription,
  yearlyCustomer,
} from './subscription-steps.ts';

test(
  'paying unlocks the account in all tabs and keeps unsaved input in one of them',
  oneLayout,
  async ({ page, context }) => {
    const customer = await newCustomer();
    await openAs(customer, page);
    const [otherTab, typingTab] = [await context.newPage(), await context.newPage()];
    await otherTab.goto('/');
    await expectUpgradeScreen(otherTab);
    await typingTab.goto('/profile');
    await regionNamed(typingTab, 'Email').getByRole('button', { name: 'Change email' }).click();
    const field = dialogNamed(typingTab, 'Change email').getByLabel('New email');
    await field.fill('half an addr');

    const tokenRenewals = countCalls(context, '/user/upgrade_token');
    await page.getByRole('button', { name: 'Upgrade Account' }).click();
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await page.getByRole('link', { name: 'Pay $50', exact: true }).click();
    await expect(page).toHaveURL(
      new RegExp(`/stripe/pay/yearly\\?client_reference_id=${customer.id}&`),
    );
    await expect(page.getByLabel('Email')).toHaveValue(customer.email);
    await payOnHostedPage(page, 'Pay and subscribe $50.00');
    await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
    await expect(otherTab.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
    await expect(otherTab).toHaveURL('/link');
    // The content behind the dialog is not in the accessibility tree.
    await expect(typingTab.getByText('Transactions', { exact: true }).first()).toBeVisible();
    await expect(field).toHaveValue('half an addr');
    expect(tokenRenewals()).toBe(1);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL('/link');
    expect(tokenRenewals()).toBe(1);
  },
);

test(
  'a payment on another device unlocks the account once an open dialog is closed',
  oneLayout,
  async ({ page }) => {
    const customer = await newCustomer();
    await openAs(customer, page, '/profile');
    await regionNamed(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    const dialog = dialogNamed(page, 'Change email');
    await dialog.getByLabel('New email').fill('half an addr');
    const response = page.waitForResponse('**/api/user/me');
    await triggerPaymentEvent('complete', customer, { plan: 'lifetime' });
    await response;
    // The content behind the dialog is not in the accessibility tree.
    await expect(page.getByText('You have full access to Cairn for life.')).toBeAttached();
    await expect(dialog.getByLabel('New email')).toHaveValue('half an addr');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/link');

    // Paying from demo mode exits it.
    await page.evaluate(`localStorage.setItem('demoMode', 'true')`);
    await page.goto('/signup/checkout');
    await expect(page.getByRole('heading', { name: 'Thanks for joining!' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cairn', exact: true })).toBeVisible();
  },
);

test(
  'an ended subscription locks both tabs at the next call and shows the reason',
  oneLayout,
  async ({ page, context, browserErrors }) => {
    browserErrors.allow(/403 .*\/api\//);
    const customer = await yearlyCustomer();
    // Without server events, only the next call reveals it.
    await context.route('**/api/user/events', (route) => route.abort());
    browserErrors.allow(/ERR_FAILED.*user\/events/);
    await openAs(customer, page, '/transactions');
    const otherTab = await context.newPage();
    await otherTab.goto('/link');
    await expect(otherTab.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
    const search = page.getByRole('combobox', { name: 'Search transactions' });
    await expect(search).toBeVisible();

    const tokenRenewals = countCalls(context, '/user/upgrade_token');
    await triggerPaymentEvent('cancel', customer);
    await waitForSubscription(customer, 'ended');
    // A background call may come first and replace the page with the search.
    await search.fill('coffee', { timeout: 5_000 }).catch(() => undefined);
    for (const tab of [page, otherTab]) {
      await expect(
        tab.getByText(/^Your subscription ended on .* It was canceled\.$/),
      ).toBeVisible();
      await expectUpgradeScreen(tab);
    }
    await expect(page).toHaveURL('/');
    expect(tokenRenewals()).toBe(1);
    await expect(page.getByText(/^We'll keep your data/)).toBeVisible();
    await expectAccessible(page, 'the upgrade screen after an ended subscription');
    await page.getByRole('link', { name: 'Profile' }).click();
    const card = regionNamed(page, 'Subscription');
    await expect(card.getByText(/^Your subscription ended on .* It was canceled\.$/)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
    expect(tokenRenewals()).toBe(1);
  },
);

test(
  'a pending payment is shown as such, and a failed one can be retried',
  oneLayout,
  async ({ page, browserErrors }) => {
    const customer = await newCustomer();
    const title = (name: string) => page.getByRole('heading', { name });
    await page.goto('/signup/checkout');
    await page.getByLabel('Username').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/signup/checkout');
    await expect(title('Confirming your payment')).toBeVisible();
    await triggerPaymentEvent('complete', customer, { plan: 'lifetime', payment_status: 'unpaid' });
    await expect(title('Your payment is being processed')).toBeVisible();
    await expectAccessible(page, 'a pending payment');
    browserErrors.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await expect(page.getByText(/^You're offline\. This page continues/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^You're offline/)).toHaveCount(0);
    await page.goto('/');
    await expectUpgradeScreen(page);
    await page.getByRole('button', { name: 'Upgrade Account' }).click();
    const modal = dialogNamed(page, 'Upgrade your account for all features');
    await expect(modal.getByText('You already have a payment in progress.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await page.getByRole('link', { name: 'Check payment status' }).click();
    await expect(title('Your payment is being processed')).toBeVisible();

    await triggerPaymentEvent('fail', customer);
    await expect(title("Your payment didn't go through")).toBeVisible();
    await expectAccessible(page, 'a failed payment');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(modal.getByRole('link', { name: 'Pay $250' })).toBeVisible();
    await triggerPaymentEvent('complete', customer, { plan: 'lifetime' });
    await expect(title('Thanks for joining!')).toBeVisible();
    const paidDialog = dialogNamed(page, "You've already paid");
    await paidDialog.getByRole('button', { name: 'Continue' }).click();
    await expect(paidDialog).toBeHidden();
  },
);

test('a failed renewal shows a banner on every screen and a link to the portal on the profile', async ({
  page,
}) => {
  const customer = await yearlyCustomer();
  await openAs(customer, page, '/link');
  await expect(page.getByRole('button', { name: 'Link a bank account' })).toBeVisible();
  await triggerPaymentEvent('fail', customer);
  const banner = page.getByRole('complementary', { name: 'Payment failed' });
  await expect(banner.getByText(/You keep full access until /)).toBeVisible();
  await expectAccessible(page, 'a screen with the banner');
  await page.goto('/transactions');
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Hide until tomorrow' }).click();
  await expect(banner).toBeHidden();
  const script = await findBannerScript(page);
  await page.goto('/profile');
  const card = regionNamed(page, 'Subscription');
  await expect(card.getByText(/^We couldn't process your renewal\./)).toBeVisible();
  await waitForBannerScript(page, script);
  await expect(banner).toBeHidden();

  await card.getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByText('Cancel subscription').click();
  await page.getByRole('button', { name: 'Confirm cancellation' }).click();
  await expect(page.getByText(/^Your subscription ends on/)).toBeVisible();
  await page.getByRole('link', { name: 'Return to Cairn' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(card.getByRole('button', { name: 'Manage subscription' })).toBeVisible();
  await expectAccessible(page, 'the profile after a cancellation');
});

test(
  'a server that contradicts its own token is polled with backoff, without a reload of the page',
  oneLayout,
  async ({ page }) => {
    const customer = await newCustomer();
    await page.clock.install();
    const me = { ...(await customer.api.request('GET /user/me')), subscription_status: 'paid' };
    await page.route('**/api/user/me', (route) => route.fulfill({ json: me }));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const tokenRenewals = countCalls(page.context(), '/user/upgrade_token');
    await openAs(customer, page);
    await expectUpgradeScreen(page);
    await expect.poll(tokenRenewals).toBe(1);
    await page.clock.runFor('02:30');
    await expect.poll(tokenRenewals).toBeGreaterThan(1);
    expect(tokenRenewals()).toBeLessThanOrEqual(4);
    expect(loads).toBe(1);

    // The checkout page polls too, with the same backoff.
    await page.goto('/signup/checkout');
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
    const before = tokenRenewals();
    await page.clock.runFor('02:00');
    await expect.poll(tokenRenewals).toBeGreaterThan(before);
    expect(tokenRenewals() - before).toBeLessThanOrEqual(8);
    expect(loads).toBe(2);
  },
);

test(
  'the upgrade modal shows an error if the payment link cannot be loaded, and loading can be retried',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED.*api\/config/);
    const release = Promise.withResolvers<void>();
    let isDelayed = false;
    await page.route('**/api/config', async (route) => {
      if (!isDelayed) return route.abort();
      await release.promise;
      await route.continue();
    });
    await openAs(people.free, page);
    await page.getByRole('button', { name: 'Upgrade Account' }).click();
    const modal = dialogNamed(page, 'Upgrade your account for all features');
    await expect(modal.getByText("We couldn't reach the payment page.")).toBeVisible();
    await expectAccessible(page, 'the modal without the payment page', '[role="dialog"]');
    // The page may also fetch the config by itself. Every response is delayed until the busy state has been checked.
    isDelayed = true;
    await modal.getByRole('button', { name: 'Retry' }).click();
    await expect(modal.getByRole('button', { name: 'Pay $250' })).toHaveAttribute('aria-busy');
    release.resolve();
    await expect(modal.getByRole('link', { name: 'Pay $250' })).toBeVisible();
  },
);

/** Waits until the banner's script is loaded and two more frames are rendered, so that it would be visible. */
async function waitForBannerScript(page: Page, script: string): Promise<void> {
  const loaded = `performance.getEntriesByName(${JSON.stringify(script)}).length > 0`;
  await expect.poll(() => page.evaluate<boolean>(loaded)).toBe(true);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}

/** The URL of the loaded script with the banner. Its name is a hash, so it is found by its storage key. */
async function findBannerScript(page: Page): Promise<string> {
  const scripts = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
  );
  for (const script of scripts) {
    const text = await (await page.request.get(script)).text();
    if (text.includes('paymentNoticeHidden')) return script;
  }
  throw new Error('No script of the page has the banner.');
}
