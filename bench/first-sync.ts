import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { heavySpender } from '@cairn/people/heavy-spender';
import type { LifeTransaction } from '@cairn/people/life';
import pg from 'pg';
import { createServices } from '../apps/server/src/create-services.ts';
import { readSettings } from '../apps/server/src/env.ts';
import { syncItem } from '../apps/server/src/jobs/sync/sync-item.ts';
import { asUserId, newId } from '../apps/server/src/platform/identifiers.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import type { PlaidProvider } from '../apps/server/src/providers/plaid/client.ts';
import { mapAccount, mapTransaction } from '../apps/server/src/providers/plaid/map.ts';
import type { Services } from '../apps/server/src/services.ts';
import type { BenchedServer } from './product.ts';
import type { Figure } from './report.ts';

const rows = 100_000;
const limit = 10_000;
const pageSize = 500;
const rounds = 3;

/** How fast a first sync of a long history goes into the database, from a bank that answers at once. */
export async function measureFirstSync(server: BenchedServer): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const services = servicesOver(server);
  try {
    const seconds: number[] = [];
    // The first has the code compiled.
    for (let round = 0; round < rounds; round += 1)
      seconds.push(await syncOnce(client, services, `round ${round}`));
    const best = Math.round(rows / Math.min(...seconds));
    return [
      {
        what: `First sync of 100,000 transactions, every rule applied: the best of ${rounds}`,
        measured: `${best.toLocaleString('en-US')} rows/s`,
        limit: `>= ${limit.toLocaleString('en-US')} rows/s`,
        holds: best >= limit,
      },
    ];
  } finally {
    await services.database.close();
    await client.end();
  }
}

/** The server's own services in this process: it is the sync that is measured, and no network. */
function servicesOver({ databaseUrl, dataDir }: BenchedServer): Services {
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return createServices(settings, openLog('silent'));
}

/** Syncs a new customer's bank for the first time; answers how long it took, in seconds. */
async function syncOnce(client: pg.Client, services: Services, name: string): Promise<number> {
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
  const plaid: PlaidProvider = { ...services.plaid, ...bankOf(name) };
  const began = performance.now();
  await syncItem({ ...services, plaid }, { userId, itemId });
  const seconds = (performance.now() - began) / 1_000;
  const written = await client.query<{ count: string }>(
    'select count(*) from transactions where user_id = $1',
    [userId],
  );
  if (Number(written.rows[0]?.count) !== rows) throw new Error('The sync has not brought them all');
  return seconds;
}

/** The sandbox's heavy spender at a bank that has every page at hand. */
function bankOf(
  name: string,
): Pick<PlaidProvider, 'syncPage' | 'accounts' | 'streams' | 'liabilities' | 'holdings'> {
  const life = heavySpender.live(new Date().toISOString().slice(0, 10), 1);
  const held = life.transactions.slice(-rows);
  const accounts = life.accounts.map((account) => ({
    account_id: `${name} ${account.key}`,
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
  })) as unknown as Parameters<typeof mapAccount>[0][]; // The rest of an account is not read.
  return {
    accounts: async () => accounts.map(mapAccount),
    streams: async () => [],
    liabilities: async () => [],
    holdings: async () => [],
    syncPage: async (_token, cursor) => {
      // As over a network: the answer is worked on when it comes, not while it is asked for.
      await setImmediate();
      const start = Number(cursor ?? 0);
      const end = start + pageSize;
      return {
        ready: true,
        accounts: accounts.map(mapAccount),
        upserted: held
          .slice(start, end)
          .map((row) => mapTransaction(wireRow(name, row), () => true)),
        removed: [],
        nextCursor: String(end),
        hasMore: end < held.length,
      };
    },
  };
}

const wireRow = (name: string, row: LifeTransaction) =>
  ({
    account_id: `${name} ${row.accountKey}`,
    transaction_id: `${name} ${row.key}`,
    // A bank says of every card purchase which pending one it was, also of those that nobody has seen.
    pending_transaction_id: row.pending ? null : `${name} ${row.key} pending`,
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
  }) as unknown as Parameters<typeof mapTransaction>[0]; // The rest of a row is not read.
