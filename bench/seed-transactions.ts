import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { recomputeDailyTotals } from '../apps/server/src/domain/transactions/daily-totals.queries.ts';
import type { Queries } from '../apps/server/src/platform/database/database.ts';
import type { Statement } from '../apps/server/src/platform/database/owned-sql.ts';
import { asUserId } from '../apps/server/src/platform/identifiers.ts';

/** A user with one account. */
export interface SeededUser {
  userId: string;
  accountId: string;
}

/** Creates an account with transactions in the last 24 months for a user, who is created if missing. */
export async function seedTransactions(
  client: pg.Client,
  userId: string,
  count: number,
): Promise<SeededUser> {
  const accountId = randomUUID();
  const itemId = randomUUID();
  await client.query(
    `insert into users (user_id, email) values ($1, 'seeded') on conflict (user_id) do nothing`,
    [userId],
  );
  await client.query(
    `insert into items (user_id, id, provider_item_id, institution_name, access_token_sealed)
     values ($1, $2, $3, 'Harbor Savings', '')`,
    [userId, itemId, itemId],
  );
  await client.query(
    `insert into accounts (
       user_id, id, item_id, provider_account_id, type, subtype, name, mask, currency,
       current_balance, listed_count
     )
     values ($1, $2, $3, $4, 'depository', 'checking', 'Everyday Checking', '0001', 'USD', 1000, $5)`,
    [userId, accountId, itemId, accountId, count],
  );
  await client.query(
    `insert into transactions (
       user_id, id, account_id, provider_transaction_id, amount, currency, date, authorized_date,
       name, merchant_name, original_description, pending, provider_primary, provider_detailed,
       provider_category, provider_group
     )
     select
       $1, gen_random_uuid(), $2, 'seed ' || n, (n % 20000) / 100.0, 'USD',
       current_date - (n % 730), current_date - (n % 730), 'Corner Bakery ' || n % 997,
       'Corner Bakery', 'SQ *CORNER BAKERY ' || n, false, 'FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE',
       'food_and_drink_coffee', 'food_and_drink'
     from generate_series(1, $3::integer) n`,
    [userId, accountId, count],
  );
  await computeDailyTotals(client, userId);
  await client.query(
    `insert into daily_posted_totals (user_id, account_id, day, amount)
     select user_id, account_id, date, sum(amount)
     from transactions
     where user_id = $1 and account_id = $2
     group by user_id, account_id, date`,
    [userId, accountId],
  );
  return { userId, accountId };
}

/** Computes a user's daily totals, as every writer of transactions must. */
export async function computeDailyTotals(client: pg.Client, userId: string): Promise<void> {
  const { rows } = await client.query<{ day: string }>(
    'select distinct day::text from transactions where user_id = $1',
    [userId],
  );
  await recomputeDailyTotals(
    queriesOn(client),
    asUserId(userId),
    rows.map(({ day }) => day),
  );
}

/** The server's query interface on the benchmark's connection. */
const queriesOn = (client: pg.Client): Queries => ({
  rows: async <Row>({ text, values }: Statement) =>
    (await client.query(text, values)).rows as Row[], // The caller knows the row's type.
  row: async <Row>({ text, values }: Statement) =>
    (await client.query(text, values)).rows[0] as Row | undefined, // As above.
  run: async ({ text, values }) => (await client.query(text, values)).rowCount ?? 0,
});

/** Adds users with 10,000 transactions each until the database has `total` transactions. */
export async function fillDatabase(client: pg.Client, total: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>('select count(*) from transactions');
  for (let count = Number(rows[0]?.count ?? 0); count < total; count += 10_000)
    await seedTransactions(client, randomUUID(), 10_000);
  await client.query('vacuum analyze transactions');
  await client.query('analyze accounts');
}
