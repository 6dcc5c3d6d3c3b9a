import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser } from './bench-user.ts';
import type { Figure } from './figures.ts';

const transactionCount = 100_000;

interface Download {
  name: string;
  path: string;
  method: 'GET' | 'POST';
  /** Rows per second, and MiB above the memory when idle. */
  limits: { rate: number; memory: number };
  /** Whether the rate is per second of the server's processor time or of wall time. */
  clock: 'processor' | 'wall';
}

const downloads: readonly Download[] = [
  {
    name: 'Export of everything, 100,000 transactions as JSON and CSV',
    path: '/api/user/export',
    method: 'GET',
    limits: { rate: 20_000, memory: 60 },
    // Processor time does not depend on what else the machine does.
    clock: 'processor',
  },
  {
    name: 'transactions.csv of 100,000 rows',
    path: '/api/user/transactions/export',
    method: 'POST',
    limits: { rate: 100_000, memory: 30 },
    clock: 'wall',
  },
];

/** Measures the speed and the memory use of the downloads of a user with 100,000 transactions. */
export async function measureExports(server: BenchServer): Promise<Figure[]> {
  const { token } = await createPaidUser(server, transactionCount);
  const figures: Figure[] = [];
  for (const download of downloads) figures.push(...(await measure(server, token, download)));
  return figures;
}

async function measure(
  server: BenchServer,
  token: string,
  { name, path, method, limits, clock }: Download,
): Promise<Figure[]> {
  const run = () => runDownload(`${server.url}${path}`, method, token);
  // The first download loads and compiles the code.
  await run();
  await sleep(1_000);
  const idle = server.memory();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 20);
  const before = server.processorTime();
  const { firstByte, bytes, milliseconds } = await run();
  clearInterval(watch);
  const duration = clock === 'wall' ? milliseconds : server.processorTime() - before;
  const rate = Math.round((transactionCount / duration) * 1_000);
  return [
    {
      name: `${name} (${(bytes / 1e6).toFixed(1)} MB)`,
      measured: `${rate.toLocaleString('en-US')} rows/s${clock === 'processor' ? ' of processor time' : ''}`,
      limit: `>= ${limits.rate.toLocaleString('en-US')} rows/s`,
      withinLimit: rate >= limits.rate,
    },
    {
      name: `${name}: first byte`,
      measured: `${firstByte.toFixed(0)} ms`,
      limit: '<= 100 ms',
      withinLimit: firstByte <= 100,
    },
    {
      name: `${name}: memory above idle`,
      measured: `${peak - idle} MiB`,
      limit: `<= ${limits.memory} MiB`,
      withinLimit: peak - idle <= limits.memory,
    },
  ];
}

async function runDownload(url: string, method: string, token: string) {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url} responded with ${response.status}`);
  let firstByte: number | undefined;
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    firstByte ??= performance.now() - startedAt;
    bytes += chunk.length;
  }
  const milliseconds = performance.now() - startedAt;
  return { firstByte: firstByte ?? Number.NaN, bytes, milliseconds };
}
