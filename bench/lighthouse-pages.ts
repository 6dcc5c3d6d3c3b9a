import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumFlags, findChromium, noChromium } from '../tools/chromium.ts';
import { freePort } from '../tools/product/free-port.ts';
import type { Figure } from './figures.ts';
import { percentile } from './timing.ts';

const rounds = 5;
/** Milliseconds, the browser's layout shift score, requests, and Lighthouse's scores out of 100. */
const limits = {
  largestContent: 2_000,
  blocking: 200,
  shift: 0,
  requests: 20,
  performance: 95,
  accessibility: 100,
  bestPractices: 100,
};

type Measured = Record<keyof typeof limits, number>;

/**
 * Measures pages with Lighthouse as on a phone: a processor four times slower and a simulated slow 4G network
 * (Lighthouse's own defaults), with an empty cache. Medians of five visits.
 */
export async function measureWithLighthouse(
  url: string,
  pages: readonly { path: string; token: string | null }[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { path, token } of pages) {
    const visits: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(url, path, token));
    figures.push(...pageFigures(path, visits));
  }
  return figures;
}

function pageFigures(path: string, visits: readonly Measured[]): Figure[] {
  const figure = (
    name: string,
    key: keyof Measured,
    unit = '',
    digits = 0,
    moreIsBetter = false,
  ): Figure => {
    const median = percentile(
      visits.map((measured) => measured[key]),
      0.5,
    );
    const limit = limits[key];
    return {
      name: `${path} on a phone: ${name}`,
      measured: `${median.toFixed(digits)}${unit}`,
      limit: `${moreIsBetter ? '>=' : '<='} ${limit}${unit}`,
      withinLimit: moreIsBetter ? median >= limit : Number(median.toFixed(digits)) <= limit,
    };
  };
  return [
    figure('largest content painted, simulated slow 4G', 'largestContent', ' ms'),
    figure('blocking time, processor 4 x slower', 'blocking', ' ms'),
    figure('layout shift', 'shift', '', 3),
    figure('requests', 'requests'),
    figure('Lighthouse performance', 'performance', '', 0, true),
    figure('Lighthouse accessibility', 'accessibility', '', 0, true),
    figure('Lighthouse best practices', 'bestPractices', '', 0, true),
  ];
}

/** Visits a page in a new browser. */
async function visit(url: string, path: string, token: string | null): Promise<Measured> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  const profile = mkdtempSync(join(tmpdir(), 'cairn-lighthouse-'));
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  });
  try {
    if (token !== null) {
      const page = await browser.newPage();
      await page.goto(`${url}/robots.txt`);
      await page.evaluate((value) => localStorage.setItem('jwt_token', value), token);
      await page.close();
    }
    const outcome = await lighthouse(`${url}${path}`, {
      port,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      // Keeps the token. The cache of a new browser is empty anyway.
      disableStorageReset: true,
      logLevel: 'error',
    });
    if (outcome === undefined) throw new Error('Lighthouse gave no result.');
    return readResult(outcome.lhr);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function readResult({ audits, categories, finalDisplayedUrl, runtimeError }: Result): Measured {
  if (runtimeError) throw new Error(`${finalDisplayedUrl}: ${runtimeError.message}`);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => 100 * (categories[category]?.score ?? Number.NaN);
  const requests = audits['network-requests']?.details as { items: unknown[] } | undefined; // A table.
  return {
    largestContent: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    requests: requests?.items.length ?? Number.NaN,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  };
}
