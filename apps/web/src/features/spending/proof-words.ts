import type { CallReply } from '@cairn/contract/calls';
import { labelOfCategory } from '@cairn/contract/taxonomy';
import { formatDay, formatMonth } from '../../platform/formats.ts';
import { daysOfMonth } from '../../platform/months.ts';
import type { ProvenTotal } from '../../platform/proof-address.ts';

type Proof = CallReply<'POST /user/proof'>;
export type RowReason = Proof['left_out'][number]['reason'];
export type AccountReason = Proof['accounts_left_out'][number]['reason'];

const rowReasons: Record<RowReason, { short: string; long: string }> = {
  transfer: {
    short: 'Transfers between your accounts',
    long: 'Moved between your own accounts',
  },
  card_payment: {
    short: 'Card payments',
    long: 'Pays off a card: what was bought with it counts',
  },
  withdrawal: { short: 'Cash withdrawals', long: 'Cash drawn' },
  user: { short: 'Excluded by you', long: 'Excluded by you' },
  account: { short: 'In hidden accounts', long: 'Its account is hidden' },
  currency: { short: 'In another currency', long: 'In another currency' },
  later: { short: 'Dated later', long: 'Counts when its day comes' },
};

/** Why rows are left out: of several, and of one. */
export const reasonWords = (reason: RowReason) => rowReasons[reason];

const accountReasons: Record<AccountReason, string> = {
  account: 'Hidden',
  duplicate: 'Linked twice, counted once',
  currency: 'In another currency',
  no_balance: 'No balance',
};

/** Why an account is left out. */
export const accountReasonWords = (reason: AccountReason): string => accountReasons[reason];

/** The days of a period: a whole month by its name, one day, or the first and the last. */
export function periodWords({ from, to }: { from: string; to: string }): string {
  const month = from.slice(0, 7);
  const whole = daysOfMonth(month);
  if (whole.from === from && whole.to === to) return formatMonth(month);
  if (from === to) return formatDay(from);
  return `${formatDay(from)} – ${formatDay(to)}`;
}

const titles: Record<string, string> = {
  spent: 'Spent',
  income: 'Income',
  week: 'Spent',
  day: 'Spent',
  refunds: 'Refunds',
  bills: 'Bills',
  everything_else: 'Everything else',
  besides_bills: 'Spent, bills aside',
  budgeted: 'Spent in budgeted categories',
  assets: 'Assets',
  debts: 'Debts',
  net_worth: 'Net worth',
  worth_change: 'Change of the net worth',
  estimated_remaining: 'Estimated remaining',
};

const groupsOfAccounts: ReadonlySet<string> = new Set([
  'account_group',
  'asset_group',
  'debt_group',
]);

/** What a proof is headed with: the total's own name. */
export function proofTitle(
  { of, key }: ProvenTotal,
  groupLabel: (group: string) => string,
): string {
  if (groupsOfAccounts.has(of)) return groupLabel(key ?? '');
  const title = titles[of];
  // Its key is an account, which the proof names.
  if (of === 'worth_change' || key === undefined) return title ?? 'This total';
  return title === undefined || of === 'spent'
    ? labelOfCategory(key)
    : `${title}: ${labelOfCategory(key)}`;
}

/** What a proof is of: days, the end of a day, or now. Null before that is known. */
export function whenWords(total: ProvenTotal, proof: WhenProved | undefined): string | null {
  if (proof?.made_of === 'streams') return 'From today to the end of this month';
  if (proof?.made_of === 'balances')
    return proof.as_of === null ? 'As of the last sync' : `At the end of ${formatDay(proof.as_of)}`;
  const period = proof?.period ?? total.period;
  if (period === undefined) return null;
  return total.of === 'worth_change'
    ? `From the end of ${formatDay(period.from)} to the end of ${formatDay(period.to)}`
    : periodWords(period);
}
type WhenProved = Pick<Proof, 'made_of' | 'as_of' | 'period'>;

type Basis = NonNullable<Proof['accounts'][number]['basis']>;

/** How the balance of a past day is known. */
export function basisWords({ kind, day }: Basis): string {
  if (kind === 'seen') return 'Seen by the sync of that day';
  return kind === 'moved'
    ? `Seen on ${formatDay(day)}, with what posted since`
    : `Walked back from ${formatDay(day)}`;
}
