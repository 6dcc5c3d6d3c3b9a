import { test as base, expect, type Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import {
  refreshCookieName,
  signInToWebApp,
  WebBrowser,
} from '../../support/requests/web-browser.ts';
import { BrowserErrors } from './browser-errors.ts';
import { type Person, product } from './person.ts';
import { type SharedPeople, sharedPeople } from './shared-people.ts';

interface Fixtures {
  /** Fails the test on browser errors that it didn't expect. */
  browserErrors: BrowserErrors;
  /** True if the window is wide enough for tables and a visible navigation. */
  isWide: boolean;
  /** Shared users that tests must not change. */
  people: SharedPeople;
}

/** A browser journey through the whole product. */
export const test = base.extend<Fixtures>({
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors = new BrowserErrors(context);
      await use(browserErrors);
      browserErrors.stop();
      expect(browserErrors.unexpected(), 'unexpected browser errors').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  people: async ({}, use) => use(sharedPeople()),
  isWide: async ({ viewport }, use) => use((viewport?.width ?? 0) >= 768),
});

/**
 * Marks a test whose subject is the same at every width, so that it runs only in a wide window. Pass
 * it as the second argument of `test`.
 */
export const oneLayout = { tag: '@one-layout' };

/** Opens a page of the app as a signed-in user. */
export async function openAs(person: Person, page: Page, path = '/'): Promise<void> {
  const { origin, hostname } = new URL(person.api.server.url);
  const { refreshToken, token } = await signInToBrowser(person);
  const cookie = {
    name: refreshCookieName,
    value: refreshToken ?? '',
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict',
  } as const;
  const session = { name: 'session', value: JSON.stringify(decodeJwt(token ?? '')) };
  await page.context().setStorageState({
    cookies: [cookie],
    origins: [{ origin, localStorage: [session] }],
  });
  await page.goto(path);
}

/** Moves the user's session into a browser, or signs in there if a browser has it already. */
async function signInToBrowser({ email, api }: Person): Promise<WebBrowser> {
  const browser = new WebBrowser(api.server);
  browser.token = api.token;
  const { body } = await browser.call('POST /user/upgrade_token');
  if (browser.refreshToken === undefined) return signInToWebApp(api.server, email);
  browser.token = body.access_token;
  return browser;
}

/** Opens a page of the app with a token that another program stored, as API clients may do. */
export async function openWithStoredToken(token: string, page: Page, path = '/'): Promise<void> {
  const stored = { name: 'jwt_token', value: token };
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: new URL(product.url).origin, localStorage: [stored] }],
  });
  await page.goto(path);
}

export { expect };
