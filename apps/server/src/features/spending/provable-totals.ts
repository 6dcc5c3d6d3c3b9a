import { canonicalCategory } from '@cairn/contract/taxonomy';
import { type Period, periodOf } from '../../domain/periods.ts';
import type { Side } from '../../domain/sides.ts';
import { refused } from '../../platform/problem.ts';

/** What a proof is asked for, as the wire has it. */
export interface WireTotal {
  of: string;
  period?: { from: string; to: string };
  key?: string;
}

/** A total of transactions: those of one side, in some days, of some categories. */
export interface TotalOfRows extends Period {
  kind: 'rows';
  side: Side;
  /** What a row's amount counts times: minus one where money in makes the total larger. */
  sign: 1 | -1;
  /** Category or group keys; null is all. */
  categories: string[] | null;
  /** Only the groups that brought more back than they took. */
  refundsOnly: boolean;
  /** Only what one part of the budget takes: each row is in exactly one. */
  part: BudgetPart | null;
}

/**
 * The bills or all but them; what a budgeted category or group takes (by its key), or all of those; or
 * what nothing else does.
 */
export type BudgetPart =
  | { name: 'bills' }
  | { name: 'besides_bills' }
  | { name: 'all_planned' }
  | { name: 'rest' }
  | { name: 'planned'; key: string };

/** A total of balances: those of some accounts. */
export interface TotalOfBalances {
  kind: 'balances';
  /** An account group; null is all. */
  group: string | null;
  /** Which side of the balance sheet. Both: assets less debts; as shown: either, counted up. */
  sheet: 'assets' | 'debts' | 'both' | 'as_shown';
  /** The past day (ISO) at whose end they are told; null is now. */
  on: string | null;
}

/** By how much balances moved the net worth from the end of one day to the end of another. */
export interface TotalOfChanges {
  kind: 'changes';
  from: string;
  /** The past day at whose end it ends; null is now. */
  to: string | null;
  /** One account, or coins; null is all. */
  account: string | null;
}

/** What is expected to be paid until the end of this month. */
export interface TotalOfStreams {
  kind: 'streams';
}

export type Total = TotalOfRows | TotalOfBalances | TotalOfChanges | TotalOfStreams;

type Definition = (wish: WireTotal, today: Temporal.PlainDate) => Total;

/**
 * Every total that can be proved, by its name on the wire. A screen that shows a new kind of number adds it
 * here: which rows it is of. What counts among them is not decided here but by the view.
 */
const definitions = new Map<string, Definition>([
  ['spent', (wish, today) => rowsOf('spending', wish, today)],
  ['income', (wish, today) => ({ ...rowsOf('income', wish, today), sign: -1 })],
  ['category', (wish, today) => rowsOf('spending', { ...wish, key: keyOf(wish) }, today)],
  // A bar of a chart is what was spent in its days: it has to say which.
  ['week', (wish, today) => rowsOf('spending', { ...wish, period: daysOf(wish) }, today)],
  ['day', (wish, today) => rowsOf('spending', { ...wish, period: daysOf(wish) }, today)],
  [
    'refunds',
    (wish, today) => ({ ...rowsOf('spending', wish, today), sign: -1, refundsOnly: true }),
  ],
  ['bills', (wish, today) => partOf('bills', wish, today)],
  ['besides_bills', (wish, today) => partOf('besides_bills', wish, today)],
  ['budgeted', (wish, today) => partOf('all_planned', wish, today)],
  [
    'budget_category',
    ({ period, ...wish }, today) => ({
      ...rowsOf('spending', { of: wish.of, ...(period && { period }) }, today),
      part: { name: 'planned', key: canonicalCategory(keyOf(wish)) },
    }),
  ],
  ['everything_else', (wish, today) => partOf('rest', wish, today)],
  [
    'account_group',
    (wish, today) => ({ ...balancesOf('as_shown', wish, today), group: keyOf(wish) }),
  ],
  // A bank may use one subtype ('other') on both sides: there each side is a group of its own.
  ['asset_group', (wish, today) => ({ ...balancesOf('assets', wish, today), group: keyOf(wish) })],
  ['debt_group', (wish, today) => ({ ...balancesOf('debts', wish, today), group: keyOf(wish) })],
  ['assets', (wish, today) => balancesOf('assets', wish, today)],
  ['debts', (wish, today) => balancesOf('debts', wish, today)],
  ['net_worth', (wish, today) => balancesOf('both', wish, today)],
  [
    'worth_change',
    (wish, today) => {
      const { from, to } = pastDays(daysOf(wish), today);
      if (from === null) throw refused('A change has to begin before today.');
      return { kind: 'changes', from, to, account: wish.key ?? null };
    },
  ],
  ['estimated_remaining', () => ({ kind: 'streams' })],
]);

/** The total that a proof is asked for. Refuses (422) one that there is not, or that is not said whole. */
export function totalOf(wish: WireTotal, today: Temporal.PlainDate): Total {
  const definition = definitions.get(wish.of);
  if (definition === undefined)
    throw refused(
      `There is no total '${wish.of}'. Use one of ${[...definitions.keys()].join(', ')}.`,
    );
  return definition(wish, today);
}

/** Rows of one side; of this month unless a period is said, of all categories unless a key is. */
function rowsOf(side: Side, { period, key }: WireTotal, today: Temporal.PlainDate): TotalOfRows {
  return {
    kind: 'rows',
    side,
    sign: 1,
    ...periodOf(period ?? 'current_month', today),
    categories: key === undefined ? null : [canonicalCategory(key)],
    refundsOnly: false,
    part: null,
  };
}

/** Balances of now, or of the end of a period's last day. */
const balancesOf = (
  sheet: TotalOfBalances['sheet'],
  { period }: WireTotal,
  today: Temporal.PlainDate,
): TotalOfBalances => ({
  kind: 'balances',
  group: null,
  sheet,
  on: period === undefined ? null : pastDays(period, today).to,
});

/** The ends of a period; today and what comes after it is now, which is null. */
function pastDays(period: { from: string; to: string }, today: Temporal.PlainDate) {
  const days = periodOf(period, today);
  const past = (day: string | null) => (day !== null && day < today.toString() ? day : null);
  return { from: past(days.from), to: past(days.to) };
}

/** What one part of the budget takes of the spending. */
const partOf = (
  name: Exclude<BudgetPart['name'], 'planned'>,
  wish: WireTotal,
  today: Temporal.PlainDate,
): TotalOfRows => ({ ...rowsOf('spending', wish, today), part: { name } });

function keyOf({ of, key }: WireTotal): string {
  if (key === undefined || key === '') throw refused(`Say with 'key' which '${of}' is meant.`);
  return key;
}

function daysOf({ of, period }: WireTotal): { from: string; to: string } {
  if (period === undefined) throw refused(`Say with 'period' which '${of}' is meant.`);
  return period;
}
