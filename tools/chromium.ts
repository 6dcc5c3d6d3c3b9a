import { existsSync } from 'node:fs';

const usual = [
  // The same engine without what draws windows: the browser tests take a third less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What to say where the browser tests find no browser. */
export const noChromium =
  'No browser for the browser tests. Install Chromium (on Debian: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to one.';

/** The browser for the browser tests: that of CHROMIUM_PATH, or the first in the usual places. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : null;
  return usual.find((path) => existsSync(path)) ?? null;
}

/** No windows, no sandbox (which root can't have), and no call of the browser's own to anywhere. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
