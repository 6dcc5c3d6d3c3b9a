import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildSandbox } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { expectAccessible, looks, openBrowser, openPage, portOf } from '../../testing/browser.ts';

// The pages that people see, in a real browser, with a listener in the app's place.

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let sandbox: FastifyInstance;
let app: Server;
let announced: string[];
let bank: string;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  announced = [];
  complaints = [];
  app = createServer(async (request, reply) => {
    const body = await buffer(request);
    if (request.method === 'POST') announced.push(String(body));
    reply.setHeader('content-type', 'text/html').end(`<title>App</title>${request.url}`);
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  sandbox = await buildSandbox(readSettings({ APP_URL: `http://localhost:${portOf(app)}` }));
  await sandbox.listen({ port: 0, host: '127.0.0.1' });
  bank = `http://localhost:${portOf(sandbox.server)}`;
  page = await openPage(browser, complaints);
});

afterEach(async () => {
  await page.context().close();
  await sandbox.close();
  app.closeAllConnections();
  app.close();
  // The app's stand-in has no icon.
  expect(complaints.filter((words) => !words.includes('favicon'))).toEqual([]);
});

async function linkABank(): Promise<string> {
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
  test('an empty form says what is missing, a refused card says why, a good one pays and goes back to the app', async () => {
    await page.goto(`${bank}/stripe/pay/yearly?client_reference_id=u1&prefilled_email=d@e.example`);
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
    expect(announced).toEqual([]);

    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Security code').fill('123');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/signup/checkout');
    await expect
      .poll(() => announced.map((body) => JSON.parse(body).type))
      .toContain('checkout.session.completed');
  });

  test('Cancel leads back to the app', async () => {
    await page.goto(`${bank}/stripe/pay/lifetime`);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`http://localhost:${portOf(app)}/`);
  });
});

