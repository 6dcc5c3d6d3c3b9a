import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import pg from 'pg';
import { chromiumFlags, findChromium, noChromium } from '../tools/chromium.ts';
import { percentile } from './measure.ts';
import { benchUser } from './one-page.ts';
import type { BenchedServer } from './product.ts';
import type { Figure } from './report.ts';

const rows = 100_000;
const limits = { task: 50, interaction: 100 };
/** How much slower than this machine the one is that people press things on. */
const slowdown = 4;
const rounds = 5;

/**
 * What a browser has to do where 100,000 transactions are loaded: the longest task while one scrolls and
 * types, and how long it takes to show what a press leads to on a machine that is four times slower.
 */
export async function measureLongList(server: BenchedServer): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const token = await paidToken(server, (await benchUser(server, client, rows)).token);
  await client.query('vacuum analyze transactions');
  await client.end();
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const figures: Figure[] = [];
  try {
    for (const [where, width] of [
      ['table', 1440],
      ['phone', 390],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await loadEverything(page, server.url, token);
      figures.push(...(await measure(page, where)));
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return figures;
}

/** The token of somebody whose older one does not know yet that they have paid. */
async function paidToken(server: BenchedServer, token: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/user/upgrade_token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const renewed = (await answer.json()) as { access_token: string };
  return renewed.access_token;
}

/** Opens the list with all its rows, as if Load More had been pressed to the end. */
async function loadEverything(page: Page, url: string, token: string): Promise<void> {
  await page.addInitScript({ content: `localStorage.setItem('jwt_token', '${token}')` });
  await page.addInitScript({ content: inPage.loadAllPages });
  await page.addInitScript({ content: inPage.observe });
  await page.goto(`${url}/transactions`);
  await page
    .getByText(`${rows} transactions shown`)
    .waitFor({ state: 'attached', timeout: 300_000 });
  // What was put together to make the list is cleared away.
  await sleep(3_000);
}

async function measure(page: Page, where: string): Promise<Figure[]> {
  const search = page.getByRole('searchbox', { name: 'Search transactions' });
  const longest = await longestTask(page, async () => {
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.wheel(0, 900);
      await sleep(16);
    }
    // As when the scroll bar is dragged: each time to rows that were not on the page.
    for (let at = 1; at <= 20; at += 1) {
      await page.evaluate(`window.scrollTo(0, ${at * 250_000})`);
      await sleep(50);
    }
    await page.evaluate('window.scrollTo(0, 0)');
    await search.pressSequentially('co', { delay: 60 });
    await search.fill('');
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
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
  const what = `${rows.toLocaleString('en-US')} rows loaded (${where})`;
  return [
    figure(`${what}: longest task while scrolling and typing`, longest, limits.task),
    interaction(`${what}: opening a transaction`, opening),
    interaction(`${what}: choosing a filter`, choosing),
    interaction(`${what}: typing in search`, [typing]),
  ];
}

const figure = (what: string, measured: number, limit: number): Figure => ({
  what,
  measured: measured === 0 ? 'too short to see' : `${measured.toFixed(0)} ms`,
  limit: `<= ${limit} ms`,
  holds: measured <= limit,
});

const interaction = (what: string, measured: number[]): Figure =>
  figure(
    `${what}, ${slowdown} x slower (the middle one of ${measured.length})`,
    percentile(measured, 0.5),
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
 * The longest task of a page's thread meanwhile, in milliseconds of processor time: what else the machine
 * has to do is not the page's.
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
  const isPages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && isPages.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The browser told of no task');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

/** How long it takes to show something for a press on what the pointer has rested on before. */
async function press(page: Page, target: Locator): Promise<number> {
  await target.hover();
  return slowestInteraction(page, () => target.click());
}

/** From a press or a key to the next frame, the slowest of those meanwhile, in milliseconds (INP). */
async function slowestInteraction(page: Page, work: () => Promise<void>): Promise<number> {
  await sleep(500);
  await page.evaluate('window.benched.interaction = 0');
  await work();
  await sleep(1_000);
  return page.evaluate<number>('window.benched.interaction');
}

/** What runs in the page, as text: it is the browser's code, not ours. */
const inPage = {
  loadAllPages: `{
    const ask = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await ask(input, init);
      const isList = String(input).endsWith('/user/transactions/v2') && (init?.body ?? '{}') === '{}';
      if (!isList || !answer.ok) return answer;
      const all = await answer.json();
      while (all.next !== null) {
        const next = await ask(input, { ...init, body: JSON.stringify({ after: all.next }) });
        const page = await next.json();
        for (const row of page.transactions) all.transactions.push(row);
        all.next = page.next;
      }
      return new Response(JSON.stringify(all), { headers: answer.headers });
    };
  }`,
  observe: `{
    window.benched = { interaction: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.interactionId > 0)
          benched.interaction = Math.max(benched.interaction, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  }`,
};
