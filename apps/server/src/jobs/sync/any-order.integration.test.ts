import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  fetchSpentThisMonth,
  type ListedTransaction,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { expectDailyTotalsToMatch } from '../../../../../tests/support/reference/daily-totals.ts';
import {
  type BankRow,
  type Decision,
  type ExpectedRow,
  expectedMonthlyTotals,
  expectedRows,
  expectedSums,
} from '../../../../../tests/support/reference/transactions-reference.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

// This test is like histories.integration.test.ts, but goes through the aggregator's protocol and its events.
// CAIRN_ANY_ORDER_RUNS=16 runs more sequences.
const sequenceCount = Number(process.env.CAIRN_ANY_ORDER_RUNS ?? 8);

/** Two accounts at one bank and one at another, so that there are transfers between banks. */
const people = [
  customPerson(
    { name: 'Checking', transactions: [{ amount: 12 }, { amount: 40, pending: true }] },
    { name: 'Savings', subtype: 'savings' },
  ),
  customPerson({ name: 'Elsewhere', transactions: [{ amount: -50, category: 'income_wages' }] }),
];

const categories = [
  'food_and_drink_coffee',
  'transfer_out_account_transfer',
  'transfer_out_account_transfer',
  'transfer_in_account_transfer',
  'transfer_in_account_transfer',
  'loan_payments_credit_card_payment',
  'transfer_out_withdrawal',
  'income_wages',
] as const;

// Few amounts, so that transfers have several candidates to match with. Each round offsets the amounts, so that only
// its own rows match.
const amount = fc.constantFrom(25, -25, 25, -25, 7.25);
const pick = fc.nat({ max: 50 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('activity' as const),
      account: pick,
      amount,
      category: fc.constantFrom(...categories),
      pending: fc.boolean(),
      daysAgo: fc.integer({ min: 0, max: 9 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), bank: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), row: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), row: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('modify' as const),
      row: pick,
      amount,
      category: fc.constantFrom(...categories),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('categorize' as const),
      row: pick,
      category: fc.option(fc.constantFrom(...categories)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('exclude' as const), row: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('any sequence of bank events and user decisions', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test(
    'leads to the rows, transfer pairs, and totals of the reference implementation',
    async () => {
      const client = await signUpPaid(server);
      const items = [];
      for (const person of people) items.push(await client.linkBank(person));
      const sequence = new EventSequence(server, client, items);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
          for (const nextStep of steps) await sequence.run(nextStep);
          await sequence.compare();
        }),
        // Steps build on those of earlier runs, so shrinking would change the sequence.
        { numRuns: sequenceCount, endOnFailure: true },
      );
    },
    Math.max(120_000, sequenceCount * 15_000),
  );
});

/** The sequence of events at one user's banks and of the user's decisions. */
class EventSequence {
  private readonly server: TestServer;
  private readonly client: TestClient;
  private readonly items: string[];
  private round = 0;
  private readonly decisions = new Map<string, Decision>();
  private readonly removed: { item: string; id: string }[] = [];