describe('the page for people', () => {
  test('a transaction is added to a linked bank, its login broken and repaired', async () => {
    const id = await linkABank();
    await page.goto(bank);
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

  test('a payment is completed and refunded, a fault is asked for and taken back', async () => {
    await page.goto(bank);
    await page.getByLabel('Client reference').fill('user-7');
    await page.getByRole('button', { name: 'Complete a payment' }).click();
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('The money was given back.').waitFor();
    await expect
      .poll(() => announced.map((body) => JSON.parse(body).type))
      .toContain('charge.refunded');

    await page.getByLabel('Fault', { exact: true }).selectOption('not_ready');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('button', { name: 'Clear faults' }).click();
    await page.getByText('All faults are gone.').waitFor();
    expect((await sandbox.inject('/control/faults')).json()).toEqual([]);
  });

  test('a transaction is changed, taken back and restored, and the keyboard stays where it was', async () => {
    const id = await linkABank();
    await page.goto(bank);
    const item = page.locator(`article[data-key="${id}"]`);
    await item.getByText('Newest transactions').click();
    const change = item.getByRole('button', { name: /^Change / }).first();
    const name = (await change.getAttribute('aria-label'))?.replace('Change ', '') ?? '';
    await change.press('Enter');
    const row = item.locator('.rows li').first();
    await expect.poll(() => row.getByLabel('Description').inputValue()).toBe(name);
    await row.getByLabel('Amount').fill('77.25');
    await row.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${name} was changed.`).waitFor();
    await row.getByText('$77.25').waitFor();

    await row.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText(`${name} was taken back.`).waitFor();
    const restore = item.getByRole('button', { name: `Restore ${name}` });
    await restore.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('article') !== null))
      .toBe(true);
    await restore.press('Enter');
    await page.getByText(`${name} is back.`).waitFor();
    await expect.poll(() => restore.count()).toBe(0);
  });

  test('webhooks are sent by hand, and what the app said to them is told', async () => {
    const id = await linkABank();
    await page.goto(bank);
    const item = page.locator(`article[data-key="${id}"]`);
    await item.getByText('Webhooks by hand').click();
    await item.getByLabel('Send a webhook').selectOption('PENDING_DISCONNECT');
    await item.getByRole('button', { name: 'Send' }).click();
    await page.getByText('PENDING_DISCONNECT was sent.').waitFor();
    await expect
      .poll(() => announced.map((body) => JSON.parse(body).webhook_code))
      .toContain('PENDING_DISCONNECT');
    await item.getByLabel('Replay the last one, times').fill('2');
    await item.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Sent again 2 times: the app answered 200.').waitFor();
    // The listener in the app's place takes anything.
    await item.getByLabel('Forge one').selectOption('old_iat');
    await item.getByRole('button', { name: 'Forge' }).click();
    await page.getByText('The forged webhook was not refused: the app answered 200.').waitFor();
  });

  test('prices, rates and holdings are set and taken back', async () => {
    await page.goto(bank);
    const price = page.getByLabel('Price in dollars');
    const setPrice = page.getByRole('button', { name: 'Set price' });
    await price.fill('12.5');
    await setPrice.click();
    await page.getByText('AAPL costs $12.5 now.').waitFor();
    await page.locator('#quote-list').getByText('$12.50').waitFor();
    await price.fill('');
    await setPrice.click();
    await page.getByText('AAPL has its own price again.').waitFor();

    await page.getByLabel('Holds').fill('0.5');
    await page.getByRole('button', { name: 'Set holding' }).click();
    await page.getByText('user_good holds 0.5 BTC now.').waitFor();
    await page.getByLabel('How many a dollar buys').fill('0.00002');
    await page.getByRole('button', { name: 'Set rate' }).click();
    await page.getByText('A dollar buys 0.00002 BTC now.').waitFor();
    const exchange = (await sandbox.inject('/control/exchange')).json();
    expect(exchange.rates.BTC).toBe('0.00002');
    expect(exchange.people[0].holdings).toContainEqual({ code: 'BTC', amount: '0.5' });
    expect(exchange.people[0].holdings.length).toBeGreaterThan(1);
  });

  test('sign-ins and consents are answered by hand, and what came of it can be copied', async () => {
    await page.goto(bank);
    await page.getByText('Make a Google ID token by hand').click();
    const google = page.locator('#google-form');
    await google.getByLabel('Email', { exact: true }).fill('dana@example.com');
    await google.getByLabel('Nonce').fill('n-1');
    await google.getByLabel('Address verified').selectOption('No');
    await google.getByRole('button', { name: 'Make ID token' }).click();
    await page.getByText('The ID token is made.').waitFor();
    const credential = await google.locator('output code').textContent();
    const claims = Buffer.from(credential?.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({
      email: 'dana@example.com',
      nonce: 'n-1',
      email_verified: false,
    });

    await page.getByText('Answer a consent by hand').click();
    const consent = page.locator('#consent-form');
    const asked = new URLSearchParams({
      client_id: 'sandbox-client',
      redirect_uri: `http://localhost:${portOf(app)}/crypto/callback`,
      response_type: 'code',
      scope: 'wallet:accounts:read',
      state: 's-1-state-of-some-length',
    });
    await consent
      .getByLabel('Address that the app sent the person to')
      .fill(`${bank}/coinbase/oauth2/auth?${asked}`);
    await consent.getByRole('button', { name: 'Answer' }).click();
    await expect
      .poll(() => consent.locator('output code').textContent())
      .toMatch(/\/crypto\/callback\?code=.+&state=s-1/);
    await consent.getByLabel('Cancel instead').check();
    await consent.getByRole('button', { name: 'Answer' }).click();
    await expect.poll(() => consent.locator('output code').textContent()).toMatch(/error=/);

    await page.getByText('Answer an Apple sign-in by hand').click();
    const apple = page.locator('#apple-form');
    await apple.getByLabel('Address that the app').fill(`${bank}/elsewhere`);
    await apple.getByLabel('Email', { exact: true }).fill('iris@example.com');
    await apple.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('authorize_url must lead to /apple/auth/authorize').waitFor();
    complaints = complaints.filter((words) => !words.includes('422'));
  });

  test('faults are offered as the provider has them, with what they need', async () => {
    await page.goto(bank);
    const kind = page.getByLabel('Fault', { exact: true });
    await page.getByLabel('Provider').selectOption('mail');
    await expect
      .poll(() => kind.locator('option:not([disabled])').evaluateAll((all) => all.length))
      .toBe(5);
    await page.getByLabel('Provider').selectOption('plaid');
    await kind.selectOption('refuse');
    await page.getByLabel('Code of the refusal').fill('INSTITUTION_DOWN');
    await page.getByLabel('Only at this bank').selectOption('ins_2');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByText('The fault waits for its request.').waitFor();
    expect((await sandbox.inject('/control/faults')).json()).toMatchObject([
      { kind: 'refuse', code: 'INSTITUTION_DOWN', institution_id: 'ins_2', times: 1 },
    ]);
  });

  test('what the sandbox refuses is said in its words', async () => {
    const id = await linkABank();
    await page.goto(bank);
    await page.locator(`article[data-key="${id}"]`).waitFor();
    await sandbox.inject({ method: 'POST', url: '/control/reset', payload: {} });
    // The item is gone at the sandbox while its card still stands: the next press is refused.
    await page.getByRole('button', { name: 'Settle pending' }).click();
    await page.getByText(`there is no item ${id}`).waitFor();
    complaints = complaints.filter((words) => !words.includes('404'));
  });
});

test.each(looks)(
  'every page is accessible in %s at %i px, and none is wider than the screen',
  async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await linkABank();
    await sandbox.inject({
      method: 'POST',
      url: '/control/payments/complete',
      payload: { client_reference_id: 'u', plan: 'yearly' },
    });
    for (const path of ['/', '/mail', '/mail/99', '/stripe/pay/yearly', '/stripe/pay/weekly']) {
      await page.goto(`${bank}${path}`);
      if (path === '/') {
        const item = page.locator('#item-list article').first();
        await item.getByText('Newest transactions').click();
        await item.getByText('Webhooks by hand').click();
        for (const words of [/^Make a Google/, /^Answer an Apple/, /^Answer a consent/])
          await page.getByText(words).click();
        await item
          .getByRole('button', { name: /^Change / })
          .first()
          .click();
      }
      await expectAccessible(page);
      const spill = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(spill, { message: path }).toBeLessThanOrEqual(0);
    }
    complaints = complaints.filter((words) => !words.includes('404'));
  },
);
