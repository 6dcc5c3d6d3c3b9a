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

// All in milliseconds. Whoever finds another writing waits this long for it.
const patience = 10_000;
const lookEvery = 100;
// Less than a lease holds without being renewed.
const longestLife = 15_000;
// A machine that is busy may take longer for the writing than for a request's statements.
const longestWrite = 30_000;

/** The demo person's life up to a day, piece by piece. */
export type Live = (today: string) => AsyncIterable<DemoPage>;

/** Lives it elsewhere: two years take tens of megabytes, which a server would never give back. */
const liveElsewhere: Live = (today) =>
  pagesFromProcess(new URL('live.child.ts', import.meta.url), [today], longestLife);

/**
 * Writes the demo person's life up to `today` (ISO), unless it is written already, through the same path
 * as a bank's sync. One process does it while the others wait. Nobody sees part of it: the rows change in
 * one transaction, and until then they are those of three days before, which nobody is shown.
 */
export async function writeDemo(
  services: Services,
  today: string,
  live: Live = liveElsewhere,
): Promise<void> {
  const { database } = services;
  if (await isDemoWritten(database, today)) return;
  const userId = demoUserOf(today);
  await ensureDemoUser(database, userId);
  const deadline = Date.now() + patience;
  for (;;) {
    const leases = await database.transaction((transaction) => takeLeases(transaction, userId));
    if (leases !== null) return await writeLeased(services, leases, today, live);
    if (await isDemoWritten(database, today)) return;
    if (Date.now() > deadline) throw new Failure('unavailable', undefined, { retryAfter: 5 });
    await sleep(lookEvery);
  }
}

async function writeLeased(
  services: Services,
  leases: ReadonlyMap<string, Lease>,
  today: string,
  live: Live,
): Promise<void> {
  const { database, log } = services;
  try {
    // Another process may have written between the look and the lease.
    if (await isDemoWritten(database, today)) return;
    const rows = await writeLife(services, leases, today, live);
    log.info({ event: 'demo_refreshed', day: today, rows });
  } finally {
    await releaseLeases(database, leases);
  }
}

/** Stages the pages as they come, then writes all institutions at once. Answers the number of rows. */
async function writeLife(
  { database, exchange, log }: Services,
  leases: ReadonlyMap<string, Lease>,
  today: string,
  live: Live,
): Promise<number> {
  const userId = demoUserOf(today);
  for (const lease of leases.values()) await dropPages(database, lease);
  const told = new Map([...leases.keys()].map((key) => [key, newTold()]));
  let rows = 0;
  let number = 0;
  for await (const page of live(today)) {
    const lease = leases.get(page.institution);
    const said = told.get(page.institution);
    if (lease === undefined || said === undefined)
      throw new Error(`No lease is held on '${page.institution}'`);
    said.accounts.push(...page.accounts);
    said.streams.push(...page.streams);
    said.liabilities.push(...page.liabilities);
    said.holdings.push(...page.holdings);
    if (page.rows.length === 0) continue;
    number += 1;
    rows += page.rows.length;
    await stagePage(database, lease, number, page.rows);
  }
  const crypto = await liveCrypto(today);
  await database.transaction(
    async (transaction) => {
      for (const [institution, lease] of leases) {
        const said = told.get(institution) ?? newTold();
        await forgetSnapshots(transaction, lease);
        const collected = {
          ...{ cursor: today, pages: number, day: today, ...said },
          listed: said.accounts.map((account) => account.provider_account_id),
          ...{ lacksConsent: [], unlisted: [], removed: [], fromTheBeginning: true },
        };
        await writePages(transaction, lease, collected, log);
      }
      await writeDemoStories(transaction, userId, today);
      await writeDemoBudget(transaction, userId);
      if (exchange !== null) await writeDemoCrypto(transaction, userId, exchange.key, crypto);
      await tellPlanner(transaction, log, rows);
    },
    { statementTimeout: longestWrite, lockTimeout: longestWrite, plannedAnew: true },
  );
  return rows;
}

/** What one of the institutions has said, but for its rows. */
const newTold = (): Omit<DemoPage, 'institution' | 'rows'> => ({
  accounts: [],
  streams: [],
  liabilities: [],
  holdings: [],
});

/** The right to write every institution of a built-in user, by its key; null if somebody holds one. */
async function takeLeases(queries: Queries, userId: UserId): Promise<Map<string, Lease> | null> {
  const leases = new Map<string, Lease>();
  for (const { key, id: itemId } of demoItems) {
    const taken = await takeLease(queries, { userId, itemId });
    if (taken === undefined) {
      await releaseLeases(queries, leases);
      return null;
    }
    leases.set(key, { userId, itemId, token: taken.token });
  }
  await hideDemoSync(queries, userId);
  return leases;
}

async function releaseLeases(queries: Queries, leases: ReadonlyMap<string, Lease>) {
  for (const lease of leases.values()) await releaseLease(queries, lease);
}
