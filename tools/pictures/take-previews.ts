import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { readEnvironment } from '../command/environment.mjs';
import { root } from '../command/root.mjs';
import { freePort } from '../product/free-port.ts';
import { Product } from '../product/start-product.ts';
import { createThrowawayFolder, removeThrowawayFolder } from '../product/throwaway-folder.ts';
import { buildWeb } from '../product/web-build.ts';

const folder = join(root, 'apps/web/src/pictures');
const schemes = ['light', 'dark'] as const;
/** WebP, 0 to 100. */
const quality = 72;

/** A screen of the demo, in CSS pixels. */
interface Preview {
  name: string;
  path: string;
  width: number;
  height: number;
  /** Pixels of the picture per CSS pixel. */
  scale: number;
}

const previews: readonly Preview[] = [
  { name: 'dashboard', path: '/', width: 1200, height: 760, scale: 1.5 },
  { name: 'dashboard-phone', path: '/', width: 390, height: 560, scale: 2 },
  { name: 'transactions', path: '/transactions', width: 390, height: 640, scale: 2 },
  { name: 'networth', path: '/networth', width: 390, height: 640, scale: 2 },
  { name: 'budget', path: '/budget', width: 390, height: 640, scale: 2 },
];

/** Hides what surrounds the app in the sandbox and in demo mode. The pages with the pictures state that the data is the demo's. */
const hideNotices = `aside[aria-label='Demo mode'], footer { display: none !important }
html { overflow: hidden !important }`;

/** Milliseconds to wait for the data after the first heading is shown. */
const settleTime = 2_500;

/** True in the page once its fonts and everything in the window are loaded. Content below loads when it is scrolled into view. */
const isShown = `document.fonts.status === 'loaded' &&
  [...document.querySelectorAll('img, [class*=shimmer]')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().top < innerHeight)
    .every((element) => element.complete)`;

/** Milliseconds to wait for `isShown`. */
const showTimeout = 15_000;

/** Takes pictures of the demo in both color schemes. Returns their number. */
export async function takePreviews(browser: Browser): Promise<number> {
  await mkdir(folder, { recursive: true });
  const dataDir = createThrowawayFolder();
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const product = new Product({
    root,
    environment: {
      ...readEnvironment(),
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SMTP_PORT: String(smtpPort),
    },
    nodeArgs: [],
    log: console.log,
    beforeServer: async () => {
      await buildWeb(root, () => console.log('Building the web app'));
    },
  });
  try {
    const { url } = await product.start();
    const token = await signUp(url);
    for (const preview of previews)
      for (const scheme of schemes) await takePreview(browser, { url, token, preview, scheme });
  } finally {
    await product.stop();
    removeThrowawayFolder(dataDir);
  }
  return previews.length * schemes.length;
}

/** Creates a free user, who may see the demo. Returns the access token. */
async function signUp(app: string): Promise<string> {
  // Pictures show the first letter of the address as the initial.
  const email = `alex-${randomUUID()}@example.com`;
  const password = 'correct horse battery';
  await fetch(`${app}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const response = await fetch(`${app}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  if (!response.ok) throw new Error(`Signing in responded ${response.status}`);
  return ((await response.json()) as { access_token: string }).access_token; // The call's response.
}

async function takePreview(
  browser: Browser,
  {
    url,
    token,
    preview: { name, path, width, height, scale },
    scheme,
  }: { url: string; token: string; preview: Preview; scheme: (typeof schemes)[number] },
): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    isMobile: width < 768,
    hasTouch: width < 768,
  });
  await page.addInitScript((value) => {
    localStorage.setItem('jwt_token', value);
    localStorage.setItem('demoMode', 'true');
  }, token);
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.addStyleTag({ content: hideNotices });
  // Nothing in the page shows that the last response has arrived.
  await page.waitForTimeout(settleTime);
  // Not `waitForFunction`, which the content security policy forbids.
  for (const start = Date.now(); !(await page.evaluate<boolean>(isShown)); ) {
    if (Date.now() - start > showTimeout) throw new Error(`${path} was not shown in time`);
    await page.waitForTimeout(100);
  }
  await writeFile(join(folder, `${name}-${scheme}.webp`), await captureWebp(page));
  await page.close();
}

/** Playwright itself takes only PNG and JPEG pictures, which are larger. */
async function captureWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  return Buffer.from(data, 'base64');
}
