import { canonicalCategory } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import type { Side } from '../../domain/categories/sides.ts';
import { type Period, resolvePeriod } from '../../domain/money/periods.ts';
import type { StreamTotalName } from '../../domain/recurring/stream-totals.ts';
import { unprocessable } from '../../platform/problem.ts';
import { proofCopy } from './proof.copy.ts';

/** The requested total, as the API accepts it. */
export interface TotalInput {
  of: string;
  period?: { from: string; to: string };
  key?: string;
  known_only?: boolean;
}

/** A total of transactions of one side, within a period, optionally of some categories. */
export interface TransactionTotal extends Period {
  kind: 'transactions';
  side: Side;
  /** The factor of each amount: -1 if money in increases the total. */
  sign: 1 | -1;
  /** Category or group keys. Null means all. */
  categories: string[] | null;
  /** True to include only groups with more refunds than spending. */
  refundsOnly: boolean;
  /** Limits the total to a part of the budget. Null means all. */
  part: BudgetPart | null;
}

/**
 * A part of the budget: bills, everything except bills, all planned categories, everything that is neither a bill
 * nor planned, one planned category or group, or the bills that it excludes.
 */
export type BudgetPart =
  | { name: 'bills' }
  | { name: 'non_bill_spending' }
  | { name: 'all_planned' }
  | { name: 'everything_else' }
  | { name: 'planned' | 'planned_bills'; key: string };

/** A total of balances. */
export interface BalanceTotal {
  kind: 'balances';
  /** An account group. Null means all. */
  group: string | null;
  /** The side of the balance sheet. `both`: assets minus debts. `as_shown`: both sides, with debts positive. */
  balanceSheetSide: 'assets' | 'debts' | 'both' | 'as_shown';
  /** Balances are as of the end of this past day (ISO). Null means now. */
  asOf: string | null;
  /** True to leave out accounts with an estimated balance. */
  knownOnly: boolean;
}

/** The change of the net worth from the end of one day to the end of another. */
export interface BalanceChangeTotal {
  kind: 'changes';
  from: string;
  /** The change is up to the end of this past day. Null means up to now. */
  to: string | null;
  /** One account, or crypto. Null means all. */
  account: string | null;
  /** True to leave out accounts with an estimated balance at the start or the end. */
  knownOnly: boolean;
}

/** A total of recurring payments. */
export interface StreamsTotal {
  kind: 'streams';
  name: StreamTotalName;
}

export type Total = TransactionTotal | BalanceTotal | BalanceChangeTotal | StreamsTotal;

type Definition = (request: TotalInput, today: Temporal.PlainDate) => Total;

/**
 * All provable totals by their name in the API. Add new kinds of numbers here. A definition selects rows; the view
 * `counted_transactions` decides which of them count.
 */
const definitions = new Map<string, Definition>([
  ['spent', (request, today) => transactionTotal('spending', request, today)],
  ['income', (request, today) => ({ ...transactionTotal('income', request, today), sign: -1 })],
  [
    'category',
    (request, today) =>
      transactionTotal('spending', { ...request, key: requireKey(request) }, today),
  ],
  // A bar of a chart shows the spending of its own days, so the period is required.
  [
    'week',
    (request, today) =>
      transactionTotal('spending', { ...request, period: requirePeriod(request) }, today),
  ],
  [
    'day',
    (request, today) =>
      transactionTotal('spending', { ...request, period: requirePeriod(request) }, today),
  ],
  [
    'refunds',
    (request, today) => ({
      ...transactionTotal('spending', request, today),
      sign: -1,
      refundsOnly: true,
    }),
  ],
  ['bills', (request, today) => budgetPartTotal('bills', request, today)],
  ['non_bill_spending', (request, today) => budgetPartTotal('non_bill_spending', request, today)],
  ['budgeted', (request, today) => budgetPartTotal('all_planned', request, today)],
  ['budget_category', (request, today) => budgetCategoryTotal('planned', request, today)],
  [
    'budget_category_bills',
    (request, today) => budgetCategoryTotal('planned_bills', request, today),
  ],
  ['everything_else', (request, today) => budgetPartTotal('everything_else', request, today)],
  [
    'account_group',
    (request, today) => ({
      ...balanceTotal('as_shown', request, today),
      group: requireKey(request),
    }),
  ],
  // Banks may use one subtype ('other') for assets and debts. Each side is a group of its own.
  [
    'asset_group',
    (request, today) => ({ ...balanceTotal('assets', request, today), group: requireKey(request) }),
  ],
  [
    'debt_group',
    (request, today) => ({ ...balanceTotal('debts', request, today), group: requireKey(request) }),
  ],
  ['assets', (request, today) => balanceTotal('assets', request, today)],
  ['debts', (request, today) => balanceTotal('debts', request, today)],
  ['net_worth', (request, today) => balanceTotal('both', request, today)],
  [
    'net_worth_change',
    (request, today) => {
      const { from, to } = pastDays(requirePeriod(request), today);
      if (from === null) throw unprocessable(proofCopy.changeMustStartBeforeToday);
      return {
        kind: 'changes',
        from,
        to,
        account: request.key ?? null,
        knownOnly: isKnownOnly(request),
      };
    },
  ],
  ['estimated_remaining', () => ({ kind: 'streams', name: 'estimated_remaining' })],
  ['due_next_7_days', () => ({ kind: 'streams', name: 'due_next_7_days' })],
  ['monthly_subscriptions', () => ({ kind: 'streams', name: 'monthly_subscriptions' })],
]);

