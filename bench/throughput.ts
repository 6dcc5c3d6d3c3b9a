import autocannon from 'autocannon';
import pg from 'pg';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser } from './bench-user.ts';
import type { Figure } from './figures.ts';
import { pageStatements } from './page-statements.ts';
import { callsPerSecond, percentile } from './timing.ts';

const seconds = 5;
const rounds = 3;
/** Concurrent calls, over HTTP and through `pg` alone: as many as the server has database connections. */
const concurrency = 10;
/** The lowest acceptable rate over HTTP, as a share of the rate through `pg` alone. */
const limit = 0.6;

/** Measures the pages per second of one process, relative to the same two queries through `pg` alone. */
export async function measureThroughput(server: BenchServer): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: concurrency });
  const user = await createPaidUser(server, 10_000);
  const statements = await pageStatements(user);
  const ratios: number[] = [];
  let requests = 0;
  let rate = 0;
  let processorTime = 0;
  for (let round = 0; round < rounds; round += 1) {
    const queriesAlone = await callsPerSecond(concurrency, seconds, async () => {
      for (const statement of statements) await pool.query(statement);
    });
    const before = server.processorTime();
    const result = await autocannon({
      url: `${server.url}/api/user/transactions/v2`,
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: '{}',
      connections: concurrency,
      duration: seconds,
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx + result.errors} requests under load failed`);
    processorTime += server.processorTime() - before;
    requests += result.requests.total;
    rate = result.requests.average;
    ratios.push(rate / queriesAlone);
  }
  await pool.end();
  const ratio = percentile(ratios, 0.5);
  const cpuPerRequest = (processorTime / requests).toFixed(2);
  return [
    {
      name: `Pages per second, one process, session check included (${Math.round(rate)}/s, ${cpuPerRequest} ms CPU each), relative to the same two queries alone`,
      measured: `${ratio.toFixed(2)} x`,
      limit: `>= ${limit.toFixed(2)} x`,
      withinLimit: ratio >= limit,
    },
    {
      name: 'Server memory under this load',
      measured: `${server.memory()} MiB`,
      limit: '<= 300 MiB',
      withinLimit: server.memory() <= 300,
    },
  ];
}
