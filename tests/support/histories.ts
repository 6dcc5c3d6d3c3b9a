import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { expect } from 'vitest';
import type { WireTransaction } from '../../apps/server/src/domain/transaction-rows.ts';
import {
  insertBudget,
  putBudgetCategory,
} from '../../apps/server/src/features/budget/budget.queries.ts';
import { showBudget } from '../../apps/server/src/features/budget/show-budget.ts';
import {
  changeCategory,
  changeExclusion,
} from '../../apps/server/src/features/transactions/change-transaction.ts';
import {
  filterOf,
  type TransactionFilter,
} from '../../apps/server/src/features/transactions/filter.ts';
import {
  sumByMonth,
  sumTransactions,
} from '../../apps/server/src/features/transactions/sum-transactions.ts';
import {
  type SumsRow,
  sumDays,
  sumFiltered,
} from '../../apps/server/src/features/transactions/sums.queries.ts';
import { listPage } from '../../apps/server/src/features/transactions/transactions.queries.ts';
import { syncItem } from '../../apps/server/src/jobs/sync/sync-item.ts';
import { asUserId, newId, type UserId } from '../../apps/server/src/platform/identifiers.ts';
import { Failure } from '../../apps/server/src/platform/problem.ts';
import type { Services } from '../../apps/server/src/services.ts';
import type { ListedRow } from './bank-rows.ts';
import { expectedBudget, saidByBudget } from './budget-reference.ts';
import { expectLogToFit } from './log-reference.ts';
import { RecordedBank, type RecordedRow, type Trouble } from './recorded-bank.ts';
import { type Decision, expectedRows, sumsOf, totalsOf } from './slow-reference.ts';

const categories = [
  'FOOD_AND_DRINK_COFFEE',
  'RENT_AND_UTILITIES_RENT',
  'TRANSFER_OUT_ACCOUNT_TRANSFER',
  'TRANSFER_OUT_ACCOUNT_TRANSFER',
  'TRANSFER_IN_ACCOUNT_TRANSFER',
  'TRANSFER_IN_ACCOUNT_TRANSFER',
  'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
  'TRANSFER_OUT_WITHDRAWAL',
  'INCOME_WAGES',
] as const;
const category = fc.constantFrom(...categories);
const amount = fc.constantFrom(25, -25, 25, -25, 7.25);
const which = fc.nat({ max: 20 });
const account = fc.nat({ max: 2 });

/** One thing that happens in a history, at a bank or by its user. Numbers choose among what there is. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('appear' as const),
      account,
      amount,
      category,
      pending: fc.boolean(),
      daysAgo: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      account,
      pending: fc.boolean(),
      daysAgo: fc.integer({ min: 0, max: 9 }),
      daysBetween: fc.integer({ min: 0, max: 5 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      row: which,
      tip: fc.constantFrom(0, 0, 1.5),
      removal: fc.constantFrom('before', 'first', 'with', 'after', 'never'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), row: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), row: which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('modify' as const), row: which, amount, category }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('categorise' as const),
      row: which,
      category: fc.option(category),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('exclude' as const), row: which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('trouble' as const),
      account,
      kind: fc.constantFrom<Trouble>('mutation', 'stale_cursor', 'repeats'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What happens one after the other, and whether the banks are synced after each. */
export const history = fc.array(fc.record({ step, syncs: fc.boolean() }), {
  minLength: 3,
  maxLength: 7,
});
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

interface Play {
  services: Services;
  databaseUrl: string;
}

/**
 * Plays histories of one new customer side by side, each with amounts of its own, and compares everything
 * with the slow reference, in the middle and at the end.
 */
export async function playHistories(
  { services, databaseUrl }: Play,
  histories: readonly History[],
  pageSize: number,
  note: (what: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const person = await Person.create(services, client, pageSize, note);
    const rounds = Math.max(...histories.map(({ length }) => length));
    for (let round = 0; round < rounds; round += 1) {
      let syncs = 0;
      for (const [number, each] of histories.entries()) {
        const taken = each[round];
        if (taken === undefined) continue;
        await person.take(number, taken.step);
        if (taken.syncs) syncs += 1;
      }
      // Some rounds pile up.
      if (syncs * 2 >= histories.length || round % 2 === 1) await person.sync();
      if (round === Math.floor(rounds / 2)) await person.compare();
    }
    await person.compare();
  } finally {
    await client.end();
  }
}

