import { test as base, expect, type Page } from '@playwright/test';
import { BrowserTrouble } from './browser-trouble.ts';
import type { Person } from './person.ts';
import { type Readers, readers } from './readers.ts';

interface Fixtures {
  /** Fails the test on browser errors that it didn't expect. */
  trouble: BrowserTrouble;
  /** True if the window is wide enough for tables and a visible navigation. */
  wide: boolean;
  /** Shared users that tests must not change. */
  people: Readers;
}

/** A browser journey through the whole product. */
export const test = base.extend<Fixtures>({
  trouble: [
    async ({ context }, use) => {
      const trouble = new BrowserTrouble(context);
      await use(trouble);
      trouble.stop();
      expect(trouble.surprising(), 'unexpected browser errors').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  people: async ({}, use) => use(readers()),
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
