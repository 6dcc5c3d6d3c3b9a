import { setTimeout as sleep } from 'node:timers/promises';
import {
  demoItemId,
  demoUserId,
  ensureDemoUser,
  findDemoDay,
} from '../../features/demo/demo.queries.ts';
import { demoAccounts, demoTransactions } from '../../features/demo/demo-records.ts';
import { todayIn } from '../../platform/http/time-zone.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { type Lease, releaseLease, takeLease } from '../sync/lease.queries.ts';
import { dropPages, stagePage } from '../sync/pages.queries.ts';
import { writePages } from '../sync/write-pages.ts';

const person = 'user_good';
const institution = 'Harbor Savings';
// The same life for everyone, whatever seed a sandbox runs with.
const seed = 1;
const rowsPerPage = 500;
// A first visitor waits for another's writing this long, in milliseconds.
const patience = 10_000;
// A machine that is busy may take longer for the writing than for a request's statements.
const longestWrite = 30_000;

/**
 * Whose rows are read in demo mode. They are written at midnight and when a process starts, through the
 * same path as a bank's sync; a call that comes sooner writes them itself, every other finds it done.
 */
export function demoOwner(services: Services): () => Promise<UserId> {
  let newest: { day: string; written: Promise<void> } | undefined;
  return async () => {
    const day = demoDay(services);
    if (newest?.day !== day) {
      const written = writeDemo(services, day);
      newest = { day, written };
      // The next call tries again.
      written.catch(() => {
        if (newest?.written === written) newest = undefined;
      });
    }
    await newest.written;
    return demoUserId;
  };
}

/** Writes the built-in person's life up to today, unless it is written already. */
export const refreshDemo = (services: Services): Promise<void> =>
  writeDemo(services, demoDay(services));

const demoDay = ({ clock }: Services): string => todayIn('UTC', clock).toString();

async function writeDemo(services: Services, today: string): Promise<void> {
  const { database } = services;
  await ensureDemoUser(database, institution);
  const key = { userId: demoUserId, itemId: demoItemId };
  const deadline = Date.now() + patience;
  while ((await findDemoDay(database)) !== today) {
    const leased = await takeLease(database, key);
    if (leased !== undefined) {
      const lease = { ...key, token: leased.token };
      try {
        // Another process may have written between the look and the lease.
        if (leased.cursor !== today) await writeLife(services, lease, today);
      } finally {
        await releaseLease(database, lease);
      }
      return;
    }
    if (Date.now() > deadline) throw new Failure('unavailable', undefined, { retryAfter: 5 });
    await sleep(100);
  }
}

async function writeLife({ database, log }: Services, lease: Lease, today: string): Promise<void> {
  // 25 MB that a process without demo visitors never needs.
  const { personByUsername } = await import('@cairn/people/people');
  const life = personByUsername(person)?.live(today, seed);
  if (life === undefined) throw new Error(`There is no person '${person}'`);
  const rows = demoTransactions(life);
  await database.transaction(
    async (transaction) => {
      await dropPages(transaction, lease);
      for (let start = 0; start < rows.length; start += rowsPerPage) {
        const page = rows.slice(start, start + rowsPerPage);
        await stagePage(transaction, lease, start / rowsPerPage + 1, page);
      }
      await writePages(transaction, lease, {
        cursor: today,
        accounts: demoAccounts(life),
        unlisted: [],
        removed: [],
        fromTheBeginning: true,
      });
    },
    { statementTimeout: longestWrite, lockTimeout: longestWrite },
  );
  log.info({ event: 'demo_refreshed', day: today, rows: rows.length });
}
