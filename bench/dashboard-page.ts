import type { Page } from '@playwright/test';
import { withThrowawayProduct } from '../tools/product/throwaway-product.ts';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser, renewToken } from './bench-user.ts';
import { gzipSize, launchBrowser } from './browser.ts';
import { type Figure, sizeFigure } from './figures.ts';
import { measureWithLighthouse } from './lighthouse-pages.ts';
import { percentile } from './timing.ts';

const transactionCount = 100_000;
const rounds = 5;
/** Milliseconds, bytes (gzip), and the browser's layout shift score. */
const limits = { firstContent: 1_000, panels: 1_500, scripts: 200_000, shift: 0.01 };

// Runs in the page. The dashboard is usable once it shows its first amount of money, and complete once
// no placeholder is visible.
const observeDashboard = `
  window.layoutShift = 0;
  window.usableAt = 0;
  window.completeAt = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const check = () => {
    const showsMoney = document.querySelector('h1') && /\\$[\\d,]+\\.\\d\\d/.test(document.body.innerText);
    if (showsMoney && usableAt === 0) usableAt = performance.now();
    const isLoading = [...document.querySelectorAll('[class*="shimmer"]')].some((placeholder) => {
      const { top, bottom } = placeholder.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    if (showsMoney && !isLoading) completeAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);`;

interface Visit {
  /** When the browser first painted content, in milliseconds. */
  firstContent: number;
  /** When no panel was loading anymore, in milliseconds. */
  panels: number;
  shift: number;
  /** URLs of the JavaScript requested before the first amount was visible. */
  scripts: readonly string[];
}

/**
 * Measures the dashboard of a user with 100,000 transactions in 24 months, in a browser with an empty cache. Also
 * measures the dashboard, the transactions, and /login with Lighthouse.
 */
export async function measureDashboard(server: BenchServer): Promise<Figure[]> {
  const user = await createPaidUser(server, transactionCount);
  const token = await renewToken(server, user.token);
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(server.url, token));
  const median = (figure: (visit: Visit) => number) => percentile(visits.map(figure), 0.5);
  const scripts = await gzipSize(new Set(visits.flatMap((loaded) => loaded.scripts)));
  const shift = median((loaded) => loaded.shift);
  return [
    timeFigure(
      'Dashboard of 100,000 transactions, empty cache: first content',
      median((loaded) => loaded.firstContent),
      limits.firstContent,
    ),
    timeFigure(
      'Dashboard: all panels complete',
      median((loaded) => loaded.panels),
      limits.panels,
    ),
    {
      name: 'Dashboard: layout shift while loading',
      measured: shift.toFixed(3),
      limit: `<= ${limits.shift}`,
      withinLimit: shift <= limits.shift,
    },
    sizeFigure(
      'JavaScript before the first number on the dashboard, gzip',
      scripts,
      limits.scripts,
    ),
    ...(await measureWithLighthouse(server.url, [
      { path: '/', token },
      { path: '/transactions', token },
    ])),
    // With the sandbox, which serves the script of Google's button.
    ...(await withThrowawayProduct(({ app }) =>
      measureWithLighthouse(app, [{ path: '/login', token: null }]),
    )),
  ];
}

const timeFigure = (name: string, value: number, limit: number): Figure => ({
  name,
  measured: `${Math.round(value)} ms`,
  limit: `<= ${limit} ms`,
  withinLimit: value <= limit,
});

/** Visits the dashboard in a new browser. */
async function visit(url: string, token: string): Promise<Visit> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((value) => localStorage.setItem('jwt_token', value), token);
    await page.addInitScript(observeDashboard);
    await page.goto(`${url}/`, { waitUntil: 'commit' });
    const panels = await waitUntilComplete(page);
    // All times are the browser's own, because this process may notice later on a busy machine.
    const [firstContent, shift, scripts] = await page.evaluate<[number, number, string[]]>(
      `[
        performance.getEntriesByName('first-contentful-paint')[0].startTime,
        layoutShift,
        performance.getEntriesByType('resource')
          .filter(({ name, startTime }) => startTime <= usableAt && new URL(name).pathname.endsWith('.js'))
          .map(({ name }) => name),
      ]`,
    );
    return { firstContent, panels, shift, scripts };
  } finally {
    await browser.close();
  }
}

/** Returns the time from the start of the visit until all panels are complete, in milliseconds. */
async function waitUntilComplete(page: Page): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const completeAt = await page.evaluate<number>('completeAt');
    if (completeAt > 0) return completeAt;
    await page.waitForTimeout(50);
  }
  throw new Error('The dashboard was not complete within 50 s');
}
