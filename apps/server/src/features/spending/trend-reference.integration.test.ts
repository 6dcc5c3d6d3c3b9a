import { categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ListedTransaction,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import {
  actualTrend,
  expectedTrend,
} from '../../../../../tests/support/reference/trend-reference.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { showSpendingTrend } from './spending-trend.ts';

/** A linked built-in person with two years of transactions. */
interface Person {
  client: TestClient;
  userId: UserId;
  rows: ListedTransaction[];
}

let server: TestServer;
let people: Person[];

beforeAll(async () => {
  server = await startTestServer();
  people = await Promise.all(['good', 'freelance', 'odd'].map(linkPerson));
});
afterAll(() => server.stop());

async function linkPerson(name: string): Promise<Person> {
  const client = await signUpPaid(server);
  await client.linkBank({ username: `user_${name}`, password: `pass_${name}` });
  const { id } = await client.request('GET /user/me');
  return { client, userId: asUserId(id), rows: await listAllTransactions(client) };
}

const today = Temporal.Now.plainDateISO('UTC');

test('as of any day, the trend through any month matches the reference implementation to the cent', async () => {
  let groupCount = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 }),
      fc.nat({ max: 729 }),
      fc.integer({ min: -1, max: 20 }),
      async (personIndex, daysAgo, monthsAgo) => {
        const person = people[personIndex];
        if (person === undefined) throw new Error('There are three people');
        const day = today.subtract({ days: daysAgo });
        const month = day.toPlainYearMonth().subtract({ months: monthsAgo }).toString();
        const trend = await showSpendingTrend(server.services, person.userId, month, day);
        const expected = expectedTrend(person.rows, {
          ...{ month, today: day.toString() },
          groupOf: categoryGroupKey,
        });
        expect(actualTrend(trend)).toEqual(expected);
        groupCount += trend.groups.length;
      },
    ),
    { numRuns: 60 },
  );
  expect(groupCount).toBeGreaterThan(60);
});

test('the last month of the trend equals the spending by category, and each value has a proof', async () => {
  for (const { client } of people) {
    const month = today.toPlainYearMonth().subtract({ months: 1 });
    const body = { month: month.toString() };
    const trend = await client.request('POST /user/spendingcat/trend', { body });
    const { data, total } = await client.request('POST /user/spendingcat', { body });
    const positive = trend.groups.filter(({ values }) => (values.at(-1) ?? 0) > 0);
    expect(positive.map(({ name, values }) => [name, values.at(-1)])).toEqual(
      data.map(({ name, value }) => [name, value]),
    );
    expect(trend.totals.at(-1)).toBe(total);
    const period = {
      from: month.subtract({ months: 2 }).toPlainDate({ day: 1 }).toString(),
      to: month.subtract({ months: 2 }).toPlainDate({ day: 31 }).toString(),
    };
    for (const { name, values } of trend.groups.slice(0, 4)) {
      const proof = await client.request('POST /user/proof', {
        body: { of: 'category', key: name, period },
      });
      expect(proof.sum, name).toBe(values.at(-3));
    }
  }
});
