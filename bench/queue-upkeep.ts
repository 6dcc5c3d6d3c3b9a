import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchServer } from './bench-server.ts';
import { withDatabase } from './bench-user.ts';
import { type Figure, formatMilliseconds } from './figures.ts';

const completedJobs = 1_000_000;
/** In seconds: several runs of the upkeep, which starts every five seconds. */
const duration = 30;
/** In milliseconds per second: what completed jobs may add. */
const maxAddedTime = 5;
/** Pages of the queue per second that completed jobs may add. Unlike the time, they don't depend on the machine's load. */
const maxAddedPages = 50;

const completedText = `with ${completedJobs.toLocaleString('en-US')} completed jobs`;

/** What an idle server costs the database, per second. */
interface Cost {
  /** In milliseconds: the time of all statements together. */
  time: number;
  /** Pages of the queue's tables and indexes that were read, from memory or disk. */
  pages: number;
}

async function storeCompletedJobs(client: pg.Client): Promise<void> {
  await client.query(
    `insert into pgboss.job (name, state, policy, singleton_key, data, created_on, started_on, completed_on)
     select 'sync-item', 'completed', 'short', gen_random_uuid()::text, '{}', now(), now(), now()
     from generate_series(1, ${completedJobs})`,
  );
  await client.query('vacuum analyze pgboss.job');
}

/** What an idle server costs the database, with completed jobs and without. */
export function measureQueueUpkeep(server: BenchServer): Promise<Figure[]> {
  return withDatabase(server, async (client) => {
    const without = await measureCost(client);
    // On a separate connection, because an open connection may report the time of its last statement later.
    await withDatabase(server, storeCompletedJobs);
    const withJobs = await measureCost(client);
    await client.query(`delete from pgboss.job where state = 'completed'`);
    await client.query('vacuum pgboss.job');
    return [
      {
        name: `Database time of an idle server per second, ${completedText} (without: ${formatMilliseconds(without.time)})`,
        measured: formatMilliseconds(withJobs.time),
        limit: `<= ${formatMilliseconds(without.time + maxAddedTime)}`,
        withinLimit: withJobs.time <= without.time + maxAddedTime,
      },
      {
        name: `Pages of the queue that an idle server reads per second, ${completedText} (without: ${Math.round(without.pages)})`,
        measured: String(Math.round(withJobs.pages)),
        limit: `<= ${Math.round(without.pages) + maxAddedPages}`,
        withinLimit: withJobs.pages <= without.pages + maxAddedPages,
      },
    ];
  });
}

async function measureCost(client: pg.Client): Promise<Cost> {
  const before = await readTotals(client);
  await wait(duration * 1_000);
  const after = await readTotals(client);
  return {
    time: (after.time - before.time) / duration,
    pages: (after.pages - before.pages) / duration,
  };
}

/** Returns the cost since the database was created. */
async function readTotals(client: pg.Client): Promise<Cost> {
  // Idle connections report within ten seconds.
  await wait(11_000);
  const { rows } = await client.query<Cost>(
    `select
      (select active_time from pg_stat_database where datname = current_database()) as time,
      (select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::float8
       from pg_statio_user_tables
       where schemaname = 'pgboss') as pages`,
  );
  return rows[0] ?? { time: Number.NaN, pages: Number.NaN };
}
