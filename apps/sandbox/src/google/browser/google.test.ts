import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Browser, FrameLocator, Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import * as jose from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildSandbox } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import {
  expectAccessible,
  openBrowser,
  openPage,
  portOf,
  viewports,
} from '../../testing/browser-harness.ts';

// These tests open a stand-in app page, with the strictest policy that allows the button, in a real browser.

type Credential = { credential: string; select_by: string; client_id: string };
declare global {
  interface Window {
    credentials: Credential[];
    clicks: number;
    google: {
      accounts: {
        id: {
          initialize(options: object): void;
          renderButton(parent: Element | null, options?: object): void;
          prompt(listener: (moment: { isNotDisplayed(): boolean }) => void): void;
          revoke(hint: string, callback: (response: object) => void): void;
          disableAutoSelect(): void;
          cancel(): void;
        };
      };
    };
  }
}

// Browsers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DANA = 'dana.diaz.sandbox@gmail.com';

let browser: Browser;
let sandbox: FastifyInstance;
let app: Server;
let appUrl: string;
let provider: string;
let openerPolicy: string;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  openerPolicy = 'same-origin-allow-popups';
  app = createServer((request, reply) => {
    if (request.url === '/app.css') {
      reply.setHeader('content-type', 'text/css');
      reply.end(':root { color-scheme: light dark } body { margin: 16px; background: Canvas }');
      return;
    }
    reply.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${provider}/gsi/client; style-src 'self'; img-src data:; frame-src ${provider}/gsi/; connect-src ${provider}/gsi/`,
    );
    reply.setHeader('cross-origin-opener-policy', openerPolicy);
    reply.setHeader('content-type', 'text/html');
    reply.end(`<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css">
<main><h1>App</h1><div id="button-container"></div></main><script src="${provider}/gsi/client"></script>`);
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  appUrl = `http://localhost:${portOf(app)}`;
  sandbox = await buildSandbox(readSettings({ APP_URL: appUrl }));
  await sandbox.listen({ port: 0, host: '127.0.0.1' });
  provider = `http://localhost:${portOf(sandbox.server)}/google`;
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

/** Opens the app and renders its button. */
async function renderButton(
  options: object = {},
  configuration: object = {},
  url = appUrl,
): Promise<void> {
  await page.goto(url);
  await page.evaluate(
    ([options, extra]) => {
      window.credentials = [];
      window.clicks = 0;
      window.google.accounts.id.initialize({
        client_id: 'sandbox-client',
        nonce: 'nonce-1',
        callback: (response: Credential) => window.credentials.push(response),
        ...extra,
      });
      const container = document.querySelector('#button-container');
      window.google.accounts.id.renderButton(container, {
        ...options,
        click_listener: () => window.clicks++,
      });
    },
    [options, configuration],
  );
}

const frame = (): FrameLocator => page.frameLocator('iframe[title="Sign in with Google Button"]');
const button = () => frame().getByRole('button');
const receivedCredentials = () => page.evaluate(() => window.credentials);

async function openChooser(openWindow = () => button().click()): Promise<Page> {
  const [chooser] = await Promise.all([page.context().waitForEvent('page'), openWindow()]);
  chooser.setDefaultTimeout(5_000);
  await chooser.waitForLoadState();
  return chooser;
}

test('choosing an account in the popup sends the app a credential with its nonce', async () => {
  await renderButton();
  const chooser = await openChooser();
  await Promise.all([
    chooser.waitForEvent('close'),
    chooser.getByRole('button', { name: /Dana Diaz/ }).click(),
  ]);
  await expect.poll(receivedCredentials).toHaveLength(1);
  const [response] = await receivedCredentials();
  expect(Object.keys(response ?? {}).toSorted()).toEqual(['client_id', 'credential', 'select_by']);
  expect(response).toMatchObject({ select_by: 'btn', client_id: 'sandbox-client' });
  const keys = jose.createRemoteJWKSet(new URL(`${provider}/oauth2/v3/certs`));
  const { payload } = await jose.jwtVerify(response?.credential ?? '', keys, {
    issuer: 'https://accounts.google.com',
    audience: 'sandbox-client',
  });
  expect(payload).toMatchObject({ email: DANA, email_verified: true, nonce: 'nonce-1' });
  expect(await page.evaluate(() => window.clicks)).toBe(1);
});

test('another account with an unverified email can sign in by keyboard', async () => {
  await renderButton({ text: 'signup_with' });
  await button().waitFor();
  const chooser = await openChooser(async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  });
  // Three accounts, then "Use another account".
  for (let step = 0; step < 4; step++) await chooser.keyboard.press('Tab');
  await chooser.keyboard.press('Enter');
  await chooser.getByLabel('Email').fill('ada');
  await chooser.keyboard.press('Enter');
  await chooser.getByText('Enter an email address.').waitFor();
  await chooser.getByLabel('Email').fill('ada@club.example');
  await chooser.getByLabel('Name').fill('Ada Lace');
  await chooser.getByLabel('Google has verified the address').press('Space');
  await Promise.all([chooser.waitForEvent('close'), chooser.getByLabel('Name').press('Enter')]);
  await expect.poll(receivedCredentials).toHaveLength(1);
  const [response] = await receivedCredentials();
  expect(jose.decodeJwt(response?.credential ?? '')).toMatchObject({
    email: 'ada@club.example',
    email_verified: false,
  });
});

test('closing the popup sends nothing, and the button works again', async () => {
  await renderButton();
  await (await openChooser()).close();
  const chooser = await openChooser();
  await chooser.getByRole('button', { name: /Wren/ }).click();
  await expect.poll(receivedCredentials).toHaveLength(1);
});

test.each([
  [
    'a request with another client ID',
    {},
    { client_id: 'other-client' },
    'localhost',
    'Error 401: invalid_client',
  ],
  ['a request from another origin', {}, {}, '127.0.0.1', 'The given origin is not allowed'],
])('%s gets the error page', async (_situation, options, configuration, host, message) => {
  await renderButton(options, configuration, `http://${host}:${portOf(app)}`);
  const chooser = await openChooser();
  await chooser.getByText(message).waitFor();
  expect(await chooser.getByRole('button').count()).toBe(0);
});

test('the popup reports that the app’s opener policy has severed its connection to the app', async () => {
  openerPolicy = 'same-origin';
  await renderButton();
  const chooser = await openChooser();
  await chooser.getByRole('button', { name: /Dana/ }).click();
  await chooser.getByText('Cross-Origin-Opener-Policy').waitFor();
  expect(await receivedCredentials()).toEqual([]);
});

test('a credential from another origin is ignored', async () => {
  await renderButton();
  const frameUrl = await frame().owner().getAttribute('src');
  const channel_id = new URL(frameUrl ?? '').searchParams.get('channel_id');
  expect(channel_id).toMatch(/^[0-9a-f-]{36}$/);
  await page.evaluate((id) => {
    const forged = {
      channel: 'cairn-sandbox-google-chooser',
      channel_id: id,
      credential: 'forged',
      select_by: 'btn',
      client_id: 'sandbox-client',
    };
    window.postMessage(forged, '*');
  }, channel_id);
  const chooser = await openChooser();
  await chooser.getByRole('button', { name: /Dana/ }).click();
  await expect.poll(receivedCredentials).toHaveLength(1);
  expect((await receivedCredentials())[0]?.credential).not.toBe('forged');
});

test.each([
  [{}, 'Sign in with Google', null, 40],
  [{ text: 'signup_with', size: 'medium' }, 'Sign up with Google', null, 32],
  [{ text: 'continue_with', theme: 'filled_blue', width: 320 }, 'Continue with Google', 320, 40],
  [{ text: 'signin', theme: 'filled_black', width: '999' }, 'Sign in with Google', 400, 40],
  [{ type: 'icon', shape: 'circle' }, 'Sign in with Google', 40, 40],
  [{ size: 'small', theme: 'pink' }, 'Sign in with Google', null, 20],
])('a button with options %j has the right name and size', async (options, name, width, height) => {
  await renderButton(options);
  const fetchButtonBox = () => frame().getByRole('button', { name, exact: true }).boundingBox();
  // The button exists shortly before its style applies.
  await expect.poll(async () => (await fetchButtonBox())?.height).toBe(height);
  const box = await fetchButtonBox();
  if (width !== null) expect(box?.width).toBe(width);
  // The frame includes the focus ring, but takes up only the space of the button.
  const expectedWidth = (box?.width ?? 0) + 8;
  await expect
    .poll(async () => (await frame().owner().boundingBox())?.width)
    .toBe(Math.ceil(expectedWidth));
  const container = await page.locator('#button-container').boundingBox();
  expect(container?.height).toBe(height);
});

test('the prompt reports that it is not displayed, and the page can revoke a consent', async () => {
  await renderButton();
  const result = page.evaluate(
    () =>
      new Promise((resolve) => {
        const { id } = window.google.accounts;
        id.cancel();
        id.disableAutoSelect();
        id.prompt((moment) => resolve(moment.isNotDisplayed()));
      }),
  );
  expect(await result).toBe(true);
  const revoke = () =>
    page.evaluate(
      (hint) => new Promise((resolve) => window.google.accounts.id.revoke(hint, resolve)),
      DANA,
    );
  expect(await revoke()).toMatchObject({ successful: false });
  const chooser = await openChooser();
  await chooser.getByRole('button', { name: /Dana/ }).click();
  await expect.poll(receivedCredentials).toHaveLength(1);
  expect(await revoke()).toEqual({ successful: true });
});

test.each(viewports)(
  'the button and the chooser are accessible in the %s theme at %i px',
  async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ['outline', 'filled_blue', 'filled_black']) {
      await renderButton({ theme });
      await button().waitFor();
      await expectAccessible(page);
    }
    const chooser = await openChooser();
    await chooser.setViewportSize({ width, height: 800 });
    await chooser.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async () => {
      await expectAccessible(chooser);
      const overflow = await chooser.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    };
    await check();
    await chooser.getByText('Use another account').click();
    await chooser.getByRole('button', { name: 'Continue' }).click();
    await chooser.getByText('Enter a name.').waitFor();
    await check();
    await chooser.goto(`${provider}/gsi/select?client_id=other-client`);
    await check();
  },
);
