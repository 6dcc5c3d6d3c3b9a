import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customPerson } from '../../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';
import { pageSize } from '../../../domain/transactions/paging.ts';
import { newId } from '../../../platform/identifiers.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({ skipTotalsCheck: true });
  client = await signUpPaid(server);
  await client.linkBank(customPerson({ name: 'Checking' }));
});
afterAll(() => server.stop());

const today = () => Temporal.Now.plainDateISO('UTC');

/** Inserts one transaction per entry, that many days ago, as a sync would. Returns their ids. */
async function insertRows(daysAgo: readonly number[]): Promise<string[]> {
  const userId = (await client.request('GET /user/me')).id;
  const ids = daysAgo.map(() => newId());
  const days = daysAgo.map((days) => today().subtract({ days }).toString());
  await queryDatabase(
    server,
    `insert into transactions (user_id, id, account_id, provider_transaction_id, amount, currency,
       date, name, pending, provider_primary, provider_detailed, provider_category, provider_group)
     select a.user_id, r.id, a.id, r.id::text, 1, 'USD', r.day, 'Row', false, 'TRAVEL',
       'TRAVEL_FLIGHTS', 'travel_flights', 'travel'
     from accounts a
     cross join unnest($2::uuid[], $3::date[]) as r (id, day)
     where a.user_id = $1`,
    [userId, ids, days],
  );
  await queryDatabase(
    server,
    `insert into search_texts (user_id, day, account_id, text)
     select a.user_id, r.day, a.id, 'row'
     from accounts a
     cross join unnest($2::date[]) as r (day)
     where a.user_id = $1
     on conflict do nothing`,
    [userId, days],
  );
  return ids;
}

const removeRows = (ids: readonly string[]) =>
  queryDatabase(server, 'update transactions set removed_at = now() where id = any($1::uuid[])', [
    ids,
  ]);

// Few distinct days, so that pages end in the middle of a day.
const days = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 });
const scenario = fc.record({
  first: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 90, maxLength: 180 }),
  between: fc.array(fc.record({ arriving: days, leaving: fc.nat({ max: 3 }) }), { maxLength: 6 }),
  filter: fc.constantFrom<{ category?: string[]; search_str?: string }>(
    {},
    { category: ['travel'] },
    { category: ['travel_flights'], search_str: 'ro' },
    { search_str: 'row' },
  ),
});

test('pages by `after` return every remaining row exactly once while rows are added and removed', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ first, between, filter }) => {
      await queryDatabase(server, 'delete from transactions');
      const remaining = new Set(await insertRows(first));
      const seen: { id: string; day: string }[] = [];
      let after: string | null = null;
      let page = 0;
      do {
        const {
          transactions,
          next,
        }: { transactions: { id: string; date: string }[]; next: string | null } =
          await client.request('POST /user/transactions/v2', {
            body: { ...filter, ...(after !== null && { after }) },
          });
        expect(transactions.length).toBeLessThanOrEqual(pageSize);
        seen.push(...transactions.map(({ id, date }) => ({ id, day: date })));
        after = next;
        const { arriving, leaving } = between[page] ?? { arriving: [], leaving: 0 };
        page += 1;
        await insertRows(arriving);
        const removed = [...remaining].slice(0, leaving);
        for (const id of removed) remaining.delete(id);
        await removeRows(removed);
      } while (after !== null);
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect([...remaining].filter((id) => !ids.includes(id))).toEqual([]);
      const order = seen.map(({ day, id }) => `${day} ${id}`);
      expect(order).toEqual(order.toSorted().toReversed());
    }),
    { numRuns: 16 },
  );
});
