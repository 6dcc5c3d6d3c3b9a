import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { LifeTransaction } from '@cairn/people/life';
import { heavySpender } from '@cairn/people/lives/heavy-spender';
import type pg from 'pg';
import { createServices } from '../apps/server/src/create-services.ts';
import { readSettings } from '../apps/server/src/env.ts';
import { syncItem } from '../apps/server/src/jobs/sync/sync-item.ts';
import { asUserId, newId } from '../apps/server/src/platform/identifiers.ts';
import { createLogger } from '../apps/server/src/platform/log.ts';
import type { InstitutionCalls, PlaidProvider } from '../apps/server/src/providers/plaid/client.ts';
import { mapAccount, mapTransaction } from '../apps/server/src/providers/plaid/map.ts';
import type { Services } from '../apps/server/src/services.ts';
import type { BenchServer } from './bench-server.ts';
import { withDatabase } from './bench-user.ts';
import { copyTransactions } from './copy-rows.ts';
import type { Figure } from './figures.ts';
import { createStepTimer, type StepTimer } from './sync-steps.ts';
import { percentile } from './timing.ts';

const transactionCount = 100_000;
/** The lowest acceptable number of transactions per second. */
const limit = 20_000;
const pageSize = 500;
const rounds = 3;

/** The lowest acceptable speed relative to COPY, which stores 77,700 of these rows per second. */
const limitRelativeToCopy = limit / 77_700;

/** The duration of one first sync. */
interface Round {
  seconds: number;
  /** The duration of COPY of the same rows into a table with the same indexes, right after the sync. */
  copySeconds: number;
  /** In milliseconds, by the name of the step. */
  steps: ReadonlyMap<string, number>;
}

/** Measures how fast the first sync writes a long history to the database, with a provider in memory. */
export async function measureFirstSync(server: BenchServer): Promise<Figure[]> {
  const timer = createStepTimer();
  const services = createBenchServices(server, timer);
  try {
    const measured = await withDatabase(server, async (client) => {
      const durations: Round[] = [];
      // The first round includes compiling the code.
      for (let round = 0; round < rounds; round += 1) {
        const { userId, seconds } = await syncOnce(client, services, `round ${round}`);
        const steps = timer.takeSteps();
        durations.push({ seconds, steps, copySeconds: await copyTransactions(client, userId) });
      }
      return durations;
    });
    return toFigures(measured);
  } finally {
    await services.database.close();
  }
}

function toFigures(measured: readonly Round[]): Figure[] {
  const best = measured.toSorted((a, b) => a.seconds - b.seconds)[0];
  if (best === undefined) return [];
  const rate = Math.round(transactionCount / best.seconds);
  const relative = percentile(
    measured.map(({ seconds, copySeconds }) => copySeconds / seconds),
    0.5,
  );
  return [
    {
      name: `First sync of 100,000 transactions, all rules applied (best of ${rounds})`,
      measured: `${rate.toLocaleString('en-US')} rows/s`,
      limit: `>= ${limit.toLocaleString('en-US')} rows/s`,
      withinLimit: rate >= limit,
    },
    {
      name: 'First sync, relative to COPY of the same rows with the same indexes',
      measured: `${relative.toFixed(2)} x`,
      limit: `>= ${limitRelativeToCopy.toFixed(2)} x`,
      withinLimit: relative >= limitRelativeToCopy,
    },
    ...[...best.steps].map(([step, milliseconds]) => ({
      name: `First sync: ${step}`,
      measured: `${Math.round(milliseconds)} ms`,
      limit: '',
      withinLimit: true,
    })),
  ];
}

/** Creates the server's services in this process, so that no network is part of the measurement. */
function createBenchServices(
  { databaseUrl, dataDir }: BenchServer,
  { tracing }: StepTimer,
): Services {
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return createServices(settings, createLogger('silent'), { tracing });
}

/** Runs the first sync of a new user's item. `idPrefix` makes its ids unique. */
async function syncOnce(
  client: pg.Client,
  services: Services,
  idPrefix: string,
): Promise<{ userId: string; seconds: number }> {
  const userId = asUserId(newId());
  const itemId = newId();
  await client.query(
    `insert into users (user_id, email, paid_until) values ($1, 'first sync', 'infinity')`,
    [userId],
  );
  await client.query(
    `insert into items (user_id, id, provider_item_id, institution_name, access_token_sealed)
     values ($1, $2, $3, 'Harbor Savings', $4)`,
    [userId, itemId, randomUUID(), services.sealer.seal('no token', `${userId}/${itemId}`)],
  );
  const bank = createInMemoryProvider(idPrefix);
  const plaid: PlaidProvider = { ...services.plaid, forInstitution: () => bank };
  const startedAt = performance.now();
  await syncItem({ ...services, plaid }, { userId, itemId });
  const seconds = (performance.now() - startedAt) / 1_000;
  const written = await client.query<{ count: string }>(
    'select count(*) from transactions where user_id = $1',
    [userId],
  );
  if (Number(written.rows[0]?.count) !== transactionCount)
    throw new Error('The sync did not write all transactions');
  return { userId, seconds };
}

/** Creates a provider that serves the sandbox's heavy spender from memory. All ids start with `idPrefix`. */
function createInMemoryProvider(idPrefix: string): InstitutionCalls {
  const life = heavySpender.generateLife(new Date().toISOString().slice(0, 10), 1);
  const transactions = life.transactions.slice(-transactionCount);
  const accounts = life.accounts.map((account) => ({
    account_id: `${idPrefix} ${account.key}`,
    type: account.type,
    subtype: account.subtype,
    name: account.name,
    official_name: account.officialName,
    mask: account.mask,
    balances: {
      current: (account.current ?? 0) / 100,
      available: (account.available ?? 0) / 100,
      limit: account.limit === null ? null : account.limit / 100,
      iso_currency_code: account.currency,
      unofficial_currency_code: null,
    },
  })) as unknown as Parameters<typeof mapAccount>[0][]; // The sync reads no other fields.
  return {
    accounts: async () => accounts.map(mapAccount),
    streams: async () => [],
    liabilities: async () => [],
    holdings: async () => [],
    syncPage: async (_token, cursor) => {
      // Resolves in a later turn of the event loop, as a network response does.
      await setImmediate();
      const start = Number(cursor ?? 0);
      const end = start + pageSize;
      return {
        ready: true,
        accounts: accounts.map(mapAccount),
        upserted: transactions
          .slice(start, end)
          .map((row) => mapTransaction(plaidTransaction(idPrefix, row), () => true)),
        removed: [],
        nextCursor: String(end),
        hasMore: end < transactions.length,
      };
    },
  };
}

const plaidTransaction = (idPrefix: string, row: LifeTransaction) =>
  ({
    account_id: `${idPrefix} ${row.accountKey}`,
    transaction_id: `${idPrefix} ${row.key}`,
    // Banks report a pending id for every posted card purchase, even if it was never synced as pending.
    pending_transaction_id: row.pending ? null : `${idPrefix} ${row.key} pending`,
    amount: row.amount / 100,
    iso_currency_code: row.currency,
    unofficial_currency_code: null,
    date: row.date,
    authorized_date: row.authorizedDate,
    name: row.name,
    merchant_name: row.merchantName,
    original_description: row.originalDescription,
    logo_url: row.website === null ? null : `https://logos.example/${row.website}.png`,
    pending: row.pending,
    personal_finance_category: {
      primary: row.category.split('_').slice(0, 2).join('_'),
      detailed: row.category,
    },
  }) as unknown as Parameters<typeof mapTransaction>[0]; // The sync reads no other fields.
