import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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

// These tests open a stand-in app page, with the app's content security policy, in a real browser.

type Call = { name: string; value: unknown; metadata: Record<string, unknown> };
declare global {
  interface Window {
    calls: Call[];
    handler: { open(): void; exit(options?: { force: boolean }): void; destroy(): void };
    Plaid: { create(config: object): Window['handler'] };
  }
}

// Browsers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let sandbox: FastifyInstance;
let app: Server;
let appUrl: string;
let sandboxUrl: string;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  app = createServer((_request, reply) => {
    reply.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${sandboxUrl}; frame-src ${sandboxUrl}; connect-src 'self' ${sandboxUrl}; style-src 'self' 'unsafe-inline'`,
    );
    reply.setHeader('content-type', 'text/html');
    reply.end(`<!doctype html><html lang="en"><title>App</title><main><h1>App</h1><button>Link</button></main>
<script src="${sandboxUrl}/plaid/link/v2/stable/link-initialize.js"></script>`);
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  appUrl = `http://localhost:${portOf(app)}`;
  sandbox = await buildSandbox(readSettings({ APP_URL: appUrl }));
  await sandbox.listen({ port: 0, host: '127.0.0.1' });
  // Use the app's host name for the sandbox too: a frame from another host would not get clicks after an axe run.
  sandboxUrl = `http://localhost:${portOf(sandbox.server)}`;
  browserErrors = [];
  page = await openPage(browser, browserErrors);
});

afterEach(async () => {
  await page.context().close();
  await sandbox.close();
  app.closeAllConnections();
  app.close();
  expect(browserErrors).toEqual([]);
});

