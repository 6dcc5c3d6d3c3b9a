import type { BrowserContext, Page } from '@playwright/test';
import { signIn, testPassword } from '../../support/requests/test-client.ts';
import {
  refreshCookieName,
  signInToWebApp,
  WebBrowser,
} from '../../support/requests/web-browser.ts';
import { expect, oneLayout, openAs, openWithStoredToken, test } from '../support/journey.ts';
import { freePerson, product } from '../support/person.ts';

const refreshUrl = '**/api/auth/refresh';

/** The refresh token in the browser's cookie jar. */
async function refreshTokenOf(context: BrowserContext): Promise<string | undefined> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === refreshCookieName)?.value;
}

/** Everything that scripts of the page can read from its storage and cookies. */
const readableStorage = (page: Page) =>
  page.evaluate<string>(
    `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`,
  );

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('This device')).toBeVisible();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('a sign-in survives reloads, and no script can read anything secret from the browser', async ({
  page,
  context,
}) => {
  const { email } = await freePerson();
  await page.goto('/login?next=%2Fprofile');
  await logIn(page, email);
  await expectSignedIn(page);
  const tokens = new Set<string | undefined>();
  for (let load = 0; load < 3; load += 1) {
    tokens.add(await refreshTokenOf(context));
    const readable = await readableStorage(page);
    expect(readable).toContain(email);
    // Signed tokens and refresh tokens have long parts between dots.
    expect(readable).not.toMatch(/[\w-]{20,}\.[\w-]{20,}/);
    expect(readable).not.toContain('jwt_token');
    const refreshed = page.waitForResponse(refreshUrl);
    await page.reload();
    expect((await refreshed).status()).toBe(200);
    await expectSignedIn(page);
  }
  expect(tokens.size).toBe(3);
});

test('each page load requests one token, also in two tabs at once', async ({ page, context }) => {
  await openAs(await freePerson(), page, '/robots.txt');
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) calls.push(request.url());
  });
  const otherTab = await context.newPage();
  await Promise.all([page.goto('/profile'), otherTab.goto('/profile')]);
  for (const tab of [page, otherTab]) await expectSignedIn(tab);
  expect(calls).toHaveLength(2);
  await Promise.all([page.reload(), otherTab.reload()]);
  for (const tab of [page, otherTab]) await expectSignedIn(tab);
  expect(calls).toHaveLength(4);
});

test(
  'a user who reloads in the middle of a refresh stays signed in',
  oneLayout,
  async ({ page, browserErrors }) => {
    // The browser reports the lost response, unless the page is gone by then.
    browserErrors.allow(/ERR_FAILED/);
    await openAs(await freePerson(), page, '/profile');
    await expectSignedIn(page);
    // The server has replaced the token, but its response never arrives.
    let isNextResponseLost = true;
    await page.route(refreshUrl, async (route) => {
      if (!isNextResponseLost) return route.continue();
      isNextResponseLost = false;
      await route.fetch().catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => isNextResponseLost).toBe(false);
    await page.reload();
    await expectSignedIn(page);
  },
);

test(
  'without a network the app stays signed in, and it works again once the network is back',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED/);
    await openAs(await freePerson(), page, '/profile');
    await expectSignedIn(page);
    let isOffline = true;
    await page.route('**/api/**', (route) => (isOffline ? route.abort() : route.fallback()));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    await expect(page).toHaveURL('/profile');
    isOffline = false;
    await page.reload();
    await expectSignedIn(page);
  },
);

test(
  'a call whose token is rejected is repeated once with a new token',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/(401 .*user\/sessions|501 .*user\/events)/);
    await openAs(await freePerson(), page, '/robots.txt');
    // The event stream is blocked, because its first event makes the app load everything again.
    await page.route('**/api/user/events', (route) => route.fulfill({ status: 501, body: '' }));
    const tokens: (string | undefined)[] = [];
    await page.route('**/api/user/sessions', async (route) => {
      tokens.push(route.request().headers().authorization);
      if (tokens.length > 1) return route.continue();
      const detail = 'Your session is missing or has ended.';
      const json = {
        type: '',
        title: '',
        status: 401,
        detail,
        code: 'unauthenticated',
        request_id: '',
      };
      await route.fulfill({ status: 401, json });
    });
    await page.goto('/profile');
    await expectSignedIn(page);
    expect(tokens).toHaveLength(2);
    expect(tokens[0]).not.toBe(tokens[1]);
  },
);

