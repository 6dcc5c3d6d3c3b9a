import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { benchUser } from './one-page.ts';
import type { BenchedServer } from './product.ts';
import type { Figure } from './report.ts';

const rows = 100_000;

/** Everything held on a user with 100,000 transactions, as the archive that the profile offers. */
export async function measureWholeExport(server: BenchedServer): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { token } = await benchUser(server, client, rows);
  await client.query('vacuum analyze transactions');
  await client.end();
  // The first loads what writes archives, and has the code compiled.
  await readExport(server, token);
  await sleep(1_000);
  const idle = server.memory();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 20);
  const before = server.processorTime();
  const { firstByte, bytes } = await readExport(server, token);
  // By the processor: what else the machine has to do is not the export's.
  const seconds = (server.processorTime() - before) / 1_000;
  clearInterval(watch);
  const rate = Math.round(rows / seconds);
  return [
    {
      what: `Export of everything, 100,000 transactions as JSON and CSV (${(bytes / 1e6).toFixed(1)} MB)`,
      measured: `${rate.toLocaleString('en-US')} rows/s of processor time`,
      limit: '>= 20,000 rows/s',
      holds: rate >= 20_000,
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
      limit: '<= 60 MiB',
      holds: peak - idle <= 60,
    },
  ];
}

async function readExport(server: BenchedServer, token: string) {
  const began = performance.now();
  const answer = await fetch(`${server.url}/api/user/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let firstByte: number | undefined;
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    firstByte ??= performance.now() - began;
    bytes += chunk.length;
  }
  return { firstByte: firstByte ?? Number.NaN, bytes };
}
