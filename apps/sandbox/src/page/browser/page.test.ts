import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildSandbox } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import {
  expectAccessible,
  openBrowser,
  openPage,
  portOf,
  viewports,
} from '../../testing/browser-harness.ts';

// The sandbox's pages in a real browser, with a small server in place of the app.

// Browsers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let sandbox: FastifyInstance;
let app: Server;
let webhooks: string[];
let sandboxUrl: string;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  webhooks = [];
  browserErrors = [];
  app = createServer(async (request, reply) => {
    const body = await buffer(request);
    if (request.method === 'POST') webhooks.push(String(body));
    reply.setHeader('content-type', 'text/html').end(`<title>App</title>${request.url}`);
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  sandbox = await buildSandbox(readSettings({ APP_URL: `http://localhost:${portOf(app)}` }));
  await sandbox.listen({ port: 0, host: '127.0.0.1' });
  sandboxUrl = `http://localhost:${portOf(sandbox.server)}`;
  page = await openPage(browser, browserErrors);
});

afterEach(async () => {
  await page.context().close();
  await sandbox.close();
  app.closeAllConnections();
  app.close();
  // The server in place of the app has no favicon.
  expect(browserErrors.filter((text) => !text.includes('favicon'))).toEqual([]);
});

async function linkBank(): Promise<string> {
  const keys = { client_id: 'sandbox-client', secret: 'sandbox-secret' };
  const created = await sandbox.inject({
    method: 'POST',
    url: '/plaid/sandbox/public_token/create',
    payload: {
      ...keys,
      institution_id: 'ins_1',
      initial_products: ['transactions'],
      options: { webhook: `http://localhost:${portOf(app)}/webhooks` },
    },
  });
  const exchanged = await sandbox.inject({
    method: 'POST',
    url: '/plaid/item/public_token/exchange',
    payload: { ...keys, public_token: created.json().public_token },
  });
  return exchanged.json().item_id;
}

describe('the payment page in a browser', () => {
  test('a form shows missing fields and declined cards, and a valid card pays and returns to the app', async () => {
    await page.goto(
      `${sandboxUrl}/stripe/pay/yearly?client_reference_id=u1&prefilled_email=d@e.example`,
    );
    const pay = page.getByRole('button', { name: 'Pay and subscribe $50.00' });
    await pay.click();
    await page.getByText('Enter your card number.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('number');

    await page.getByLabel('Card number').pressSequentially('4000000000000002');
    await expect
      .poll(() => page.getByLabel('Card number').inputValue())
      .toBe('4000 0000 0000 0002');
    await page.getByLabel('Expiration date').pressSequentially('1230');
    await expect.poll(() => page.getByLabel('Expiration date').inputValue()).toBe('12 / 30');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on card').fill('Dana Diaz');
    await pay.click();
    await page.getByText('Your card was declined.').waitFor();
    expect(webhooks).toEqual([]);

    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Security code').fill('123');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/signup/checkout');
    await expect
      .poll(() => webhooks.map((body) => JSON.parse(body).type))
      .toContain('checkout.session.completed');
  });

  test('Cancel returns to the app', async () => {
    await page.goto(`${sandboxUrl}/stripe/pay/lifetime`);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`http://localhost:${portOf(app)}/`);
  });
});

