import autocannon from 'autocannon';
import pg from 'pg';
import { ratePerSecond } from './measure.ts';
import { benchUser } from './one-page.ts';
import type { BenchedServer } from './product.ts';
import type { Figure } from './report.ts';
import { pageStatements } from './statements.ts';

const seconds = 5;
const rounds = 3;
// As many at once as the server has connections, on both sides.
const lanes = 10;

/** Pages per second of one process against the same two queries through `pg` alone. */
export async function measureThroughput(server: BenchedServer): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: lanes });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const user = await benchUser(server, client, 10_000);
  await client.query('vacuum analyze transactions');
  await client.end();
  const statements = await pageStatements(user);
  const ratios: number[] = [];
  let requests = 0;
  let rate = 0;
  let processorTime = 0;
  for (let round = 0; round < rounds; round += 1) {
    const alone = await ratePerSecond(lanes, seconds, async () => {
      for (const statement of statements) await pool.query(statement);
    });
    const before = server.processorTime();
    const loaded = await autocannon({
      url: `${server.url}/api/user/transactions/v2`,
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: '{}',
      connections: lanes,
      duration: seconds,
    });
    if (loaded.non2xx > 0 || loaded.errors > 0)
      throw new Error(`${loaded.non2xx + loaded.errors} requests under load did not succeed`);
    processorTime += server.processorTime() - before;
    requests += loaded.requests.total;
    rate = loaded.requests.average;
    ratios.push(rate / alone);
  }
  await pool.end();
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const each = (processorTime / requests).toFixed(2);
  return [
    {
      what: `Pages per second, one process, session check included (${Math.round(rate)}/s, ${each} ms CPU each), against the same two queries alone`,
      measured: `${ratio.toFixed(2)} x`,
      limit: '>= 0.50 x',
      holds: ratio >= 0.5,
    },
    {
      what: 'Server memory under that load',
      measured: `${server.memory()} MiB`,
      limit: '<= 300 MiB',
      holds: server.memory() <= 300,
    },
  ];
}
