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
import type { Figure } from './figures.ts';

const transactionCount = 100_000;
/** The lowest acceptable number of transactions per second. */
const limit = 20_000;
const pageSize = 500;
const rounds = 3;

/** Measures how fast the first sync writes a long history to the database, with a provider in memory. */
export async function measureFirstSync(server: BenchServer): Promise<Figure[]> {
  const services = createBenchServices(server);
  try {
    const seconds = await withDatabase(server, async (client) => {
      const durations: number[] = [];
      // The first round includes compiling the code.
      for (let round = 0; round < rounds; round += 1)
        durations.push(await syncOnce(client, services, `round ${round}`));
      return durations;
    });
    const best = Math.round(transactionCount / Math.min(...seconds));
    return [
      {
        name: `First sync of 100,000 transactions, all rules applied (best of ${rounds})`,
        measured: `${best.toLocaleString('en-US')} rows/s`,
        limit: `>= ${limit.toLocaleString('en-US')} rows/s`,
        withinLimit: best >= limit,
      },
    ];
  } finally {
    await services.database.close();
  }
}

/** Creates the server's services in this process, so that no network is part of the measurement. */
function createBenchServices({ databaseUrl, dataDir }: BenchServer): Services {
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return createServices(settings, createLogger('silent'));
}

/** Runs the first sync of a new user's item. Returns its duration in seconds. `idPrefix` makes its ids unique. */
async function syncOnce(client: pg.Client, services: Services, idPrefix: string): Promise<number> {
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
  return seconds;
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
