import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { benchUser } from './one-page.ts';
import type { BenchedServer } from './product.ts';
import type { Figure } from './report.ts';

const rows = 100_000;

interface Download {
  what: string;
  path: string;
  method: 'GET' | 'POST';
  /** Rows per second, and MiB above the rest before. */
  limits: { rate: number; memory: number };
  /** Whether the rate is by the server's processor time, or by the clock. */
  by: 'processor' | 'clock';
}

const downloads: readonly Download[] = [
  {
    what: 'Export of everything, 100,000 transactions as JSON and CSV',
    path: '/api/user/export',
    method: 'GET',
    limits: { rate: 20_000, memory: 60 },
    // What else the machine has to do is not the export's.
    by: 'processor',
  },
  {
    what: 'transactions.csv of 100,000 rows',
    path: '/api/user/transactions/export',
    method: 'POST',
    limits: { rate: 100_000, memory: 30 },
    by: 'clock',
  },
];

/** The files that a user with 100,000 transactions can download. */
export async function measureExports(server: BenchedServer): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { token } = await benchUser(server, client, rows);
  await client.query('vacuum analyze transactions');
  await client.end();
  const figures: Figure[] = [];
  for (const download of downloads) figures.push(...(await measure(server, token, download)));
  return figures;
}

async function measure(
  server: BenchedServer,
  token: string,
  { what, path, method, limits, by }: Download,
): Promise<Figure[]> {
  const read = () => readWhole(`${server.url}${path}`, method, token);
  // The first loads what writes the file, and has the code compiled.
  await read();
  await sleep(1_000);
  const idle = server.memory();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 20);
  const before = server.processorTime();
  const { firstByte, bytes, milliseconds } = await read();
  clearInterval(watch);
  const spent = by === 'clock' ? milliseconds : server.processorTime() - before;
  const rate = Math.round((rows / spent) * 1_000);
  return [
    {
      what: `${what} (${(bytes / 1e6).toFixed(1)} MB)`,
      measured: `${rate.toLocaleString('en-US')} rows/s${by === 'processor' ? ' of processor time' : ''}`,
      limit: `>= ${limits.rate.toLocaleString('en-US')} rows/s`,
      holds: rate >= limits.rate,
    },
    {
      what: 'Its first byte',
      measured: `${firstByte.toFixed(0)} ms`,
      limit: '<= 100 ms',
      holds: firstByte <= 100,
    },
    {
      what: 'Memory that it takes above the rest before',
      measured: `${peak - idle} MiB`,
      limit: `<= ${limits.memory} MiB`,
      holds: peak - idle <= limits.memory,
    },
  ];
}

async function readWhole(url: string, method: string, token: string) {
  const began = performance.now();
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
  let firstByte: number | undefined;
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    firstByte ??= performance.now() - began;
    bytes += chunk.length;
  }
  const milliseconds = performance.now() - began;
  return { firstByte: firstByte ?? Number.NaN, bytes, milliseconds };
}
