import { setTimeout as sleep } from 'node:timers/promises';
import {
  demoItems,
  demoUserOf,
  ensureDemoUser,
  hideDemoSync,
  isDemoWritten,
} from '../../features/demo/demo.queries.ts';
import { writeDemoBudget } from '../../features/demo/demo-budget.queries.ts';
import { writeDemoCrypto } from '../../features/demo/demo-crypto.queries.ts';
import { liveCrypto } from '../../features/demo/demo-crypto.ts';
import type { DemoPage } from '../../features/demo/demo-records.ts';
import { writeDemoStories } from '../../features/demo/demo-stories.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { pagesFromProcess } from '../../platform/pages-from-process.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { forgetSnapshots } from '../sync/accounts.queries.ts';
import { type Lease, releaseLease, takeLease } from '../sync/lease.queries.ts';
import { dropPages, stagePage } from '../sync/pages.queries.ts';
import { tellPlanner } from '../sync/statistics.queries.ts';
import { writePages } from '../sync/write-pages.ts';

// All in milliseconds. How long to wait for another process that is writing, and how often to check.
const maxWait = 10_000;
const pollInterval = 100;
// Less than the lifetime of a lease.
const generateTimeout = 15_000;
// On a busy machine, writing may take longer than a request's statements may.
const writeTimeout = 30_000;

/** Generates the demo person's data up to a day, page by page. */
export type Live = (today: string) => AsyncIterable<DemoPage>;

/** Runs in a child process: two years of data take tens of megabytes, which the server would not release. */
const generateInChild: Live = (today) =>
  pagesFromProcess(new URL('live.child.ts', import.meta.url), [today], generateTimeout);

/**
 * Writes the demo data up to `today` (ISO), unless it exists, in the same way as a sync. One process writes while the
 * others wait. Partial data is never visible: the rows change in one transaction, and the user they belong to shows the
 * demo of three days ago, which is no longer read.
 */
export async function writeDemo(
  services: Services,
  today: string,
  generate: Live = generateInChild,
): Promise<void> {
  const { database } = services;
  if (await isDemoWritten(database, today)) return;
  const userId = demoUserOf(today);
  await ensureDemoUser(database, userId);
  const deadline = Date.now() + maxWait;
  for (;;) {
    const leases = await database.transaction((transaction) => acquireLeases(transaction, userId));
    if (leases !== null) return await writeLeased(services, leases, today, generate);
    if (await isDemoWritten(database, today)) return;
    if (Date.now() > deadline) throw new Failure('unavailable', undefined, { retryAfter: 5 });
    await sleep(pollInterval);
  }
}

async function writeLeased(
  services: Services,
  leases: ReadonlyMap<string, Lease>,
  today: string,
  generate: Live,
): Promise<void> {
  const { database, log } = services;
  try {
    // Another process may have written the demo before this one acquired the leases.
    if (await isDemoWritten(database, today)) return;
    const rows = await writeDemoPages(services, leases, today, generate);
    log.info({ event: 'demo_refreshed', day: today, rows });
  } finally {
    await releaseLeases(database, leases);
  }
}

/** Stages the generated pages, then writes all institutions at once. Returns the number of rows. */
async function writeDemoPages(
  { database, exchange, log }: Services,
  leases: ReadonlyMap<string, Lease>,
  today: string,
  generate: Live,
): Promise<number> {
  const userId = demoUserOf(today);
  for (const lease of leases.values()) await dropPages(database, lease);
  const byInstitution = new Map([...leases.keys()].map((key) => [key, emptyRecords()]));
  let rows = 0;
  let number = 0;
  for await (const page of generate(today)) {
    const lease = leases.get(page.institution);
    const records = byInstitution.get(page.institution);
    if (lease === undefined || records === undefined)
      throw new Error(`There is no lease on '${page.institution}'`);
    records.accounts.push(...page.accounts);
    records.streams.push(...page.streams);
    records.liabilities.push(...page.liabilities);
    records.holdings.push(...page.holdings);
    if (page.rows.length === 0) continue;
    number += 1;
    rows += page.rows.length;
    await stagePage(database, lease, number, page.rows);
  }
  const crypto = await liveCrypto(today);
  await database.transaction(
    async (transaction) => {
      for (const [institution, lease] of leases) {
        const records = byInstitution.get(institution) ?? emptyRecords();
        await forgetSnapshots(transaction, lease);
        const fetched = {
          ...{ cursor: today, pages: number, day: today, ...records },
          listed: records.accounts.map((account) => account.provider_account_id),
          ...{ missingConsents: [], unlisted: [], removed: [], isFullSync: true },
        };
        await writePages(transaction, lease, fetched, log);
      }
      await writeDemoStories(transaction, userId, today);
      await writeDemoBudget(transaction, userId);
      if (exchange !== null) await writeDemoCrypto(transaction, userId, exchange.key, crypto);
      await tellPlanner(transaction, log, rows);
    },
    { statementTimeout: writeTimeout, lockTimeout: writeTimeout, plannedAnew: true },
  );
  return rows;
}

/** The records of one institution, except its transactions. */
const emptyRecords = (): Omit<DemoPage, 'institution' | 'rows'> => ({
  accounts: [],
  streams: [],
  liabilities: [],
  holdings: [],
});

/** Acquires the leases on all items of a demo user, by institution key. Null if another process holds one. */
async function acquireLeases(queries: Queries, userId: UserId): Promise<Map<string, Lease> | null> {
  const leases = new Map<string, Lease>();
  for (const { key, id: itemId } of demoItems) {
    const acquired = await takeLease(queries, { userId, itemId });
    if (acquired === undefined) {
      await releaseLeases(queries, leases);
      return null;
    }
    leases.set(key, { userId, itemId, token: acquired.token });
  }
  await hideDemoSync(queries, userId);
  return leases;
}

async function releaseLeases(queries: Queries, leases: ReadonlyMap<string, Lease>) {
  for (const lease of leases.values()) await releaseLease(queries, lease);
}