  constructor(server: TestServer, client: TestClient, items: string[]) {
    this.server = server;
    this.client = client;
    this.items = items;
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'activity':
        return this.activity(step);
      case 'settle':
        await this.control(choose(this.items, step.bank), 'settle', {});
        return;
      case 'remove':
      case 'modify': {
        const row = choose(await this.bankRows(), step.row);
        const transaction_id = row.transaction_id;
        if (step.do === 'modify')
          await this.control(row.item, 'modify', {
            transaction_id,
            amount: this.scaled(step.amount),
            category: step.category,
          });
        else if ((await this.bankRows()).length > 3) {
          await this.control(row.item, 'remove', { transaction_id });
          this.removed.push({ item: row.item, id: transaction_id });
        }
        return;
      }
      case 'restore': {
        const [restored] = this.removed.splice(step.row % Math.max(1, this.removed.length), 1);
        if (restored !== undefined)
          await this.control(restored.item, 'restore', { transaction_id: restored.id });
        return;
      }
      case 'sync':
        await this.sync();
        return;
      default:
        return this.decide(step);
    }
  }

  /** Waits until the listed rows equal those of the reference implementation, then compares every total. */
  async compare(): Promise<void> {
    await this.sync();
    const bankRows = await this.bankRows();
    let listed: ListedTransaction[] = [];
    let expected: ExpectedRow[] = [];
    await eventually(
      async () => {
        listed = await listAllTransactions(this.client);
        const ids = new Map(listed.map(({ transaction_id, id }) => [transaction_id, id]));
        expected = expectedRows(bankRows, this.decisions, (id) => ids.get(id) ?? id);
        return isDeepStrictEqual(shapeOfListed(listed), shapeOfExpected(expected));
      },
      'the rows equal those of the reference implementation',
      8_000,
    ).catch(() => undefined);
    expect(shapeOfListed(listed)).toEqual(shapeOfExpected(expected));
    this.round += 1;
    await expectDailyTotalsToMatch(this.server);
    const totals = expectedMonthlyTotals(expected);
    const { results } = await this.client.request('GET /user/cashflow');
    expect(results.filter(({ spent, income }) => spent !== 0 || income !== 0)).toEqual(totals);
    const month = new Date().toISOString().slice(0, 7);
    expect(await fetchSpentThisMonth(this.client)).toBe(
      totals.find((total) => total.month === month)?.spent ?? 0,
    );
    await this.compareSums(expected);
  }

  /** Compares the sums of all rows and of each category that has rows. */
  private async compareSums(expected: readonly ExpectedRow[]): Promise<void> {
    const fetchSums = (category?: string) =>
      this.client.request('POST /user/transactions/summary', {
        body: category === undefined ? {} : { category: [category] },
      });
    expect(await fetchSums()).toMatchObject(expectedSums(expected));
    const usedCategories = new Set(expected.map((row) => row.effective_category));
    await Promise.all(
      [...usedCategories].map(async (category) => {
        const own = expectedSums(expected, (row) => row.effective_category === category);
        expect(await fetchSums(category), category).toMatchObject(own);
      }),
    );
  }

  private scaled(amount: number): number {
    return amount + Math.sign(amount) * this.round * 100;
  }

  private async activity(step: Extract<Step, { do: 'activity' }>): Promise<void> {
    const accounts = await this.bankAccounts();
    const { item, account_id } = choose(accounts, step.account);
    const date = Temporal.Now.plainDateISO('UTC').subtract({ days: step.daysAgo }).toString();
    const { category, pending } = step;
    const transaction = {
      account_id,
      amount: this.scaled(step.amount),
      category,
      pending,
      date,
      description: 'Purchase',
    };
    await this.control(item, 'activity', {
      transactions: [{ ...transaction, ...(pending ? { tip: 1.5 } : {}) }],
    });
  }

  private async decide(step: Extract<Step, { do: 'categorize' | 'exclude' }>): Promise<void> {
    const listed = await listAllTransactions(this.client);
    const row = choose(listed, step.row);
    const current = this.decisions.get(row.transaction_id) ?? {
      category: row.overridden_category,
      excluded: row.exclude_transaction,
    };
    const response =
      step.do === 'categorize'
        ? await this.client.call('POST /user/tx/updatecategory', {
            body: { tx_id: row.id, category: step.category },
          })
        : await this.client.call('POST /user/tx/ignore', {
            body: { tx_id: row.transaction_id, exclude_transaction: !current.excluded },
          });
    // A sync triggered by an event may have removed the row since it was listed.
    if (response.status === 404) return;
    expect(response.status).toBe(200);
    const { overridden_category, exclude_transaction, transaction_id } = response.body;
    this.decisions.set(transaction_id, {
      category: overridden_category,
      excluded: exclude_transaction,
    });
  }

  private async sync(): Promise<void> {
    await this.client.request('POST /user/plaid/sync_transactions');
    await this.client.waitForSyncs();
  }

  private control(item: string, action: string, body: object): Promise<unknown> {
    return this.server.sandbox.control(`items/${item}/${action}`, body);
  }

  private async bankAccounts() {
    type Listed = { item_id: string; accounts: { account_id: string }[] }[];
    const listed = await this.server.sandbox.control<Listed>('items');
    return listed
      .filter(({ item_id }) => this.items.includes(item_id))
      .flatMap(({ item_id, accounts }) =>
        accounts.map(({ account_id }) => ({ item: item_id, account_id })),
      );
  }

  /** The current transactions at the banks, as the aggregator reports them. */
  private async bankRows(): Promise<(BankRow & { item: string })[]> {
    const lists = await Promise.all(
      this.items.map(async (item) => {
        const rows = await this.server.sandbox.control<BankRow[]>(`items/${item}/transactions`);
        return rows.map((row) => ({ ...row, item }));
      }),
    );
    return lists.flat();
  }
}

const choose = <T>(list: readonly T[], at: number): T => {
  const chosen = list[at % list.length];
  if (chosen === undefined) throw new Error('The list is empty');
  return chosen;
};

const byId = <T extends { transaction_id: string }>(rows: T[]): T[] =>
  rows.sort((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));

/** Returns the fields of rows that are compared. */
const shapeOfExpected = (rows: readonly ExpectedRow[]) =>
  byId(rows.map(({ month, side, ...row }) => row));

const shapeOfListed = (rows: readonly ListedTransaction[]) => {
  const names = new Map<string | null, string>(rows.map((row) => [row.id, row.transaction_id]));
  return byId(
    rows.map(({ transaction_id, amount, effective_category, excluded, transfer_pair_id }) => ({
      transaction_id,
      amount,
      effective_category,
      excluded,
      pair: transfer_pair_id === null ? null : (names.get(transfer_pair_id) ?? 'unknown'),
    })),
  );
};
