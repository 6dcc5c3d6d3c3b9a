import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser, renewToken } from './bench-user.ts';
import { launchBrowser } from './browser.ts';
import type { Figure } from './figures.ts';
import { percentile } from './timing.ts';

const transactionCount = 100_000;
/** In milliseconds. */
const limits = { task: 50, interaction: 100 };
/** How many times slower the simulated device of a user is. */
const cpuSlowdown = 4;
const rounds = 5;

/**
 * Measures a list of 100,000 loaded transactions: the longest task while scrolling and typing, and the time from an
 * interaction to the next frame on a device that is four times slower.
 */
export async function measureLongList(server: BenchServer): Promise<Figure[]> {
  const user = await createPaidUser(server, transactionCount);
  const token = await renewToken(server, user.token);
  const browser = await launchBrowser();
  const figures: Figure[] = [];
  try {
    for (const [layout, width] of [
      ['table', 1440],
      ['phone', 390],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await loadAllTransactions(page, server.url, token);
      figures.push(...(await measure(page, layout)));
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return figures;
}

/** Opens the list with all transactions, as if Load More had been pressed until the end. */
async function loadAllTransactions(page: Page, url: string, token: string): Promise<void> {
  await page.addInitScript({ content: `localStorage.setItem('jwt_token', '${token}')` });
  await page.addInitScript({ content: pageScripts.loadAllPages });
  await page.addInitScript({ content: pageScripts.observe });
  await page.goto(`${url}/transactions`);
  await page
    .getByText(`${transactionCount.toLocaleString('en-US')} transactions shown`)
    .waitFor({ state: 'attached', timeout: 300_000 });
  // Time for the browser to collect garbage from loading.
  await sleep(3_000);
}

async function measure(page: Page, layout: string): Promise<Figure[]> {
  const search = page.getByRole('combobox', { name: 'Search transactions' });
  const longest = await longestTask(page, async () => {
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.wheel(0, 900);
      await sleep(16);
    }
    // Dragging the scroll bar jumps to rows that were not rendered.
    for (let jump = 1; jump <= 20; jump += 1) {
      await page.evaluate(`window.scrollTo(0, ${jump * 250_000})`);
      await sleep(50);
    }
    await page.evaluate('window.scrollTo(0, 0)');
    await search.pressSequentially('co', { delay: 60 });
    await search.fill('');
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const opening: number[] = [];
  const choosing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    opening.push(await press(page, page.locator('[data-transaction]').nth(3)));
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    for (const range of ['Last 30 days', 'All Time']) {
      const dropdown = await press(page, page.getByRole('combobox', { name: 'Date Range' }));
      const option = await press(page, page.getByRole('option', { name: range }));
      choosing.push(Math.max(dropdown, option));
    }
  }
  const typing = await slowestInteraction(page, () => search.pressSequentially('corner'));
  await session.detach();
  const list = `${transactionCount.toLocaleString('en-US')} rows loaded (${layout})`;
  return [
    figure(`${list}: longest task while scrolling and typing`, longest, limits.task),
    interaction(`${list}: opening a transaction`, opening),
    interaction(`${list}: choosing a filter`, choosing),
    interaction(`${list}: typing in search`, [typing]),
  ];
}

const figure = (name: string, measured: number, limit: number): Figure => ({
  name,
  measured: measured === 0 ? 'not measurable' : `${measured.toFixed(0)} ms`,
  limit: `<= ${limit} ms`,
  withinLimit: measured <= limit,
});

const interaction = (name: string, samples: number[]): Figure =>
  figure(
    `${name}, ${cpuSlowdown} x slower (median of ${samples.length})`,
    percentile(samples, 0.5),
    limits.interaction,
  );

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** Processor time, in microseconds. */
  tdur?: number;
}

/**
 * The longest task of the page's main thread during `work`, in milliseconds of processor time. Processor time does not
 * depend on what else the machine does.
 */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  await sleep(500);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mainThreads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace contains no task');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

/** Clicks a target that the pointer already hovers over. Returns the time to the next frame in milliseconds. */
async function press(page: Page, target: Locator): Promise<number> {
  await target.hover();
  return slowestInteraction(page, () => target.click());
}

/** The slowest interaction during `work`, from input to the next frame, in milliseconds (INP). */
async function slowestInteraction(page: Page, work: () => Promise<void>): Promise<number> {
  await sleep(500);
  await page.evaluate('window.bench.interaction = 0');
  await work();
  await sleep(1_000);
  return page.evaluate<number>('window.bench.interaction');
}

/** Scripts that run in the page. */
const pageScripts = {
  loadAllPages: `{
    const originalFetch = window.fetch;
    window.fetch = async (input, init) => {
      const response = await originalFetch(input, init);
      const isList = String(input).endsWith('/user/transactions/v2') && (init?.body ?? '{}') === '{}';
      if (!isList || !response.ok) return response;
      const all = await response.json();
      while (all.next !== null) {
        const next = await originalFetch(input, { ...init, body: JSON.stringify({ after: all.next }) });
        const page = await next.json();
        for (const row of page.transactions) all.transactions.push(row);
        all.next = page.next;
      }
      return new Response(JSON.stringify(all), { headers: response.headers });
    };
  }`,
  observe: `{
    window.bench = { interaction: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.interactionId > 0)
          bench.interaction = Math.max(bench.interaction, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  }`,
};