async function post(path: string, body: object): Promise<Record<string, string>> {
  const keys = { client_id: 'sandbox-client', secret: 'sandbox-secret' };
  const reply = await sandbox.inject({
    method: 'POST',
    url: `/plaid${path}`,
    payload: { ...keys, ...body },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

function linkToken(options: object = { products: ['transactions'] }) {
  return post('/link/token/create', {
    client_name: 'Cairn',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'u1' },
    ...options,
  });
}

async function openLink(token: string | undefined): Promise<void> {
  await page.goto(appUrl);
  await page.evaluate((linkToken) => {
    window.calls = [];
    const record = (name: string) => (value: unknown, metadata: Record<string, unknown>) =>
      window.calls.push({ name, value, metadata });
    window.handler = window.Plaid.create({
      token: linkToken,
      onSuccess: record('success'),
      onExit: record('exit'),
      onEvent: record('event'),
      onLoad: () => window.calls.push({ name: 'load', value: null, metadata: {} }),
    });
    document.querySelector('button')?.focus();
    window.handler.open();
  }, token);
}

const frame = () => page.frameLocator('iframe[title="Link your bank"]');
const clickButton = (name: string) => frame().getByRole('button', { name, exact: true }).click();
const calls = (name: string) =>
  page.evaluate((expectedName) => window.calls.filter((call) => call.name === expectedName), name);
const waitForHeading = (name: string | RegExp) => frame().getByRole('heading', { name }).waitFor();

async function signIn(username: string, password: string): Promise<void> {
  await frame().getByLabel('Username').fill(username);
  await frame().getByRole('textbox', { name: 'Password' }).fill(password);
  await clickButton('Continue');
}

describe('the link flow in a browser', () => {
  test('a user can find a bank, mistype the password, sign in, choose accounts, and link them; the app gets a token to exchange', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await waitForHeading(/Cairn uses the Cairn Sandbox/);
    await clickButton('Continue');
    await frame().getByLabel('Search for your bank').fill('harb');
    await frame()
      .getByRole('button', { name: /Harbor/ })
      .click();
    await signIn('user_good', 'wrong');
    await frame().getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await signIn('user_good', 'pass_good');
    await waitForHeading('Choose accounts to share');
    const boxes = frame().getByRole('checkbox');
    await boxes.nth(1).waitFor();
    const accountCount = await boxes.count();
    await boxes.first().uncheck();
    await clickButton('Continue');
    await waitForHeading('Share your data with Cairn?');
    await clickButton('Link account');
    await waitForHeading('Success');
    expect(await calls('success')).toEqual([]);
    await clickButton('Done');

    // The flow reports to the app by postMessage, so the callbacks run asynchronously.
    await expect.poll(() => calls('success')).toHaveLength(1);
    const [success] = await calls('success');
    expect(success?.metadata).toMatchObject({
      institution: { name: expect.stringContaining('Harbor') },
      link_session_id: expect.stringMatching(/./),
    });
    expect(success?.metadata.accounts).toHaveLength(accountCount - 1);
    const { access_token } = await post('/item/public_token/exchange', {
      public_token: success?.value,
    });
    const { accounts } = await post('/accounts/get', { access_token });
    expect(accounts).toHaveLength(accountCount - 1);

    await expect.poll(async () => (await calls('event')).at(-1)?.value).toBe('HANDOFF');
    const events = await calls('event');
    const names = events.map((event) => event.value);
    expect(names[0]).toBe('OPEN');
    for (const name of [
      'TRANSITION_VIEW',
      'SEARCH_INSTITUTION',
      'SELECT_INSTITUTION',
      'SUBMIT_CREDENTIALS',
    ]) {
      expect(names).toContain(name);
    }
    const error = events.find((event) => event.value === 'ERROR');
    expect(error?.metadata).toMatchObject({ error_code: 'INVALID_CREDENTIALS' });
    expect(new Set(events.map((event) => event.metadata.link_session_id)).size).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Link');
  });

  test('the flow works by keyboard: arrows choose a bank, Escape asks for confirmation, a second Escape exits', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await waitForHeading(/Cairn uses/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForHeading('Choose your bank');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForHeading(/^Sign in to/);
    await page.keyboard.press('Escape');
    await waitForHeading('Exit without linking your bank?');
    await clickButton('Keep going');
    await waitForHeading(/^Sign in to/);
    await page.keyboard.press('Escape');
    await waitForHeading('Exit without linking your bank?');
    await page.keyboard.press('Escape');

    await page.locator('dialog.cairn-sandbox-link').waitFor({ state: 'hidden' });
    await expect.poll(() => calls('exit')).toHaveLength(1);
    const [exit] = await calls('exit');
    expect(exit).toMatchObject({ value: null, metadata: { status: 'requires_credentials' } });
    await expect.poll(async () => (await calls('event')).at(-1)?.value).toBe('EXIT');
    expect(await calls('success')).toEqual([]);
  });

  test("update mode opens the bank's sign-in directly and repairs the item", async () => {
    const { public_token } = await post('/sandbox/public_token/create', {
      institution_id: 'ins_1',
      initial_products: ['transactions'],
    });
    const { access_token } = await post('/item/public_token/exchange', { public_token });
    await post('/sandbox/item/reset_login', { access_token });
    const { link_token } = await linkToken({ access_token });

    await openLink(link_token);
    await waitForHeading(/^Sign in to .* again$/);
    await signIn('user_good', 'pass_good');
    await waitForHeading('Success');
    await page.keyboard.press('Escape');
    await expect.poll(() => calls('success')).toHaveLength(1);
    const { item } = await post('/item/get', { access_token });
    expect(item).toMatchObject({ error: null });
  });

  test('update mode requests consent to more products and lists only the new ones', async () => {
    const { public_token } = await post('/sandbox/public_token/create', {
      institution_id: 'ins_1',
      initial_products: ['transactions'],
    });
    const { access_token, item_id } = await post('/item/public_token/exchange', { public_token });
    const url = `/control/items/${item_id}/consent`;
    await sandbox.inject({ method: 'POST', url, payload: { products: [] } });
    const { link_token } = await linkToken({
      access_token,
      additional_consented_products: ['investments'],
    });
    await openLink(link_token);
    await signIn('user_good', 'pass_good');
    await waitForHeading('Share more with Cairn?');
    await expectAccessible(page);
    const ticks = frame().getByRole('listitem');
    await ticks.filter({ hasText: 'Holdings in investment accounts' }).waitFor();
    expect(await ticks.filter({ hasText: 'cards and loans' }).count()).toBe(0);
    await clickButton('Agree');
    await waitForHeading('Success');
    const { item } = await post('/item/get', { access_token });
    expect(item).toMatchObject({ consented_products: ['transactions', 'investments'] });
  });

  test('an invalid link token is reported to the app with its error code', async () => {
    await openLink('link-sandbox-none');
    await waitForHeading('Something went wrong');
    await clickButton('Exit');
    await expect.poll(() => calls('exit')).toHaveLength(1);
    const [exit] = await calls('exit');
    expect(exit?.value).toMatchObject({ error_code: 'INVALID_LINK_TOKEN' });
  });

  test('the app can force the flow to exit, open it again, and destroy it', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await waitForHeading(/Cairn uses/);
    await page.evaluate(() => window.handler.exit({ force: true }));
    await expect.poll(() => calls('exit')).toHaveLength(1);
    await page.evaluate(() => window.handler.open());
    await waitForHeading(/Cairn uses/);
    await page.evaluate(() => window.handler.destroy());
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    await expect.poll(() => calls('load')).toHaveLength(1);
  });

  test('a message from another origin or another window is ignored', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await waitForHeading(/Cairn uses/);
    await page.evaluate(() => {
      const forged = { channel: 'cairn-sandbox-link', type: 'success', publicToken: 'x' };
      window.postMessage(forged, '*');
    });
    await clickButton('Continue');
    await waitForHeading('Choose your bank');
    expect(await calls('success')).toEqual([]);
  });

  test.each(viewports)(
    'every step is accessible in the %s theme at %i px and fits the screen width',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const { link_token } = await linkToken();
      const check = async () => {
        await expectAccessible(page);
        const overflow = () =>
          frame()
            .locator('#panel')
            .evaluate((panel) => panel.scrollWidth - panel.clientWidth);
        await expect.poll(overflow).toBe(0);
      };
      await openLink(link_token);
      await waitForHeading(/Cairn uses/);
      await check();
      await clickButton('Continue');
      await waitForHeading('Choose your bank');
      await check();
      await frame()
        .getByRole('button', { name: /Harbor/ })
        .click();
      await signIn('user_good', 'wrong');
      await frame().getByRole('alert').filter({ hasText: /\w/ }).waitFor();
      await check();
      await signIn('user_good', 'pass_good');
      await waitForHeading('Choose accounts to share');
      await check();
      await clickButton('Continue');
      await waitForHeading('Share your data with Cairn?');
      await check();
      await clickButton('Link account');
      await waitForHeading('Success');
      await check();
    },
  );
});
