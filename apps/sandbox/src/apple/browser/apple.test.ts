import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AppleApp, appleClaims, startAppleApp } from '../../testing/apple-app.ts';
import {
  expectAccessible,
  openBrowser,
  openPage,
  viewports,
} from '../../testing/browser-harness.ts';
import { type SandboxHarness, startSandbox } from '../../testing/sandbox-harness.ts';

// The page in a real browser. The sandbox at 127.0.0.1 and the app at localhost are different sites, like Apple and an app.

// Browsers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let app: AppleApp;
let sandbox: SandboxHarness;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  app = await startAppleApp();
  sandbox = await startSandbox({ appUrl: app.url });
  browserErrors = [];
  page = await openPage(browser, browserErrors);
});

afterEach(async () => {
  await page.context().close();
  await sandbox.close();
  await app.close();
  expect(browserErrors.filter((text) => !text.includes('favicon'))).toEqual([]);
});

const openPageAt = (changes?: Record<string, string>) =>
  page.goto(app.authorizeUrl(sandbox.address, changes));
const clickButton = (name: string) => page.getByRole('button', { name }).click();
const claims = () => appleClaims(sandbox, app.posts.at(-1)?.fields.id_token);
const waitForApp = () => page.waitForURL(`${app.url}/apple/cb?code=otc`);

test('continuing posts the form to the app cross-site, without the app’s cookies', async () => {
  await page.goto(app.url);
  await openPageAt();
  await page.getByRole('radio', { name: /Tomás Reyes/ }).check();
  await clickButton('Continue');
  await waitForApp();
  const [post] = app.posts;
  expect(post?.fields).toMatchObject({ state: 'state-1', code: expect.stringMatching(/^c/) });
  expect(post?.fields.user).toContain('Tomás');
  expect(post?.headers).toMatchObject({
    origin: sandbox.address,
    'sec-fetch-site': 'cross-site',
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(post?.headers.cookie).toBeUndefined();
  expect(await claims()).toMatchObject({ nonce: 'nonce-1', email_verified: true });

  // From the app's own site, the same form includes the cookie, so only a cross-site post lacks it.
  const sameSite = sandbox.address.replace('127.0.0.1', 'localhost');
  await page.goto(app.authorizeUrl(sameSite));
  await clickButton('Continue');
  await waitForApp();
  expect(app.posts[1]?.headers.cookie).toBe('session=s1');
});

test('hiding the email gives the app a stable relay address, and the choice is offered only once', async () => {
  await openPageAt();
  await page.getByRole('radio', { name: /Hide my email/ }).check();
  await clickButton('Continue');
  await waitForApp();
  const first = await claims();
  expect(first).toMatchObject({
    email: expect.stringMatching(/^[0-9a-z]{10}@privaterelay\.appleid\.com$/),
    is_private_email: 'true',
  });
  expect(JSON.parse(app.posts[0]?.fields.user ?? '').email).toBe(first.email);

  await openPageAt();
  await page.getByText('Signed in before').waitFor();
  expect(await page.getByRole('radio', { name: /my email/ }).count()).toBe(0);
  await clickButton('Continue');
  await waitForApp();
  expect(await claims()).toMatchObject({ sub: first.sub, email: first.email });
  expect(app.posts[1]?.fields).not.toHaveProperty('user');
});

test('another person can sign in by keyboard, and missing fields are reported', async () => {
  await openPageAt();
  await page.getByRole('radio', { name: /Iris Novak/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  for (let row = 0; row < 5; row++) await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: /Someone else/ }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Enter a first name.').waitFor();
  await page.getByLabel('First name').fill('Ada "Lace"');
  await page.getByLabel('Email', { exact: true }).fill('ada@club.example');
  await page.getByLabel('Apple has verified the address').uncheck();
  await page.getByLabel('First name').press('Enter');
  await waitForApp();
  const claimSet = await claims();
  expect(claimSet.email).toBe('ada@club.example');
  expect(String(claimSet.email_verified)).toBe('false');
  expect(JSON.parse(app.posts[0]?.fields.user ?? '').name).toEqual({
    firstName: 'Ada "Lace"',
    lastName: '',
  });
});

test('canceling returns to the app without a code', async () => {
  await openPageAt();
  await clickButton('Cancel');
  await waitForApp();
  expect(app.posts.map((post) => post.fields)).toEqual([
    { state: 'state-1', error: 'user_cancelled_authorize' },
  ]);
});

test.each(viewports)(
  'the page is accessible in the %s theme at %i px',
  async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const check = async () => {
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    };
    await openPageAt();
    await check();
    await page.getByRole('radio', { name: /Someone else/ }).check();
    await clickButton('Continue');
    await page.getByText('Enter an email address.').waitFor();
    await check();
    await page.getByRole('radio', { name: /Noor/ }).check();
    await clickButton('Continue');
    await waitForApp();
    await openPageAt();
    await check();
    await openPageAt({ client_id: '' });
    await check();
  },
);
