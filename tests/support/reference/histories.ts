import { randomUUID } from 'node:crypto';
import { categoryGroupKey } from '@cairn/contract/rules/taxonomy';
import fc from 'fast-check';
import pg from 'pg';
import { expect } from 'vitest';
import type { WireTransaction } from '../../../apps/server/src/domain/transactions/transaction-rows.ts';
import {
  insertBudget,
  upsertBudgetCategory,
} from '../../../apps/server/src/features/budget/budget.queries.ts';
import { showBudget } from '../../../apps/server/src/features/budget/show-budget.ts';
import { showSpendingTrend } from '../../../apps/server/src/features/spending/spending-trend.ts';
import {
  changeCategory,
  changeExclusion,
  changeTransaction,
} from '../../../apps/server/src/features/transactions/change-transaction.ts';
import { listChangesPage } from '../../../apps/server/src/features/transactions/changes/list-changes.ts';
import { undoChange } from '../../../apps/server/src/features/transactions/changes/undo-change.ts';
import {
  parseFilter,
  type TransactionFilter,
} from '../../../apps/server/src/features/transactions/list/filter.ts';
import {
  type SumsRow,
  sumFiltered,
  sumFromDailyTotals,
} from '../../../apps/server/src/features/transactions/list/sum-transactions.queries.ts';
import {
  sumByMonth,
  sumTransactions,
} from '../../../apps/server/src/features/transactions/list/sum-transactions.ts';
import { createTag } from '../../../apps/server/src/features/transactions/tags/change-tags.ts';
import { listTags } from '../../../apps/server/src/features/transactions/tags/tags.queries.ts';
import { listPage } from '../../../apps/server/src/features/transactions/transactions.queries.ts';
import { syncItem } from '../../../apps/server/src/jobs/sync/sync-item.ts';
import { asUserId, newId, type UserId } from '../../../apps/server/src/platform/identifiers.ts';
import { Failure } from '../../../apps/server/src/platform/problem.ts';
import type {
  InstitutionCalls,
  PlaidProvider,
} from '../../../apps/server/src/providers/plaid/client.ts';
import type { Services } from '../../../apps/server/src/services.ts';
import type { ListedTransaction } from '../bank/listed-transactions.ts';
import { type BankFault, RecordedBank, type RecordedRow } from '../bank/recorded-bank.ts';
import { actualBudget, expectedBudget } from './budget-reference.ts';
import { ChangesReference, type DecidedValues, type ReferenceChange } from './changes-reference.ts';
import { expectEventsToMatchTransactions } from './transaction-events-reference.ts';
import { expectedMonthlyTotals, expectedRows, expectedSums } from './transactions-reference.ts';
import { actualTrend, expectedTrend } from './trend-reference.ts';

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
const rowIndex = fc.nat({ max: 20 });
const account = fc.nat({ max: 2 });

/** A step of a history, by a bank or the user. Numbers select among the existing rows. */
const stepArbitrary = fc.oneof(
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
      row: rowIndex,
      tip: fc.constantFrom(0, 0, 1.5),
      removal: fc.constantFrom('before', 'first', 'with', 'after', 'never'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), row: rowIndex }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), row: rowIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('modify' as const), row: rowIndex, amount, category }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('categorize' as const),
      row: rowIndex,
      category: fc.option(category),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('exclude' as const), row: rowIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('annotate' as const),
      row: rowIndex,
      tags: fc.option(fc.subarray([0, 1, 2]), { nil: undefined }),
      note: fc.option(fc.constantFrom<string | null>(null, 'One', 'Other'), { nil: undefined }),
      reviewed: fc.option(fc.boolean(), { nil: undefined }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      change: fc.nat({ max: 20 }),
      force: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('undo_after' as const),
      event: fc.constantFrom('change', 'posting', 'removal'),
      row: rowIndex,
      force: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      account,
      kind: fc.constantFrom<BankFault>('mutation', 'stale_cursor', 'duplicate_page'),
    }),
  },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never;

