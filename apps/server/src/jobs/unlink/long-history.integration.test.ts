import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import {
  createExplainingDatabase,
  type ExplainedStatement,
} from '../../../../../tests/support/database/explaining-database.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid } from '../../../../../tests/support/requests/test-client.ts';
import { rematchTransfers } from '../../domain/transactions/transfer-pairs.queries.ts';
import { asUserId, newId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { unlinkItem } from './unlink-item.ts';

/** On a cluster, plans and statistics are on the nodes, and Citus can't explain every statement. */
const isCluster = inject('nodeUrls').length > 1;
/** The number of rows at each of two banks. Every row is a transfer to or from the other bank. */
const rowsPerBank = 2_000;
/** A good plan visits each row a few times. A nested loop visits all rows once per row, thousands of times. */
const maxVisitedRows = 2 * rowsPerBank * 30;

let server: TestServer;
let explained: ExplainedStatement[];
let services: Services;
let userId: string;
let items: string[];
let accounts: string[];

/** Returns the statements that visited too many rows. */
const listSlowStatements = () => explained.filter(({ rows }) => rows > maxVisitedRows);

/** Inserts a new user with a long history that the planner has no statistics for. */
async function insertLongHistory() {
  userId = newId();
  items = [newId(), newId()];
  accounts = [newId(), newId()];
  await queryDatabase(server, `insert into users (user_id, email) values ($1, 'long history')`, [
    userId,
  ]);
  for (const [index, item] of items.entries()) {
    await queryDatabase(
      server,
      `insert into items (
         user_id, id, provider_item_id, institution_id, institution_name, access_token_sealed,
         unlink_requested_at
       )
       values ($1, $2::uuid, ($2::uuid)::text, 'ins_' || $3::text, 'Bank', '', now())`,
      [userId, item, index],
    );
    await queryDatabase(
      server,
      `insert into accounts (
         user_id, id, item_id, provider_account_id, type, subtype, name, currency, current_balance
       )
       values ($1, $2::uuid, $3, ($2::uuid)::text, 'depository', 'checking', 'Checking', 'USD', 0)`,
      [userId, accounts[index], item],
    );
  }
  await queryDatabase(
    server,
    `with pairs as (
       select n, gen_random_uuid() as one, gen_random_uuid() as other
       from generate_series(1, $4::integer) n
     ),
     halves as (
       select n, one as id, other as pair_id, $2::uuid as account_id, 1 as sign from pairs
       union all
       select n, other, one, $3::uuid, -1 from pairs
     )
     insert into transactions (
       user_id, id, account_id, provider_transaction_id, amount, currency, date, name, pending,
       provider_primary, provider_detailed, provider_category, provider_group, transfer_pair_id
     )
     select
       $1, id, account_id, id::text, sign * (n % 1000 + 1), 'USD', current_date - n % 700, 'Moved', false,
       'TRANSFER_OUT', 'TRANSFER_OUT_ACCOUNT_TRANSFER', 'transfer_out_account_transfer',
       'transfer_out', pair_id
     from halves`,
    [userId, accounts[0], accounts[1], rowsPerBank],
  );
}

beforeAll(async () => {
  server = await startTestServer({ skipTotalsCheck: true });
  // The planner's statistics describe other users, who have one row each.
  await queryDatabase(
    server,
    `with others as (
       insert into users (user_id, email)
       select gen_random_uuid(), 'other ' || n from generate_series(1, 300) n
       returning user_id
     ),
     their_items as (
       insert into items (user_id, id, provider_item_id, institution_name, access_token_sealed)
       select user_id, user_id, user_id::text, 'Bank', '' from others
       returning user_id
     ),
     their_accounts as (
       insert into accounts (
         user_id, id, item_id, provider_account_id, type, name, currency
       )
       select user_id, user_id, user_id, user_id::text, 'depository', 'Checking', 'USD' from their_items
       returning user_id
     )
     insert into transactions (
       user_id, id, account_id, provider_transaction_id, amount, currency, date, name,
       pending, provider_primary, provider_detailed, provider_category, provider_group
     )
     select
       user_id, user_id, user_id, user_id::text, 5, 'USD', current_date, 'Bought', false, 'FOOD_AND_DRINK',
       'FOOD_AND_DRINK_COFFEE', 'food_and_drink_coffee',
       'food_and_drink'
     from their_accounts`,
  );
  await queryDatabase(server, 'analyze');
});
beforeEach(async () => {
  await insertLongHistory();
  explained = [];
  services = {
    ...server.services,
    database: createExplainingDatabase(server.services.database, explained),
  };
});
afterAll(() => server.stop());

describe.skipIf(isCluster)('with a long history that the planner has no statistics for', () => {
  test('unlinking one bank visits each row only a few times', async () => {
    await unlinkItem(services, { userId, itemId: items[0] ?? '' });
    const unmatched = await queryDatabase(
      server,
      'select 1 from transactions where user_id = $1 and transfer_pair_id is null',
      [userId],
    );
    expect(unmatched).toHaveLength(rowsPerBank);
    expect(explained.length).toBeGreaterThan(10);
    expect(listSlowStatements()).toEqual([]);
  });

  test('recomputing the transfers of an account visits each row only a few times', async () => {
    await services.database.transaction((transaction) =>
      rematchTransfers(transaction, asUserId(userId), { rows: [], accounts }),
    );
    expect(explained.length).toBeGreaterThan(5);
    expect(listSlowStatements()).toEqual([]);
  });
});

test.skipIf(isCluster)(
  'the planner has statistics for a long history as soon as its first sync has ended',
  async () => {
    const client = await signUpPaid(server);
    const [start] = await queryDatabase<{ at: Date }>(server, 'select now() as at');
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const [item] = (await client.request('GET /user/sync')).items;
    const statistics = await queryDatabase(
      server,
      `select
       s.relname,
       s.last_analyze > $1 as is_fresh,
       c.reltuples >= $2::integer as is_complete
     from pg_stat_user_tables s
     join pg_class c
       on c.oid = s.relid
     where s.relname = 'transactions'`,
      [start?.at, item?.added],
    );
    expect(item?.added).toBeGreaterThan(1_000);
    expect(statistics).toEqual([{ relname: 'transactions', is_fresh: true, is_complete: true }]);
  },
);
