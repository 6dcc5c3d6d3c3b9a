import { setTimeout as sleep } from 'node:timers/promises';
import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { readPagesFromProcess } from '../../platform/jobs/read-pages-from-process.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { deleteStagedPages, stagePage } from '../sync/fetch/staged-pages.queries.ts';
import { acquireLease, type Lease, releaseLease } from '../sync/lease.queries.ts';
import { deleteSnapshots } from '../sync/write/accounts.queries.ts';
import { saveBrand } from '../sync/write/brand.queries.ts';
import { analyzeTables } from '../sync/write/planner-statistics.queries.ts';
import { writeFetchedItem } from '../sync/write/write-fetched-item.ts';
import {
  demoItems,
  demoUserForDay,
  ensureDemoUser,
  hideDemoSync,
  isDemoWritten,
} from './demo.queries.ts';
import { readDemoBrand } from './demo-brands.ts';
import { writeDemoBudget } from './demo-budget.queries.ts';
import { writeDemoCrypto } from './demo-crypto.queries.ts';
import { generateDemoCrypto } from './demo-crypto.ts';
import { writeDemoHistory } from './demo-history.queries.ts';
import { demoInstitutions } from './demo-institutions.ts';
import { saveDemoLogos } from './demo-logos.queries.ts';
import { readDemoLogos } from './demo-logos.ts';
import type { DemoPage } from './demo-records.ts';

// All in milliseconds. How long to wait for another process that is writing, and how often to check.
const maxWait = 10_000;
const pollInterval = 100;
// Less than the lifetime of a lease.
const generateTimeout = 15_000;
// On a busy machine, writing may take longer than a request's statements may.
const writeTimeout = 30_000;

/** Generates the demo person's data up to a day, page by page. */
export type GenerateDemoPages = (today: string) => AsyncIterable<DemoPage>;

/** Runs in a child process: two years of data take tens of megabytes, which the server would not release. */
const generateInChild: GenerateDemoPages = (today) =>
  readPagesFromProcess(
    new URL('generate-demo.child.ts', import.meta.url),
    [today],
    generateTimeout,
  );

/**
 * Writes the demo data up to `today` (ISO), unless it exists, in the same way as a sync. One process writes while the
 * others wait. Partial data is never visible: the rows change in one transaction, and they replace the demo of three
 * days ago, which is no longer read.
 */
export async function writeDemo(
  services: Services,
  today: string,
  generate: GenerateDemoPages = generateInChild,
): Promise<void> {
  const { database } = services;
  if (await isDemoWritten(database, today)) return;
  const userId = demoUserForDay(today);
  await ensureDemoUser(database, userId);
  const deadline = performance.now() + maxWait;
  for (;;) {
    const leases = await database.transaction((transaction) => acquireLeases(transaction, userId));
    if (leases !== null) return await writeWithLeases(services, leases, today, generate);
    if (await isDemoWritten(database, today)) return;
    if (performance.now() > deadline)
      throw new Failure('unavailable', undefined, {
        retryAfter: 5,
        reason: 'the demo is being created',
      });
    await sleep(pollInterval);
  }
}

async function writeWithLeases(
  services: Services,
  leases: ReadonlyMap<string, Lease>,
  today: string,
  generate: GenerateDemoPages,
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
  { clock, database, exchange, log }: Services,
  leases: ReadonlyMap<string, Lease>,
  today: string,
  generate: GenerateDemoPages,
): Promise<number> {
  const userId = demoUserForDay(today);
  for (const lease of leases.values()) await deleteStagedPages(database, lease);
  const byInstitution = new Map([...leases.keys()].map((key) => [key, emptyRecords()]));
  const logoUrls = new Set<string>();
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
    for (const { logo_url } of page.rows) if (logo_url !== null) logoUrls.add(logo_url);
    await stagePage(database, lease, { number, rows: page.rows, received: rows });
  }
  // Logos are saved before the transaction, so that its rows find them and it locks none of them.
  await saveDemoLogos(database, await readDemoLogos([...logoUrls]), clock.now());
  for (const institution of demoInstitutions) {
    const lease = leases.get(institution.key);
    if (lease) await saveBrand(database, lease, await readDemoBrand(institution));
  }
  const crypto = await generateDemoCrypto(today);
  await database.transaction(
    async (transaction) => {
      for (const [institution, lease] of leases) {
        const records = byInstitution.get(institution) ?? emptyRecords();
        await deleteSnapshots(transaction, lease);
        const fetched = {
          ...{ cursor: today, pages: number, day: today, ...records },
          listed: records.accounts.map((account) => account.provider_account_id),
          ...{ missingConsents: [], unlisted: [], removed: [], isFullSync: true },
        };
        await writeFetchedItem(transaction, lease, fetched, log);
      }
      await writeDemoHistory(transaction, userId, today);
      await writeDemoBudget(transaction, userId);
      if (exchange !== null) await writeDemoCrypto(transaction, userId, exchange.key, crypto);
      await analyzeTables(transaction, log, rows);
    },
    { statementTimeout: writeTimeout, lockTimeout: writeTimeout, customPlans: true },
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

/** Acquires the leases on all items of a demo user, by institution key. Null if another process has one. */
async function acquireLeases(queries: Queries, userId: UserId): Promise<Map<string, Lease> | null> {
  const leases = new Map<string, Lease>();
  for (const { key, id: itemId } of demoItems) {
    const acquired = await acquireLease(queries, { userId, itemId });
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
