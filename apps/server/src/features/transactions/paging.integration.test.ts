import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank-rows.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../../tests/support/user-rows.ts';
import { pageSize } from '../../domain/pages.ts';
import { newId } from '../../platform/identifiers.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({ changedByHand: true });
  client = await signUpPaid(server);
  await client.link(customPerson({ name: 'Checking' }));
});
afterAll(() => server.stop());

const today = () => Temporal.Now.plainDateISO('UTC');

/** Rows of one account, each on a day so many days ago, as a sync would have written them. */
async function arrive(daysAgo: readonly number[]): Promise<string[]> {
  const userId = (await client.reply('GET /user/me')).id;
  const ids = daysAgo.map(() => newId());
  const days = daysAgo.map((days) => today().subtract({ days }).toString());
  await askDatabase(
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
  await askDatabase(
    server,
    `insert into day_texts (user_id, day, account_id, text)
     select a.user_id, r.day, a.id, 'row'
     from accounts a
     cross join unnest($2::date[]) as r (day)
     where a.user_id = $1
     on conflict do nothing`,
    [userId, days],
  );
  return ids;
}

const leave = (ids: readonly string[]) =>
  askDatabase(server, 'update transactions set removed_at = now() where id = any($1::uuid[])', [
    ids,
  ]);

// Few days, so that pages end in the middle of one.
const days = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 });
const story = fc.record({
  first: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 90, maxLength: 180 }),
  between: fc.array(fc.record({ arriving: days, leaving: fc.nat({ max: 3 }) }), { maxLength: 6 }),
  asked: fc.constantFrom<{ category?: string[]; search_str?: string }>(
    {},
    { category: ['travel'] },
    { category: ['travel_flights'], search_str: 'ro' },
    { search_str: 'row' },
  ),
});

test('pages by `after` have every row that stays exactly once, whatever comes and goes meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ first, between, asked }) => {
      await askDatabase(server, 'delete from transactions');
      const stays = new Set(await arrive(first));
      const seen: { id: string; day: string }[] = [];
      let after: string | null = null;
      let page = 0;
      do {
        const {
          transactions,
          next,
        }: { transactions: { id: string; date: string }[]; next: string | null } =
          await client.reply('POST /user/transactions/v2', {
            body: { ...asked, ...(after !== null && { after }) },
          });
        expect(transactions.length).toBeLessThanOrEqual(pageSize);
        seen.push(...transactions.map(({ id, date }) => ({ id, day: date })));
        after = next;
        const { arriving, leaving } = between[page] ?? { arriving: [], leaving: 0 };
        page += 1;
        await arrive(arriving);
        const gone = [...stays].slice(0, leaving);
        for (const id of gone) stays.delete(id);
        await leave(gone);
      } while (after !== null);
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect([...stays].filter((id) => !ids.includes(id))).toEqual([]);
      const order = seen.map(({ day, id }) => `${day} ${id}`);
      expect(order).toEqual(order.toSorted().toReversed());
    }),
    { numRuns: 16 },
  );
});