const today = Temporal.Now.plainDateISO('UTC');

/** A customer with three accounts at two banks. */
class Person {
  private readonly services: Services;
  private readonly client: pg.Client;
  private readonly userId: UserId;
  private readonly items: ReadonlyMap<string, RecordedBank>;
  private readonly note: (what: string) => void;
  private readonly decisions = new Map<string, Decision>();
  private readonly gone: { history: number; bank: RecordedBank; row: RecordedRow }[] = [];
  /** Removals that come a sync later than what takes their place. */
  private later: (() => void)[] = [];
  private made = 0;

  private constructor(
    services: Services,
    client: pg.Client,
    userId: UserId,
    items: ReadonlyMap<string, RecordedBank>,
    note: (what: string) => void,
  ) {
    this.services = services;
    this.client = client;
    this.userId = userId;
    this.items = items;
    this.note = note;
  }

  static async create(
    services: Services,
    client: pg.Client,
    pageSize: number,
    note: (what: string) => void,
  ): Promise<Person> {
    const userId = asUserId(newId());
    await client.query(
      `insert into users (user_id, email, paid_until) values ($1, 'history', 'infinity')`,
      [userId],
    );
    const items = new Map<string, RecordedBank>();
    for (const [name, accounts] of [
      ['one', ['checking', 'savings']],
      ['other', ['elsewhere']],
    ] as const) {
      const itemId = newId();
      await client.query(
        `insert into items (user_id, id, provider_item_id, institution_name, access_token_sealed)
         values ($1, $2, $3, $4, $5)`,
        [userId, itemId, randomUUID(), name, services.sealer.seal(name, `${userId}/${itemId}`)],
      );
      items.set(itemId, new RecordedBank(name, accounts, pageSize));
    }
    const id = newId();
    await insertBudget(services.database, userId, {
      id,
      earnings: '1.00',
      bills: '1.00',
      spending: '1.00',
    });
    for (const planned of ['food_and_drink', 'transfer_out_account_transfer'])
      await putBudgetCategory(services.database, userId, id, { category: planned, amount: '9.00' });
    return new Person(services, client, userId, items, note);
  }

  async take(history: number, taken: Step): Promise<void> {
    switch (taken.do) {
      case 'appear':
        return this.appear(history, taken);
      case 'transfer': {
        const { daysAgo, daysBetween, pending } = taken;
        this.appear(history, {
          ...{ account: taken.account, amount: 25, pending, daysAgo },
          category: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
        });
        return this.appear(history, {
          ...{ account: (taken.account + 1) % 3, amount: -25, pending: false },
          ...{ daysAgo: daysAgo + daysBetween, category: 'TRANSFER_IN_ACCOUNT_TRANSFER' },
        });
      }
      case 'post':
        return this.post(history, taken);
      case 'remove': {
        const found = choose(this.rowsOf(history), taken.row);
        if (found === undefined) return;
        // What it took the place of is gone by then.
        if (found.row.pending_transaction_id !== null) this.flush();
        found.bank.remove(found.row.transaction_id);
        this.gone.push({ history, ...found });
        return;
      }
      case 'restore': {
        const own = this.gone.filter((each) => each.history === history);
        const back = choose(own, taken.row);
        if (back === undefined) return;
        this.gone.splice(this.gone.indexOf(back), 1);
        back.bank.send(back.row);
        return;
      }
      case 'modify': {
        const found = choose(this.rowsOf(history), taken.row);
        found?.bank.send({
          ...found.row,
          amount: scaled(taken.amount, history),
          personal_finance_category: wireCategory(taken.category),
        });
        return;
      }
      case 'trouble':
        this.bankOf(taken.account).trouble(taken.kind);
        this.note(taken.kind);
        return;
      default:
        return this.decide(history, taken);
    }
  }

