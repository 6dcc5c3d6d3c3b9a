import type { Server } from 'node:http';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { expect } from 'vitest';
import { chromiumFlags, findChromium, noChromium } from '../../../../tools/chromium.ts';

/** Launches a headless Chromium: the one at `CHROMIUM_PATH`, or the system's. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  return chromium.launch({ executablePath, args: chromiumFlags });
}

/** Opens a page in a new context. Console errors, page errors, and policy violations are appended to `browserErrors`. */
export async function openPage(browser: Browser, browserErrors: string[]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    // The bank rejects a wrong password with 400, which is expected.
    const expected = message.text().includes('status of 400');
    if (message.type() === 'error' && !expected) browserErrors.push(message.text());
  });
  page.on('pageerror', (error) => browserErrors.push(String(error)));
  return page;
}

/** Asserts that the page and its frames have no accessibility violations. */
export async function expectAccessible(page: Page): Promise<void> {
  // Report violations only: on a long page, describing the passes takes longer than the check.
  const { violations } = await new AxeBuilder({ page })
    // Legacy mode is faster, but it covers a single frame only.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)]),
  ).toEqual([]);
}

/** The pairs of a theme and a screen width in which every page is checked. */
export const viewports = [
  ['light', 1440],
  ['dark', 320],
] as const;

/** Returns the port that a test server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