/** A sequence of steps, and whether the banks are synced after each. */
export const historyArbitrary = fc.array(fc.record({ step: stepArbitrary, syncs: fc.boolean() }), {
  minLength: 3,
  maxLength: 7,
});
export type History = typeof historyArbitrary extends fc.Arbitrary<infer H> ? H : never;

interface Environment {
  services: Services;
  databaseUrl: string;
}

/**
 * Plays several histories for one new user, each with distinct amounts, and compares all results with the
 * reference, once halfway and once at the end. `note` reports which situations were covered.
 */
export async function playHistories(
  { services, databaseUrl }: Environment,
  histories: readonly History[],
  pageSize: number,
  note: (label: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const user = await TestUser.create(services, client, pageSize, note);
    const rounds = Math.max(...histories.map(({ length }) => length));
    for (let round = 0; round < rounds; round += 1) {
      let syncs = 0;
      for (const [number, history] of histories.entries()) {
        const entry = history[round];
        if (entry === undefined) continue;
        await user.apply(number, entry.step);
        if (entry.syncs) syncs += 1;
      }
      // Some rounds accumulate without a sync.
      if (syncs * 2 >= histories.length || round % 2 === 1) await user.sync();
      if (round === Math.floor(rounds / 2)) await user.compare();
    }
    await user.compare();
  } finally {
    await client.end();
  }
}

const today = Temporal.Now.plainDateISO('UTC');

/** A row at the bank that sends it. */
interface BankRow {
  bank: RecordedBank;
  row: RecordedRow;
}

/** A user with three accounts at two banks. */
class TestUser {
  private readonly services: Services;
  private readonly client: pg.Client;
  private readonly userId: UserId;
  private readonly items: ReadonlyMap<string, RecordedBank>;
  private readonly note: (label: string) => void;
  private readonly reference = new ChangesReference();
  private tagIds: string[] = [];
  private readonly removed: ({ history: number } & BankRow)[] = [];
  /** Bank changes that arrive one sync later. */
  private delayed: (() => void)[] = [];
  private transactionCount = 0;

  private constructor(
    services: Services,
    client: pg.Client,
    userId: UserId,
    items: ReadonlyMap<string, RecordedBank>,
    note: (label: string) => void,
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
    note: (label: string) => void,
  ): Promise<TestUser> {
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
      await upsertBudgetCategory(services.database, userId, id, {
        category: planned,
        amount: '9.00',
      });
    const user = new TestUser(services, client, userId, items, note);
    for (const name of ['First', 'Second', 'Third']) await createTag(services, userId, { name });
    user.tagIds = (await listTags(services.database, userId)).map((tag) => tag.id);
    return user;
  }

  async apply(history: number, step: Step): Promise<void> {
    switch (step.do) {
      case 'appear':
        return this.appear(history, step);
      case 'transfer': {
        const { daysAgo, daysBetween, pending } = step;
        this.appear(history, {
          ...{ account: step.account, amount: 25, pending, daysAgo },
          category: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
        });
        return this.appear(history, {
          ...{ account: (step.account + 1) % 3, amount: -25, pending: false },
          ...{ daysAgo: daysAgo + daysBetween, category: 'TRANSFER_IN_ACCOUNT_TRANSFER' },
        });
      }
      case 'post':
        return this.post(history, step);
      case 'remove': {
        const match = choose(this.rowsOf(history), step.row);
        if (match !== undefined) this.remove(history, match);
        return;
      }
      case 'restore': {
        const ownRows = this.removed.filter((row) => row.history === history);
        const restored = choose(ownRows, step.row);
        if (restored === undefined) return;
        this.removed.splice(this.removed.indexOf(restored), 1);
        restored.bank.send(restored.row);
        return;
      }
      case 'modify': {
        const match = choose(this.rowsOf(history), step.row);
        match?.bank.send({
          ...match.row,
          amount: scaled(step.amount, history),
          personal_finance_category: wireCategory(step.category),
        });
        return;
      }
      case 'fault':
        this.bankOf(step.account).injectFault(step.kind);
        this.note(step.kind);
        return;
      case 'undo': {
        const ownChanges = this.reference.changes.filter(({ transaction }) =>
          transaction.startsWith(`${history} `),
        );
        const change = choose(ownChanges, step.change);
        if (change !== undefined) await this.undo(change, step.force);
        return;
      }
      case 'undo_after':
        return this.undoAfter(history, step);
      default:
        return this.decide(history, step);
    }
  }

