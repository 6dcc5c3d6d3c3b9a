import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildSandbox } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { expectAccessible, looks, openBrowser, openPage, portOf } from '../../testing/browser.ts';

// A real browser on a page of "the app", under the policy that the app will have, against a real sandbox.

type Call = { name: string; value: unknown; metadata: Record<string, unknown> };
declare global {
  interface Window {
    calls: Call[];
    handler: { open(): void; exit(options?: { force: boolean }): void; destroy(): void };
    Plaid: { create(config: object): Window['handler'] };
  }
}

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let sandbox: FastifyInstance;
let app: Server;
let appUrl: string;
let bank: string;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  app = createServer((_request, reply) => {
    reply.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${bank}; frame-src ${bank}; connect-src 'self' ${bank}; style-src 'self' 'unsafe-inline'`,
    );
    reply.setHeader('content-type', 'text/html');
    reply.end(`<!doctype html><html lang="en"><title>App</title><main><h1>App</h1><button>Link</button></main>
<script src="${bank}/plaid/link/v2/stable/link-initialize.js"></script>`);
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  appUrl = `http://localhost:${portOf(app)}`;
  sandbox = await buildSandbox(readSettings({ APP_URL: appUrl }));
  await sandbox.listen({ port: 0, host: '127.0.0.1' });
  // The same host as the app, as when both run on one machine: another host's frame would get no clicks after axe.
  bank = `http://localhost:${portOf(sandbox.server)}`;
  complaints = [];
  page = await openPage(browser, complaints);
});