describe('the home page in a browser', () => {
  test('a transaction can be added to a linked bank, and the bank’s login can be broken and repaired', async () => {
    const id = await linkBank();
    await page.goto(sandboxUrl);
    const item = page.locator(`article[data-key="${id}"]`);
    await item.getByLabel('Description').fill('Night Train');
    await item.getByRole('button', { name: 'Add transaction' }).click();
    await page.getByText('Night Train added.').waitFor();
    const rows = await sandbox.inject(`/control/items/${id}/transactions`);
    expect(rows.body).toContain('Night Train');

    await item.getByRole('button', { name: 'Require login' }).click();
    await item.getByText('Login required').waitFor();
    await item.getByRole('button', { name: 'Repair login' }).click();
    await item.getByText('Connected').waitFor();
  });

  test('a payment can be completed and refunded, and a fault can be added and cleared', async () => {
    await page.goto(sandboxUrl);
    await page.getByLabel('Client reference').fill('user-7');
    await page.getByRole('button', { name: 'Complete payment' }).click();
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Payment refunded.').waitFor();
    await expect
      .poll(() => webhooks.map((body) => JSON.parse(body).type))
      .toContain('charge.refunded');

    await page.getByLabel('Fault', { exact: true }).selectOption('not_ready');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('button', { name: 'Clear faults' }).click();
    await page.getByText('All faults cleared.').waitFor();
    expect((await sandbox.inject('/control/faults')).json()).toEqual([]);
  });

  test('a transaction can be edited, removed, and restored without losing the focus', async () => {
    const id = await linkBank();
    await page.goto(sandboxUrl);
    const item = page.locator(`article[data-key="${id}"]`);
    await item.getByText('Newest transactions').click();
    const edit = item.getByRole('button', { name: /^Edit / }).first();
    const name = (await edit.getAttribute('aria-label'))?.replace('Edit ', '') ?? '';
    await edit.press('Enter');
    const row = item.locator('.rows li').first();
    await expect.poll(() => row.getByLabel('Description').inputValue()).toBe(name);
    await row.getByLabel('Amount').fill('77.25');
    await row.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${name} updated.`).waitFor();
    await row.getByText('$77.25').waitFor();

    await row.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText(`${name} removed.`).waitFor();
    const restore = item.getByRole('button', { name: `Restore ${name}` });
    await restore.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('article') !== null))
      .toBe(true);
    await restore.press('Enter');
    await page.getByText(`${name} restored.`).waitFor();
    await expect.poll(() => restore.count()).toBe(0);
  });

  test('manual webhooks are sent, and the page shows how the app responded', async () => {
    const id = await linkBank();
    await page.goto(sandboxUrl);
    const item = page.locator(`article[data-key="${id}"]`);
    await item.getByText('Manual webhooks').click();
    await item.getByLabel('Send a webhook').selectOption('PENDING_DISCONNECT');
    await item.getByRole('button', { name: 'Send' }).click();
    await page.getByText('PENDING_DISCONNECT sent.').waitFor();
    await expect
      .poll(() => webhooks.map((body) => JSON.parse(body).webhook_code))
      .toContain('PENDING_DISCONNECT');
    await item.getByLabel('Replay the last webhook (times)').fill('2');
    await item.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Resent 2 times. The app returned 200.').waitFor();
    // The server in place of the app accepts everything.
    await item.getByLabel('Forge a webhook').selectOption('old_iat');
    await item.getByRole('button', { name: 'Forge' }).click();
    await page.getByText('The app did not reject the forged webhook. It returned 200.').waitFor();
  });

  test('prices, rates, and holdings can be set, and a price can be reset', async () => {
    await page.goto(sandboxUrl);
    const price = page.getByLabel('Price in dollars');
    const setPrice = page.getByRole('button', { name: 'Set price' });
    await price.fill('12.5');
    await setPrice.click();
    await page.getByText('AAPL now costs $12.5.').waitFor();
    await page.locator('#quote-list').getByText('$12.50').waitFor();
    await price.fill('');
    await setPrice.click();
    await page.getByText('AAPL price reset.').waitFor();

    await page.getByLabel('Amount held').fill('0.5');
    await page.getByRole('button', { name: 'Set holding' }).click();
    await page.getByText('user_good now holds 0.5 BTC.').waitFor();
    await page.getByLabel('Coins per dollar').fill('0.00002');
    await page.getByRole('button', { name: 'Set rate' }).click();
    await page.getByText('One dollar now buys 0.00002 BTC.').waitFor();
    const exchange = (await sandbox.inject('/control/exchange')).json();
    expect(exchange.rates.BTC).toBe('0.00002');
    expect(exchange.people[0].holdings).toContainEqual({ code: 'BTC', amount: '0.5' });
    expect(exchange.people[0].holdings.length).toBeGreaterThan(1);
  });

  test('manual forms sign in and consent, and show the result', async () => {
    await page.goto(sandboxUrl);
    await page.getByText('Create a Google ID token').click();
    const google = page.locator('#google-form');
    await google.getByLabel('Email', { exact: true }).fill('dana@example.com');
    await google.getByLabel('Nonce').fill('n-1');
    await google.getByLabel('Email verified').selectOption('No');
    await google.getByRole('button', { name: 'Create ID token' }).click();
    await page.getByText('ID token created.').waitFor();
    const credential = await google.locator('output code').textContent();
    const claims = Buffer.from(credential?.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({
      email: 'dana@example.com',
      nonce: 'n-1',
      email_verified: false,
    });

    await page.getByText('Simulate an exchange consent').click();
    const consent = page.locator('#consent-form');
    const query = new URLSearchParams({
      client_id: 'sandbox-client',
      redirect_uri: `http://localhost:${portOf(app)}/crypto/callback`,
      response_type: 'code',
      scope: 'wallet:accounts:read',
      state: 's-1-state-of-some-length',
    });
    await consent
      .getByLabel('Authorization URL from the app')
      .fill(`${sandboxUrl}/coinbase/oauth2/auth?${query}`);
    await consent.getByRole('button', { name: 'Submit' }).click();
    await expect
      .poll(() => consent.locator('output code').textContent())
      .toMatch(/\/crypto\/callback\?code=.+&state=s-1/);
    await consent.getByLabel('Cancel instead').check();
    await consent.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => consent.locator('output code').textContent()).toMatch(/error=/);

    await page.getByText('Simulate an Apple sign-in').click();
    const apple = page.locator('#apple-form');
    await apple.getByLabel('Authorization URL from the app').fill(`${sandboxUrl}/elsewhere`);
    await apple.getByLabel('Email', { exact: true }).fill('iris@example.com');
    await apple.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('authorize_url must have the path /apple/auth/authorize').waitFor();
    browserErrors = browserErrors.filter((text) => !text.includes('422'));
  });

  test('the fault form offers only the kinds and fields that the provider supports', async () => {
    await page.goto(sandboxUrl);
    const kind = page.getByLabel('Fault', { exact: true });
    await page.getByLabel('Provider').selectOption('mail');
    await expect
      .poll(() => kind.locator('option:not([disabled])').evaluateAll((all) => all.length))
      .toBe(5);
    await page.getByLabel('Provider').selectOption('plaid');
    await kind.selectOption('refuse');
    await page.getByLabel('Error code').fill('INSTITUTION_DOWN');
    await page.getByLabel('Limit to bank').selectOption('ins_2');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByText('Fault added. It applies to the next matching request.').waitFor();
    expect((await sandbox.inject('/control/faults')).json()).toMatchObject([
      { kind: 'refuse', code: 'INSTITUTION_DOWN', institution_id: 'ins_2', times: 1 },
    ]);
  });

  test('a rejected action shows the reason that the sandbox gives', async () => {
    const id = await linkBank();
    await page.goto(sandboxUrl);
    await page.locator(`article[data-key="${id}"]`).waitFor();
    await sandbox.inject({ method: 'POST', url: '/control/reset', payload: {} });
    // The reset deletes the item while its card is still shown, so the next action is rejected.
    await page.getByRole('button', { name: 'Post pending' }).click();
    await page.getByText(`item ${id} not found`).waitFor();
    browserErrors = browserErrors.filter((text) => !text.includes('404'));
  });
});

test.each(viewports)(
  'every page is accessible in the %s theme at %i px and fits the screen width',
  async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await linkBank();
    await sandbox.inject({
      method: 'POST',
      url: '/control/payments/complete',
      payload: { client_reference_id: 'u', plan: 'yearly' },
    });
    for (const path of ['/', '/mail', '/mail/99', '/stripe/pay/yearly', '/stripe/pay/weekly']) {
      await page.goto(`${sandboxUrl}${path}`);
      if (path === '/') {
        const item = page.locator('#item-list article').first();
        await item.getByText('Newest transactions').click();
        await item.getByText('Manual webhooks').click();
        for (const text of [/^Create a Google/, /^Simulate an Apple/, /^Simulate an exchange/])
          await page.getByText(text).click();
        await item
          .getByRole('button', { name: /^Edit / })
          .first()
          .click();
      }
      await expectAccessible(page);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0);
    }
    browserErrors = browserErrors.filter((text) => !text.includes('404'));
  },
);