  /** Sets a note and undoes it after an event, because random steps rarely combine these. */
  private async undoAfter(
    history: number,
    { event, row: index, force }: Extract<Step, { do: 'undo_after' }>,
  ): Promise<void> {
    const matches = event === 'posting' ? this.pendingRowsOf(history) : this.rowsOf(history);
    const listed = await this.list();
    const match = choose(matches, index);
    const row = listed.find((candidate) => candidate.transaction_id === match?.row.transaction_id);
    if (match === undefined || row === undefined) return;
    const setNote = (text: string) =>
      this.decideOn(row, {
        ...{ do: 'annotate', row: index, note: text, tags: undefined, reviewed: undefined },
      });
    const count = this.reference.changes.length;
    await setNote('First');
    if (event === 'change') await setNote('Second');
    else {
      if (event === 'posting') this.postRow(match, { tip: 0, removal: 'with' });
      else this.remove(history, match);
      await this.sync();
    }
    const change = this.reference.changes[count];
    if (change !== undefined) await this.undo(change, force);
  }

  /** Syncs both banks, then applies the delayed changes. */
  async sync(): Promise<void> {
    const delayed = this.delayed;
    this.delayed = [];
    for (const [itemId, bank] of this.items) {
      const calls: InstitutionCalls = {
        accounts: () => bank.accounts(),
        streams: () => bank.streams(),
        liabilities: async () => [],
        holdings: async () => [],
        syncPage: (token, cursor) => bank.syncPage(token, cursor),
      };
      const plaid: PlaidProvider = { ...this.services.plaid, forInstitution: () => calls };
      await syncItem({ ...this.services, plaid }, { userId: this.userId, itemId });
      const { rows } = await this.client.query(
        'select sync_error from items where user_id = $1 and id = $2',
        [this.userId, itemId],
      );
      expect(rows).toEqual([{ sync_error: null }]);
    }
    for (const applyChange of delayed) applyChange();
    for (const { transaction_id: id } of await this.list())
      if (id.endsWith(postedSuffix)) this.reference.inherit(id, id.slice(0, -postedSuffix.length));
  }

  /** Compares the list, sums, and budget with the reference for the banks' current rows. */
  async compare(): Promise<void> {
    this.applyDelayedChanges();
    await this.sync();
    const listed = await this.list();
    const ids = new Map(listed.map(({ transaction_id, id }) => [transaction_id, id]));
    const current = this.currentRows();
    const expected = expectedRows(current, this.reference.values, (id) => ids.get(id) ?? id);
    expect(shapeOfListed(listed)).toEqual(
      byId(expected.map(({ month: _month, side: _side, ...row }) => row)),
    );
    await this.compareChanges(listed);
    for (const row of expected) if (row.pair !== null) this.note('paired');
    const { services, userId } = this;
    const all = parseFilter({}, today);
    expect(await sumTransactions(services, userId, all, today)).toEqual({
      ...expectedSums(expected),
      currency: 'USD',
    });
    await this.expectDailyTotalsToMatch(all);
    const { results } = await sumByMonth(services, userId, all, today);
    expect(results.filter(({ spent, income }) => spent !== 0 || income !== 0)).toEqual(
      expectedMonthlyTotals(expected),
    );
    await this.compareBudget(listed);
    // The second day is in the next month, when this month's totals are read from the stored ones.
    for (const day of [today, today.add({ months: 1 })]) {
      const month = today.toPlainYearMonth().toString();
      const trend = await showSpendingTrend(services, userId, month, day);
      expect(actualTrend(trend)).toEqual(
        expectedTrend(listed, { month, today: day.toString(), groupOf: categoryGroupKey }),
      );
    }
    await expectEventsToMatchTransactions(this.client, this.userId, this.note);
  }