afterEach(async () => {
  await page.context().close();
  await sandbox.close();
  app.closeAllConnections();
  app.close();
  expect(complaints).toEqual([]);
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

function linkToken(more: object = { products: ['transactions'] }) {
  return post('/link/token/create', {
    client_name: 'Cairn',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'u1' },
    ...more,
  });
}

async function openLink(token: string | undefined): Promise<void> {
  await page.goto(appUrl);
  await page.evaluate((linkToken) => {
    window.calls = [];
    const note = (name: string) => (value: unknown, metadata: Record<string, unknown>) =>
      window.calls.push({ name, value, metadata });
    window.handler = window.Plaid.create({
      token: linkToken,
      onSuccess: note('success'),
      onExit: note('exit'),
      onEvent: note('event'),
      onLoad: () => window.calls.push({ name: 'load', value: null, metadata: {} }),
    });
    document.querySelector('button')?.focus();
    window.handler.open();
  }, token);
}

const frame = () => page.frameLocator('iframe[title="Link your bank"]');
const press = (name: string) => frame().getByRole('button', { name, exact: true }).click();
const calls = (name: string) =>
  page.evaluate((wanted) => window.calls.filter((call) => call.name === wanted), name);
const shown = (name: string | RegExp) => frame().getByRole('heading', { name }).waitFor();

async function signIn(username: string, password: string): Promise<void> {
  await frame().getByLabel('Username').fill(username);
  await frame().getByRole('textbox', { name: 'Password' }).fill(password);
  await press('Continue');
}

describe('linking a bank in the browser', () => {
  test('a person finds a bank, mistypes, signs in, chooses accounts and links; the app gets a token it can exchange', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await shown(/Cairn uses the Cairn Sandbox/);
    await press('Continue');
    await frame().getByLabel('Search for your bank').fill('harb');
    await frame()
      .getByRole('button', { name: /Harbor/ })
      .click();
    await signIn('user_good', 'wrong');
    await frame().getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await signIn('user_good', 'pass_good');
    await shown('Choose accounts to share');
    const boxes = frame().getByRole('checkbox');
    await boxes.nth(1).waitFor();
    const offered = await boxes.count();
    await boxes.first().uncheck();
    await press('Continue');
    await shown('Share your data with Cairn?');
    await press('Link account');
    await shown('Success');
    expect(await calls('success')).toEqual([]);
    await press('Done');

    // What the flow tells the app takes its way through the window.
    await expect.poll(() => calls('success')).toHaveLength(1);
    const [success] = await calls('success');
    expect(success?.metadata).toMatchObject({
      institution: { name: expect.stringContaining('Harbor') },
      link_session_id: expect.stringMatching(/./),
    });
    expect(success?.metadata.accounts).toHaveLength(offered - 1);
    const { access_token } = await post('/item/public_token/exchange', {
      public_token: success?.value,
    });
    const { accounts } = await post('/accounts/get', { access_token });
    expect(accounts).toHaveLength(offered - 1);

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

  test('by keyboard alone: arrows choose a bank, Escape asks, Escape again leaves', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await shown(/Cairn uses/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shown('Choose your bank');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(/^Sign in to/);
    await page.keyboard.press('Escape');
    await shown('Leave before your bank is linked?');
    await press('Keep going');
    await shown(/^Sign in to/);
    await page.keyboard.press('Escape');
    await shown('Leave before your bank is linked?');
    await page.keyboard.press('Escape');

    await page.locator('dialog.cairn-sandbox-link').waitFor({ state: 'hidden' });
    await expect.poll(() => calls('exit')).toHaveLength(1);
    const [exit] = await calls('exit');
    expect(exit).toMatchObject({ value: null, metadata: { status: 'requires_credentials' } });
    await expect.poll(async () => (await calls('event')).at(-1)?.value).toBe('EXIT');
    expect(await calls('success')).toEqual([]);
  });

  test('update mode goes straight to the sign-in of the bank and repairs the item', async () => {
    const { public_token } = await post('/sandbox/public_token/create', {
      institution_id: 'ins_1',
      initial_products: ['transactions'],
    });
    const { access_token } = await post('/item/public_token/exchange', { public_token });
    await post('/sandbox/item/reset_login', { access_token });
    const { link_token } = await linkToken({ access_token });

    await openLink(link_token);
    await shown(/^Sign in to .* again$/);
    await signIn('user_good', 'pass_good');
    await shown('Success');
    await page.keyboard.press('Escape');
    await expect.poll(() => calls('success')).toHaveLength(1);
    const { item } = await post('/item/get', { access_token });
    expect(item).toMatchObject({ error: null });
  });

  test('update mode asks to agree to more, and says what that is', async () => {
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
    await shown('Share more with Cairn?');
    await expectAccessible(page);
    const ticks = frame().getByRole('listitem');
    await ticks.filter({ hasText: 'What investment accounts hold' }).waitFor();
    expect(await ticks.filter({ hasText: 'payments of cards' }).count()).toBe(0);
    await press('Agree');
    await shown('Success');
    const { item } = await post('/item/get', { access_token });
    expect(item).toMatchObject({ consented_products: ['transactions', 'investments'] });
  });

  test('a link token that is none is told to the app with its code', async () => {
    await openLink('link-sandbox-none');
    await shown('Something went wrong');
    await press('Exit');
    await expect.poll(() => calls('exit')).toHaveLength(1);
    const [exit] = await calls('exit');
    expect(exit?.value).toMatchObject({ error_code: 'INVALID_LINK_TOKEN' });
  });

  test('the app can end the flow at once, open it again, and take it away', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await shown(/Cairn uses/);
    await page.evaluate(() => window.handler.exit({ force: true }));
    await expect.poll(() => calls('exit')).toHaveLength(1);
    await page.evaluate(() => window.handler.open());
    await shown(/Cairn uses/);
    await page.evaluate(() => window.handler.destroy());
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    await expect.poll(() => calls('load')).toHaveLength(1);
  });

  test('a message from another origin or another window moves nothing', async () => {
    const { link_token } = await linkToken();
    await openLink(link_token);
    await shown(/Cairn uses/);
    await page.evaluate(() => {
      const forged = { channel: 'cairn-sandbox-link', type: 'success', publicToken: 'x' };
      window.postMessage(forged, '*');
    });
    await press('Continue');
    await shown('Choose your bank');
    expect(await calls('success')).toEqual([]);
  });

  test.each(looks)(
    'every step is accessible in %s at %i px, and nothing is wider than the screen',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const { link_token } = await linkToken();
      const check = async () => {
        await expectAccessible(page);
        const spill = () =>
          frame()
            .locator('#panel')
            .evaluate((panel) => panel.scrollWidth - panel.clientWidth);
        await expect.poll(spill).toBe(0);
      };
      await openLink(link_token);
      await shown(/Cairn uses/);
      await check();
      await press('Continue');
      await shown('Choose your bank');
      await check();
      await frame()
        .getByRole('button', { name: /Harbor/ })
        .click();
      await signIn('user_good', 'wrong');
      await frame().getByRole('alert').filter({ hasText: /\w/ }).waitFor();
      await check();
      await signIn('user_good', 'pass_good');
      await shown('Choose accounts to share');
      await check();
      await press('Continue');
      await shown('Share your data with Cairn?');
      await check();
      await press('Link account');
      await shown('Success');
      await check();
    },
  );
});