/** The names of all totals. The contract documents them. */
export const totalNames: readonly string[] = [...definitions.keys()];

/** Parses the requested total. Throws 422 if it is unknown or lacks a required key or period. */
export function parseTotal(request: TotalInput, today: Temporal.PlainDate): Total {
  const definition = definitions.get(request.of);
  if (definition === undefined)
    throw unprocessable(formatMessage(proofCopy.unknownTotal, { total: request.of }));
  return definition(request, today);
}

/** Returns a total of one side, by default of this month and all categories. */
function transactionTotal(
  side: Side,
  { period, key }: TotalInput,
  today: Temporal.PlainDate,
): TransactionTotal {
  return {
    kind: 'transactions',
    side,
    sign: 1,
    ...resolvePeriod(period ?? 'current_month', today),
    categories: key === undefined ? null : [canonicalCategory(key)],
    refundsOnly: false,
    part: null,
  };
}

/** Returns a total of current balances, or of balances at the end of a period's last day. */
const balanceTotal = (
  balanceSheetSide: BalanceTotal['balanceSheetSide'],
  { period, ...request }: Omit<TotalInput, 'of'>,
  today: Temporal.PlainDate,
): BalanceTotal => ({
  kind: 'balances',
  group: null,
  balanceSheetSide,
  asOf: period === undefined ? null : pastDays(period, today).to,
  knownOnly: isKnownOnly(request),
});

const isKnownOnly = ({ known_only: knownOnly = false }: Pick<TotalInput, 'known_only'>) =>
  knownOnly;

/** Returns the first and last day of a period. Today and future days are null, which means the current balance. */
function pastDays(period: { from: string; to: string }, today: Temporal.PlainDate) {
  const days = resolvePeriod(period, today);
  const pastOrNull = (day: string | null) => (day !== null && day < today.toString() ? day : null);
  return { from: pastOrNull(days.from), to: pastOrNull(days.to) };
}

/** Returns a total of one part of the budget. */
const budgetPartTotal = (
  name: Exclude<BudgetPart['name'], 'planned' | 'planned_bills'>,
  request: TotalInput,
  today: Temporal.PlainDate,
): TransactionTotal => ({ ...transactionTotal('spending', request, today), part: { name } });

/** Returns a total of one planned category, or of its bills. Its key is not a category filter. */
const budgetCategoryTotal = (
  name: 'planned' | 'planned_bills',
  { period, ...request }: TotalInput,
  today: Temporal.PlainDate,
): TransactionTotal => ({
  ...transactionTotal('spending', { of: request.of, ...(period && { period }) }, today),
  part: { name, key: canonicalCategory(requireKey(request)) },
});

function requireKey({ of, key }: TotalInput): string {
  if (key === undefined || key === '')
    throw unprocessable(formatMessage(proofCopy.keyRequired, { total: of }));
  return key;
}

function requirePeriod({ of, period }: TotalInput): { from: string; to: string } {
  if (period === undefined)
    throw unprocessable(formatMessage(proofCopy.periodRequired, { total: of }));
  return period;
}
