import { existsSync } from 'node:fs';

const usualPaths = [
  // The same engine without a window system: the browser tests need a third less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The message if the browser tests find no browser. */
export const noChromium =
  'No browser for the browser tests. Install Chromium (on Debian: apt-get install chromium), ' +
  'or set CHROMIUM_PATH to a browser.';

/** The browser for the browser tests: CHROMIUM_PATH, or the first of the usual paths that exists. */
export function findChromium(): string | null {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return existsSync(configured) ? configured : null;
  return usualPaths.find((path) => existsSync(path)) ?? null;
}

/** No windows, no sandbox (which root can't use), and no network requests by the browser itself. */
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
