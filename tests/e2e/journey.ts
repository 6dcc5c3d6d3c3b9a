import { test as base, expect, type Page } from '@playwright/test';
import { BrowserTrouble } from './browser-trouble.ts';
import type { Person } from './person.ts';
import { type Readers, readers } from './readers.ts';

interface Fixtures {
  /** Fails the test over anything the browser complains of, unless the test expected it. */
  trouble: BrowserTrouble;
  /** Whether there is room for tables and a navigation that shows its links. */
  wide: boolean;
  /** People to look at, who are not to be changed. */
  people: Readers;
}

/** A journey through the whole product. */
export const test = base.extend<Fixtures>({
  trouble: [
    async ({ context }, use) => {
      const trouble = new BrowserTrouble(context);
      await use(trouble);
      trouble.stop();
      expect(trouble.surprising(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what is used.
  people: async ({}, use) => use(readers()),
  wide: async ({ viewport }, use) => use((viewport?.width ?? 0) >= 768),
});

/**
 * Marks a test of what looks and works alike at every width: it runs once, in a wide window.
 * Give it as the second argument of `test`.
 */
export const oneLayout = { tag: '@one-layout' };

/** Opens a page of the app as someone who is signed in. */
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
