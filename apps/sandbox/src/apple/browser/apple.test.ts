import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AppleApp, appleClaims, startAppleApp } from '../../testing/apple-app.ts';
import { expectAccessible, looks, openBrowser, openPage } from '../../testing/browser.ts';
import { type Rehearsal, rehearse } from '../../testing/rehearse.ts';

// The page in a real browser: the sandbox at 127.0.0.1 and the app at localhost are two sites, as Apple and an app are.

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let app: AppleApp;
let sandbox: Rehearsal;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

beforeEach(async () => {
  app = await startAppleApp();
  sandbox = await rehearse({ appUrl: app.url });
  complaints = [];
  page = await openPage(browser, complaints);
});

afterEach(async () => {
  await page.context().close();
  await sandbox.close();
  await app.close();
  expect(complaints.filter((words) => !words.includes('favicon'))).toEqual([]);
});

const open = (changes?: Record<string, string>) =>
  page.goto(app.authorizeUrl(sandbox.address, changes));
const press = (name: string) => page.getByRole('button', { name }).click();
const claims = () => appleClaims(sandbox, app.posts.at(-1)?.fields.id_token);
const backAtApp = () => page.waitForURL(`${app.url}/apple/cb?code=otc`);

test('a person continues, and the app is posted the form by another site: its cookies stay behind', async () => {
  await page.goto(app.url);
  await open();
  await page.getByRole('radio', { name: /Tomás Reyes/ }).check();
  await press('Continue');
  await backAtApp();
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

  // Opened on the app's own site the very same form brings the cookie: the difference is the site.
  const sameSite = sandbox.address.replace('127.0.0.1', 'localhost');
  await page.goto(app.authorizeUrl(sameSite));
  await press('Continue');
  await backAtApp();
  expect(app.posts[1]?.headers.cookie).toBe('session=s1');
});

test('whoever hides their address is known by a relay from then on, and is asked once', async () => {
  await open();
  await page.getByRole('radio', { name: /Hide my email/ }).check();
  await press('Continue');
  await backAtApp();
  const first = await claims();
  expect(first).toMatchObject({
    email: expect.stringMatching(/^[0-9a-z]{10}@privaterelay\.appleid\.com$/),
    is_private_email: 'true',
  });
  expect(JSON.parse(app.posts[0]?.fields.user ?? '').email).toBe(first.email);

  await open();
  await page.getByText('Signed in before').waitFor();
  expect(await page.getByRole('radio', { name: /my email/ }).count()).toBe(0);
  await press('Continue');
  await backAtApp();
  expect(await claims()).toMatchObject({ sub: first.sub, email: first.email });
  expect(app.posts[1]?.fields).not.toHaveProperty('user');
});

test('by keyboard, as somebody else, with what was missing said', async () => {
  await open();
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
  await backAtApp();
  const told = await claims();
  expect(told.email).toBe('ada@club.example');
  expect(String(told.email_verified)).toBe('false');
  expect(JSON.parse(app.posts[0]?.fields.user ?? '').name).toEqual({
    firstName: 'Ada "Lace"',
    lastName: '',
  });
});

test('whoever cancels goes back without a code', async () => {
  await open();
  await press('Cancel');
  await backAtApp();
  expect(app.posts.map((post) => post.fields)).toEqual([
    { state: 'state-1', error: 'user_cancelled_authorize' },
  ]);
});

test.each(looks)('the page is accessible in %s at %i px', async (colorScheme, width) => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
  const check = async () => {
    await expectAccessible(page);
    const spill = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(spill).toBeLessThanOrEqual(0);
  };
  await open();
  await check();
  await page.getByRole('radio', { name: /Someone else/ }).check();
  await press('Continue');
  await page.getByText('Enter an email address.').waitFor();
  await check();
  await page.getByRole('radio', { name: /Noor/ }).check();
  await press('Continue');
  await backAtApp();
  await open();
  await check();
  await open({ client_id: '' });
  await check();
});
