import type { Server } from 'node:http';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { expect } from 'vitest';
import { chromiumFlags, findChromium, noChromium } from '../../../../tools/chromium.ts';

/** A headless Chromium: the system's own, or the one at `CHROMIUM_PATH`. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  return chromium.launch({ executablePath, args: chromiumFlags });
}

/** A page of its own context. What the browser complains of (errors, refused by policy) is added to `complaints`. */
export async function openPage(browser: Browser, complaints: string[]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    // The bank's own 400 for a wrong password is part of the play.
    const expected = message.text().includes('status of 400');
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return page;
}

/** Looks for faults of accessibility on the page and in its frames. */
export async function expectAccessible(page: Page): Promise<void> {
  // What passes is not described: on a long page that takes longer than looking.
  const { violations } = await new AxeBuilder({ page })
    // Where there is one frame, what was found need not be put together on a page of its own.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(violations.map((one) => [one.id, one.nodes.map((node) => node.html)])).toEqual([]);
}

/** What every page is looked at in: each theme, the widest and the narrowest screen. */
export const looks = [
  ['light', 1440],
  ['dark', 320],
] as const;

/** The port that a server of a test was given. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