  /** Compares what the user decided, and the changes, with the reference. Undoes the last change, and the undo. */
  private async compareChanges(listed: readonly ListedTransaction[]): Promise<void> {
    for (const row of listed) {
      const expected = this.reference.valuesOf(row.transaction_id);
      expect(decidedValuesOf(row), row.transaction_id).toEqual(expected);
    }
    const names = await this.providerIds();
    const page = await listChangesPage(this.services.database, this.userId, undefined);
    expect(
      page.changes.map(({ id, examples: [example] }) => ({
        id,
        transaction: names.get(example?.transaction_id ?? ''),
        before: example?.before,
        after: example?.after,
      })),
    ).toEqual(this.reference.changes.toReversed().slice(0, page.changes.length));
    const last = this.reference.changes.at(-1);
    if (last === undefined) return;
    await this.undo(last, true);
    const undo = this.reference.changes.at(-1);
    if (undo !== undefined && undo !== last) await this.undo(undo, false);
    expect(await this.list()).toEqual(listed);
  }

  /** Undoes a change, and expects the same of the reference: the values, or the fields that were changed later. */
  private async undo(change: ReferenceChange, force: boolean): Promise<void> {
    const { services, userId, reference } = this;
    const listed = new Set((await this.list()).map((row) => row.transaction_id));
    const posted = `${change.transaction}${postedSuffix}`;
    const transaction = listed.has(posted) ? posted : change.transaction;
    if (!listed.has(transaction)) this.note('undone_while_removed');
    if (transaction === posted) this.note('undone_after_posting');
    const later = reference.laterChanges(change, transaction);
    const undone = undoChange(services, userId, { id: change.id, force });
    if (later.length > 0 && !force) {
      this.note('changed_since');
      const failure = await undone.catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'changed_since' });
      return;
    }
    const { change_id } = await undone;
    this.addChange(change_id, transaction, change.before);
    this.note('undone');
  }

  /** Adds a change to the reference. Expects that it changes something exactly if the server recorded it. */
  private addChange(id: string | null, transaction: string, values: Partial<DecidedValues>): void {
    const change = this.reference.set(transaction, values);
    expect(change === null, transaction).toBe(id === null);
    if (change !== null && id !== null) this.reference.changes.push({ id, transaction, ...change });
  }

  /** The provider's ids of all transactions by Cairn's ids. */
  private async providerIds(): Promise<Map<string, string>> {
    const { rows } = await this.client.query<{ id: string; provider_id: string }>(
      'select id, provider_transaction_id as provider_id from transactions where user_id = $1',
      [this.userId],
    );
    return new Map(rows.map(({ id, provider_id }) => [id, provider_id]));
  }

  /** Compares the budget, and the list of each of its categories, with the reference. */
  private async compareBudget(listed: readonly ListedTransaction[]): Promise<void> {
    const { services, userId } = this;
    const [budget] = (await showBudget(services, userId, today)).budgets;
    if (budget === undefined) throw new Error('The budget is missing');
    const planned = ['FOOD_AND_DRINK', 'TRANSFER_OUT_ACCOUNT_TRANSFER'];
    const {
      paid_to_streams: _none,
      ids,
      ...expectedNumbers
    } = expectedBudget(listed, today.toString(), planned, new Set());
    expect(actualBudget(budget)).toEqual(expectedNumbers);
    for (const key of planned) {
      const filter = parseFilter({ budget_category: key, date_range: 'current_month' }, today);
      const page = { limit: 10_000, offset: 0, after: null };
      const rows = await listPage(services.database, userId, filter, page);
      const inCategory = rows.map(({ transaction }): WireTransaction => JSON.parse(transaction));
      expect(inCategory.map(({ id }) => id).toSorted()).toEqual(ids[key]);
      const { sum_out } = await sumTransactions(services, userId, filter, today);
      expect(sum_out).toBe(budget.totals[key]);
    }
  }

  /** Expects sums of daily totals to equal sums of rows, for several periods and accounts. */
  private async expectDailyTotalsToMatch(all: TransactionFilter): Promise<void> {
    const { services, userId } = this;
    const month = { from: today.with({ day: 1 }).toString(), to: today.toString() };
    const { rows } = await this.client.query<{ id: string }>(
      'select provider_account_id as id from accounts where user_id = $1 order by id limit 1',
      [userId],
    );
    const accounts = rows.map(({ id }) => id);
    for (const filter of [
      all,
      { ...all, ...month },
      { ...all, accounts },
      { ...all, ...month, accounts },
      { ...all, from: month.to },
    ])
      expect(
        numbersOf(await sumFromDailyTotals(services.database, userId, filter, today.toString())),
      ).toEqual(numbersOf(await sumFiltered(services.database, userId, filter, today.toString())));
  }

  private async list(): Promise<ListedTransaction[]> {
    const page = { limit: 10_000, offset: 0, after: null };
    const rows = await listPage(this.services.database, this.userId, parseFilter({}, today), page);
    return rows.map(({ transaction }): WireTransaction => JSON.parse(transaction));
  }

  /** The banks' current rows, without pending ones that have posted. */
  private currentRows(): RecordedRow[] {
    const rows = [...this.items.values()].flatMap((bank) => bank.rows());
    const replaced = new Set(rows.map((row) => row.pending_transaction_id));
    return rows.filter((row) => !replaced.has(row.transaction_id));
  }

  private appear(history: number, step: Omit<Extract<Step, { do: 'appear' }>, 'do'>): void {
    this.transactionCount += 1;
    this.bankOf(step.account).send({
      transaction_id: `${history} ${this.transactionCount}`,
      pending_transaction_id: null,
      account_id: ['checking', 'savings', 'elsewhere'][step.account] ?? '',
      amount: scaled(step.amount, history),
      iso_currency_code: 'USD',
      date: today.subtract({ days: step.daysAgo }).toString(),
      authorized_date: null,
      pending: step.pending,
      personal_finance_category: wireCategory(step.category),
    });
  }

  private remove(history: number, match: BankRow): void {
    // Delayed changes, such as the removal of the pending transaction that it replaced, come first.
    if (match.row.pending_transaction_id !== null) this.applyDelayedChanges();
    match.bank.remove(match.row.transaction_id);
    this.removed.push({ history, ...match });
  }

  private post(history: number, step: Extract<Step, { do: 'post' }>): void {
    const match = choose(this.pendingRowsOf(history), step.row);
    if (match !== undefined) this.postRow(match, step);
  }

  /** The pending rows of a history that haven't posted. */
  private pendingRowsOf(history: number): BankRow[] {
    return this.rowsOf(history).filter(
      ({ bank, row }) =>
        row.pending &&
        !bank.rows().some((listed) => listed.pending_transaction_id === row.transaction_id),
    );
  }

  private postRow(
    { bank, row }: BankRow,
    step: Pick<Extract<Step, { do: 'post' }>, 'tip' | 'removal'>,
  ): void {
    const remove = () => bank.remove(row.transaction_id);
    const post = () =>
      bank.send({
        ...row,
        transaction_id: `${row.transaction_id}${postedSuffix}`,
        pending_transaction_id: row.transaction_id,
        amount: row.amount + step.tip,
        pending: false,
      });
    if (this.reference.values.has(row.transaction_id)) this.note('inherited');
    switch (step.removal) {
      case 'before':
        remove();
        this.delayed.push(post);
        return;
      case 'first':
        remove();
        post();
        return;
      case 'with':
        post();
        remove();
        return;
      case 'after':
        post();
        this.delayed.push(remove);
        return;
      default:
        post();
    }
  }

  private async decide(
    history: number,
    step: Extract<Step, { do: 'categorize' | 'exclude' | 'annotate' }>,
  ): Promise<void> {
    const ownRows = (await this.list()).filter(({ transaction_id }) =>
      transaction_id.startsWith(`${history} `),
    );
    const row = choose(ownRows, step.row);
    if (row !== undefined) await this.decideOn(row, step);
  }

  private async decideOn(
    row: ListedTransaction,
    step: Extract<Step, { do: 'categorize' | 'exclude' | 'annotate' }>,
  ): Promise<void> {
    try {
      const changed = await this.change(row, step);
      this.addChange(changed.change_id, row.transaction_id, decidedValuesOf(changed));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  private change(
    row: ListedTransaction,
    step: Extract<Step, { do: 'categorize' | 'exclude' | 'annotate' }>,
  ) {
    const { services, userId } = this;
    if (step.do === 'categorize')
      return changeCategory(services, userId, {
        id: row.id,
        category: step.category?.toLowerCase() ?? null,
      });
    if (step.do === 'exclude')
      return changeExclusion(services, userId, {
        providerTransactionId: row.transaction_id,
        excluded: !row.exclude_transaction,
      });
    const { tags, note, reviewed } = step;
    return changeTransaction(services, userId, {
      id: row.id,
      ...(tags && { tags: tags.flatMap((index) => this.tagIds[index] ?? []) }),
      ...(note !== undefined && { note }),
      ...(reviewed !== undefined && { reviewed }),
    });
  }

  private applyDelayedChanges(): void {
    for (const applyChange of this.delayed.splice(0)) applyChange();
  }

  private bankOf(account: number): RecordedBank {
    const [first, second] = [...this.items.values()];
    const bank = account === 2 ? second : first;
    if (bank === undefined) throw new Error('A bank is missing');
    return bank;
  }

  private rowsOf(history: number): BankRow[] {
    return [...this.items.values()].flatMap((bank) =>
      bank
        .rows()
        .filter(({ transaction_id }) => transaction_id.startsWith(`${history} `))
        .map((row) => ({ bank, row })),
    );
  }
}

/** The id of a posted transaction is that of its pending transaction, followed by this. */
const postedSuffix = ' posted';

const decidedValuesOf = (row: WireTransaction): DecidedValues => ({
  category: row.overridden_category,
  tags: row.tags,
  note: row.note,
  excluded: row.exclude_transaction,
  reviewed: row.reviewed,
});

const choose = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** Gives each history distinct amounts, so that transfers only match within a history. */
const scaled = (amount: number, history: number) => amount + Math.sign(amount) * history * 100;

const wireCategory = (detailed: string) => ({
  primary: detailed.split('_').slice(0, 2).join('_'),
  detailed,
});

const byId = <T extends { transaction_id: string }>(rows: T[]): T[] =>
  rows.sort((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));

const shapeOfListed = (rows: readonly ListedTransaction[]) => {
  const names = new Map<string | null, string>(rows.map((row) => [row.id, row.transaction_id]));
  return byId(
    rows.map(
      ({ transaction_id, amount: listed, effective_category, excluded, transfer_pair_id }) => ({
        transaction_id,
        amount: listed,
        effective_category,
        excluded,
        pair: transfer_pair_id === null ? null : (names.get(transfer_pair_id) ?? 'unknown'),
      }),
    ),
  );
};

/** Converts sums to numbers, so that 1.0 equals 1.00. */
const numbersOf = (sums: SumsRow | undefined) =>
  sums && { ...sums, spent: Number(sums.spent), income: Number(sums.income) };
