import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';
import type { SampleUser } from '../product/sample-user.ts';
import type { GalleryOptions, GalleryState, GalleryTheme } from './gallery-options.ts';
import type { GalleryScreen } from './gallery-screens.ts';

/** A picture that was taken. */
export interface Picture {
  screen: string;
  state: GalleryState;
  width: number;
  theme: GalleryTheme;
  /** The path of the file in the folder of the gallery. */
  file: string;
  /** What is wrong with the page: violations of WCAG 2.2 AA, overflow, or that it never finished loading. */
  problems: string[];
}

/** Milliseconds. A screen that is still loading after this time is reported. */
const loadTimeout = 15_000;
const height = 900;
/** The height while a screen loads, so that it also loads the parts that wait until they are in view. */
const loadingHeight = 6_000;

/** Takes all pictures of a screen in one state: one page, resized and recolored for each picture. */
export async function takePictures(
  browser: Browser,
  { app, folder, options }: { app: string; folder: string; options: GalleryOptions },
  { screen, state, user }: { screen: GalleryScreen; state: GalleryState; user: SampleUser },
): Promise<Picture[]> {
  const path = await screen.path(user);
  if (path === null) return [];
  const context = await browser.newContext({
    viewport: { width: 1440, height: loadingHeight },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    await prepareState(context, screen, state, user);
    const page = await context.newPage();
    await page.goto(`${app}${path}`);
    await waitUntilLoaded(page, state);
    const isOpen = await openDialog(screen, page);
    const pictures: Picture[] = [];
    for (const width of options.widths) {
      // In another layout, parts of a screen are loaded again.
      await page.setViewportSize({ width, height: loadingHeight });
      await settle(page);
      const isLoaded = await waitUntilLoaded(page, state);
      await page.setViewportSize({ width, height });
      for (const theme of options.themes) {
        await page.emulateMedia({ colorScheme: theme });
        const file = `${screen.name}/${state}-${width}-${theme}.png`;
        mkdirSync(join(folder, screen.name), { recursive: true });
        await settle(page);
        const problems = isLoaded ? [] : ['It was still loading after 15 s'];
        if (!isOpen) problems.push("Its dialog couldn't be opened");
        problems.push(...(await findOverflow(page)));
        if (options.checksAccessibility) problems.push(...(await findViolations(page)));
        await page.screenshot({
          path: join(folder, file),
          // The backdrop of a dialog covers the viewport, not the page.
          fullPage: screen.open === undefined,
          animations: 'disabled',
        });
        pictures.push({ screen: screen.name, state, width, theme, file, problems });
      }
    }
    return pictures;
  } finally {
    await context.close();
  }
}

/** Signs the user in, and makes the API respond as the state requires. */
async function prepareState(
  context: BrowserContext,
  { isSignedIn }: GalleryScreen,
  state: GalleryState,
  user: SampleUser,
): Promise<void> {
  if (!isSignedIn) return;
  await context.addInitScript(
    ([token, isDemo]) => {
      localStorage.setItem('jwt_token', String(token));
      if (isDemo) localStorage.setItem('demoMode', 'true');
    },
    [user.token, state === 'demo'] as const,
  );
  // The other calls are about the session, not about the content of a screen.
  const isContent = ({ pathname }: URL) =>
    pathname.startsWith('/api/') &&
    !/\/(config|auth\/.*|user\/me|user\/upgrade_token|user\/events)$/.test(pathname);
  // A request whose handler does nothing never gets a response.
  if (state === 'loading') await context.route(isContent, () => undefined);
  if (state === 'error') await context.route(isContent, failRequest);
}

const failRequest = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    json: {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Something went wrong. Please try again.',
      code: 'internal',
      request_id: 'gallery',
    },
  });

/** Waits for the content, or in the loading state for its placeholders. False if that takes too long. */
async function waitUntilLoaded(page: Page, state: GalleryState): Promise<boolean> {
  await page.locator('main :is(h1, h2)').first().waitFor({ timeout: loadTimeout });
  await page.evaluate('document.fonts.ready');
  const placeholders = page.locator('[class*="shimmer"]');
  try {
    // At first, some screens are hidden behind one placeholder. Collapsed groups stay hidden.
    const hidden = page.locator('main .invisible:not([class*="grid-rows"])');
    await expect(hidden).toHaveCount(0, { timeout: loadTimeout });
    if (state === 'loading') {
      await placeholders.first().waitFor({ timeout: loadTimeout });
    } else {
      await expect(placeholders.filter({ visible: true })).toHaveCount(0, { timeout: loadTimeout });
      // Parts that are scrolled into view are placeholders only after the first render.
      await settle(page);
      await expect(placeholders.filter({ visible: true })).toHaveCount(0, { timeout: loadTimeout });
    }
    return true;
  } catch {
    return false;
  }
}

/** Opens the screen's dialog, if it has one. False if that fails. */
async function openDialog(screen: GalleryScreen, page: Page): Promise<boolean> {
  if (screen.open === undefined) return true;
  page.setDefaultTimeout(loadTimeout);
  return screen.open(page).then(
    () => true,
    () => false,
  );
}

/** Waits until charts have been redrawn for a new size. */
const settle = (page: Page) =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );

async function findOverflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return pixels > 0 ? [`The page overflows by ${pixels} px`] : [];
}

async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run('body', ${JSON.stringify({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
    })})`,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