  /** Syncs both banks, what is put off until now having happened meanwhile. */
  async sync(): Promise<void> {
    const put = this.later;
    this.later = [];
    for (const [itemId, bank] of this.items) {
      const plaid = {
        ...this.services.plaid,
        accounts: () => bank.accounts(),
        streams: () => bank.streams(),
        liabilities: async () => [],
        holdings: async () => [],
        syncPage: (token: string, cursor: string | null) => bank.syncPage(token, cursor),
      };
      await syncItem({ ...this.services, plaid }, { userId: this.userId, itemId });
      const { rows } = await this.client.query(
        'select sync_error from items where user_id = $1 and id = $2',
        [this.userId, itemId],
      );
      expect(rows).toEqual([{ sync_error: null }]);
    }
    for (const happen of put) happen();
  }

  /** What is listed, added up and budgeted is what the definition says of what stands at the banks. */
  async compare(): Promise<void> {
    this.flush();
    await this.sync();
    const listed = await this.listed();
    const ids = new Map(listed.map(({ transaction_id, id }) => [transaction_id, id]));
    const standing = this.standing();
    const expected = expectedRows(standing, this.decisions, (id) => ids.get(id) ?? id);
    expect(shapeOfListed(listed)).toEqual(
      byId(expected.map(({ month: _month, side: _side, ...row }) => row)),
    );
    for (const row of expected) if (row.pair !== null) this.note('paired');
    const { services, userId } = this;
    const all = filterOf({}, today);
    expect(await sumTransactions(services, userId, all, today)).toEqual({
      ...sumsOf(expected),
      currency: 'USD',
    });
    await this.expectDaysToAgree(all);
    const { results } = await sumByMonth(services, userId, all, today);
    expect(results.filter(({ spent, income }) => spent !== 0 || income !== 0)).toEqual(
      totalsOf(expected),
    );
    const [budget] = (await showBudget(services, userId, today)).budgets;
    if (budget === undefined) throw new Error('There is one');
    const planned = ['FOOD_AND_DRINK', 'TRANSFER_OUT_ACCOUNT_TRANSFER'];
    const { paid_to_streams: _none, ...wanted } = expectedBudget(
      listed,
      today.toString(),
      planned,
      new Set(),
    );
    expect(saidByBudget(budget)).toEqual(wanted);
    await expectLogToFit(this.client, this.userId, this.note);
  }

  /** The sums that are kept per day come to what the rows come to, whatever days and accounts are asked for. */
  private async expectDaysToAgree(all: TransactionFilter): Promise<void> {
    const { services, userId } = this;
    const month = { from: today.with({ day: 1 }).toString(), to: today.toString() };
    const { rows } = await this.client.query<{ id: string }>(
      'select provider_account_id as id from accounts where user_id = $1 order by id limit 1',
      [userId],
    );
    const accounts = rows.map(({ id }) => id);
    for (const asked of [
      all,
      { ...all, ...month },
      { ...all, accounts },
      { ...all, ...month, accounts },
      { ...all, from: month.to },
    ])
      expect(numbersOf(await sumDays(services.database, userId, asked, today.toString()))).toEqual(
        numbersOf(await sumFiltered(services.database, userId, asked, today.toString())),
      );
  }

  private async listed(): Promise<ListedRow[]> {
    const page = { limit: 10_000, offset: 0, after: null };
    const rows = await listPage(this.services.database, this.userId, filterOf({}, today), page);
    return rows.map(({ transaction }): WireTransaction => JSON.parse(transaction));
  }

  /** What stands at the banks: of two that are one purchase, the posted one. */
  private standing(): RecordedRow[] {
    const rows = [...this.items.values()].flatMap((bank) => bank.rows());
    const replaced = new Set(rows.map((row) => row.pending_transaction_id));
    return rows.filter((row) => !replaced.has(row.transaction_id));
  }