test('a token that another program stored is adopted, and removed from the storage', async ({
  page,
  context,
}) => {
  const { email } = await freePerson();
  await openWithStoredToken(await signIn(product, email, testPassword), page, '/profile');
  await expectSignedIn(page);
  expect(await readableStorage(page)).not.toContain('jwt_token');
  expect(await refreshTokenOf(context)).toBeDefined();
  await page.reload();
  await expectSignedIn(page);
});

test(
  "a token is adopted also if the app's scripts load after it was exchanged",
  oneLayout,
  async ({ page }) => {
    const { email } = await freePerson();
    const exchanged = page.waitForResponse('**/api/user/me');
    // The first-load script makes the exchange, and calls /user/me with the new token.
    await page.route(
      (url) => /^\/assets\/(?!first-load).*\.js$/.test(url.pathname),
      async (route) => {
        await exchanged;
        await route.continue();
      },
    );
    await openWithStoredToken(await signIn(product, email, testPassword), page, '/profile');
    await expectSignedIn(page);
    expect(await readableStorage(page)).not.toContain('jwt_token');
  },
);

test(
  'a token to adopt stays in the storage until the network is back',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED/);
    const { email } = await freePerson();
    let isOffline = true;
    await page.route('**/api/**', (route) => (isOffline ? route.abort() : route.continue()));
    await openWithStoredToken(await signIn(product, email, testPassword), page, '/profile');
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    expect(await readableStorage(page)).toContain('jwt_token');
    // The route is not removed, because that would interrupt requests of the new page.
    isOffline = false;
    await page.reload();
    await expectSignedIn(page);
    expect(await readableStorage(page)).not.toContain('jwt_token');
  },
);

test(
  'a stored token whose session has moved to another browser works here until it expires',
  oneLayout,
  async ({ page }) => {
    const { email } = await freePerson();
    const token = await signIn(product, email, testPassword);
    const otherBrowser = new WebBrowser(product);
    otherBrowser.token = token;
    await otherBrowser.call('POST /user/upgrade_token');
    await openWithStoredToken(token, page, '/profile');
    await expectSignedIn(page);
    await page.reload();
    await expectSignedIn(page);
    expect((await otherBrowser.refresh()).status).toBe(200);
  },
);

test('the use of a copied session signs the user out, and the sign-in page says why', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/401 /);
  const person = await freePerson();
  await openAs(person, page, '/profile');
  await expectSignedIn(page);
  const thief = new WebBrowser(product);
  thief.refreshToken = await refreshTokenOf(context);
  for (let load = 0; load < 2; load += 1) {
    await page.reload();
    await expectSignedIn(page);
  }
  expect((await thief.refresh()).problem.code).toBe('session_copied');
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText(/^An old copy of your session was used/)).toBeVisible();
  await logIn(page, person.email);
  await expectSignedIn(page);
  await expect(page.getByText('A copied session was used, so we ended it')).toBeVisible();
});

test('signing out removes the cookie and signs out every tab', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/401 /);
  const person = await freePerson();
  await openAs(person, page, '/profile');
  await expectSignedIn(page);
  const otherTab = await context.newPage();
  await otherTab.goto('/logout');
  await otherTab.getByRole('button', { name: 'Logout' }).click();
  await otherTab.getByRole('button', { name: 'Yes' }).click();
  await expect(otherTab).toHaveURL('/login');
  await expect(page).toHaveURL(/\/login/);
  expect(await refreshTokenOf(context)).toBeUndefined();
  expect(await readableStorage(page)).not.toContain(person.email);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
});

test(
  'another device can end the session, which the next refresh notices',
  oneLayout,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/(401 |501 .*user\/events)/);
    const person = await freePerson();
    await page.route('**/api/user/events', (route) => route.fulfill({ status: 501, body: '' }));
    await openAs(person, page, '/profile');
    await expectSignedIn(page);
    const otherDevice = await signInToWebApp(product, person.email);
    await otherDevice.call('DELETE /user/sessions/:id', { params: { id: 'all' } });
    await page.reload();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(/^You were signed out\./)).toBeVisible();
  },
);
