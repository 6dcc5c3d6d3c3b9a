import { test as base, expect, type Page } from '@playwright/test';
import { BrowserErrors } from './browser-errors.ts';
import type { Person } from './person.ts';
import { type SharedPeople, sharedPeople } from './shared-people.ts';

interface Fixtures {
  /** Fails the test on browser errors that it didn't expect. */
  browserErrors: BrowserErrors;
  /** True if the window is wide enough for tables and a visible navigation. */
  wide: boolean;
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
  wide: async ({ viewport }, use) => use((viewport?.width ?? 0) >= 768),
});

/**
 * Marks a test whose subject is the same at every width, so that it runs only in a wide window. Pass
 * it as the second argument of `test`.
 */
export const oneLayout = { tag: '@one-layout' };

/** Opens a page of the app as a signed-in user. */
export async function openAs({ api }: Person, page: Page, path = '/'): Promise<void> {
  const { origin } = new URL(api.server.url);
  const jwt_token = { name: 'jwt_token', value: api.token ?? '' };
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: [jwt_token] }],
  });
  await page.goto(path);
}

export { expect };