  private appear(history: number, taken: Omit<Extract<Step, { do: 'appear' }>, 'do'>): void {
    this.made += 1;
    this.bankOf(taken.account).send({
      transaction_id: `${history} ${this.made}`,
      pending_transaction_id: null,
      account_id: ['checking', 'savings', 'elsewhere'][taken.account] ?? '',
      amount: scaled(taken.amount, history),
      iso_currency_code: 'USD',
      date: today.subtract({ days: taken.daysAgo }).toString(),
      authorized_date: null,
      pending: taken.pending,
      personal_finance_category: wireCategory(taken.category),
    });
  }

  private async post(history: number, taken: Extract<Step, { do: 'post' }>): Promise<void> {
    const waiting = this.rowsOf(history).filter(
      ({ bank, row }) =>
        row.pending &&
        !bank.rows().some((each) => each.pending_transaction_id === row.transaction_id),
    );
    const found = choose(waiting, taken.row);
    if (found === undefined) return;
    const { bank, row } = found;
    const remove = () => bank.remove(row.transaction_id);
    const post = () =>
      bank.send({
        ...row,
        transaction_id: `${row.transaction_id} posted`,
        pending_transaction_id: row.transaction_id,
        amount: row.amount + taken.tip,
        pending: false,
      });
    if (this.decisions.has(row.transaction_id)) this.note('inherited');
    switch (taken.removal) {
      case 'before':
        remove();
        this.later.push(post);
        return;
      case 'first':
        remove();
        return post();
      case 'with':
        post();
        return remove();
      case 'after':
        post();
        this.later.push(remove);
        return;
      default:
        return post();
    }
  }

  private async decide(
    history: number,
    taken: Extract<Step, { do: 'categorise' | 'exclude' }>,
  ): Promise<void> {
    const own = (await this.listed()).filter(({ transaction_id }) =>
      transaction_id.startsWith(`${history} `),
    );
    const row = choose(own, taken.row);
    if (row === undefined) return;
    const { services, userId } = this;
    try {
      const changed =
        taken.do === 'categorise'
          ? await changeCategory(services, userId, {
              id: row.id,
              category: taken.category?.toLowerCase() ?? null,
            })
          : await changeExclusion(services, userId, {
              providerTransactionId: row.transaction_id,
              excluded: !row.exclude_transaction,
            });
      this.decisions.set(changed.transaction_id, {
        category: changed.overridden_category,
        excluded: changed.exclude_transaction,
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  private flush(): void {
    for (const happen of this.later.splice(0)) happen();
  }

  private bankOf(account: number): RecordedBank {
    const [one, other] = [...this.items.values()];
    const bank = account === 2 ? other : one;
    if (bank === undefined) throw new Error('There are two');
    return bank;
  }

  private rowsOf(history: number): { bank: RecordedBank; row: RecordedRow }[] {
    return [...this.items.values()].flatMap((bank) =>
      bank
        .rows()
        .filter(({ transaction_id }) => transaction_id.startsWith(`${history} `))
        .map((row) => ({ bank, row })),
    );
  }
}

const choose = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** Each history has amounts of its own, so that its rows alone may be each other's partners. */
const scaled = (amount: number, history: number) => amount + Math.sign(amount) * history * 100;

const wireCategory = (detailed: string) => ({
  primary: detailed.split('_').slice(0, 2).join('_'),
  detailed,
});

const byId = <T extends { transaction_id: string }>(rows: T[]): T[] =>
  rows.sort((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));

const shapeOfListed = (rows: readonly ListedRow[]) => {
  const names = new Map<string | null, string>(rows.map((row) => [row.id, row.transaction_id]));
  return byId(
    rows.map(
      ({ transaction_id, amount: listed, effective_category, excluded, transfer_pair_id }) => ({
        transaction_id,
        amount: listed,
        effective_category,
        excluded,
        pair: transfer_pair_id === null ? null : (names.get(transfer_pair_id) ?? 'nobody'),
      }),
    ),
  );
};

/** The scale of a decimal is no part of its value. */
const numbersOf = (sums: SumsRow | undefined) =>
  sums && { ...sums, spent: Number(sums.spent), income: Number(sums.income) };
