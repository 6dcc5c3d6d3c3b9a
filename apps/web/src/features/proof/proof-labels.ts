import type { ProofOf } from '@cairn/contract/proof';
import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { monthRange } from '../../domain/months.ts';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { formatDay, formatMonth } from '../../platform/formats/formats.ts';
import { proofCopy } from './proof.copy.ts';

type RowReason = ProofOf<'transactions'>['omitted'][number]['reason'];
type AccountReason = ProofOf<'balances'>['omitted_accounts'][number]['reason'];

const { rowReasons, accountReasons, titles, period: periodCopy, balances } = proofCopy;

const rowReasonLabels: Record<RowReason, { short: string; long: string }> = {
  transfer: { short: rowReasons.transfers, long: rowReasons.transfer },
  card_payment: { short: rowReasons.cardPayments, long: rowReasons.cardPayment },
  withdrawal: { short: rowReasons.withdrawals, long: rowReasons.withdrawal },
  user: { short: rowReasons.excludedByUser, long: rowReasons.excludedByUser },
  account: { short: rowReasons.hiddenAccounts, long: rowReasons.hiddenAccount },
  currency: { short: rowReasons.otherCurrency, long: rowReasons.otherCurrency },
  later: { short: rowReasons.futureRows, long: rowReasons.future },
};

/** Why rows are left out: `short` for a group of rows, `long` for one row. */
export const rowReasonLabel = (reason: RowReason) => rowReasonLabels[reason];

const accountReasonLabels: Record<AccountReason, string> = {
  account: accountReasons.hidden,
  duplicate: accountReasons.duplicate,
  currency: accountReasons.otherCurrency,
  no_balance: accountReasons.noBalance,
  estimated: accountReasons.estimated,
};

/** Why an account is left out. */
export const accountReasonLabel = (reason: AccountReason): string => accountReasonLabels[reason];

/** A period as text: the name of a whole month, a single day, or the first and last day. */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  const month = from.slice(0, 7);
  const wholeMonth = monthRange(month);
  if (wholeMonth.from === from && wholeMonth.to === to) return formatMonth(month);
  if (from === to) return formatDay(from);
  return formatMessage(periodCopy.days, { from: formatDay(from), to: formatDay(to) });
}

const titleByTotal: Record<string, string> = {
  spent: titles.spent,
  income: titles.income,
  week: titles.spent,
  day: titles.spent,
  refunds: titles.refunds,
  bills: titles.bills,
  budget_category_bills: titles.bills,
  everything_else: titles.everythingElse,
  non_bill_spending: titles.spentExcludingBills,
  budgeted: titles.budgeted,
  assets: titles.assets,
  debts: titles.debts,
  net_worth: titles.netWorth,
  net_worth_change: titles.netWorthChange,
  estimated_remaining: titles.estimatedRemaining,
  due_next_7_days: titles.dueSoon,
  monthly_subscriptions: titles.subscriptions,
};

const accountGroupTotals: ReadonlySet<string> = new Set([
  'account_group',
  'asset_group',
  'debt_group',
]);

/** The title of a proof: the name of its total. */
export function proofTitle(
  { of, key }: ProvenTotal,
  groupLabel: (group: string) => string,
): string {
  if (accountGroupTotals.has(of)) return groupLabel(key ?? '');
  const title = titleByTotal[of];
  // The key of a net worth change is an account, which the proof itself names.
  if (of === 'net_worth_change' || key === undefined) return title ?? titles.unknown;
  const category = categoryLabel(key);
  return title === undefined || of === 'spent'
    ? category
    : formatMessage(titles.ofCategory, { total: title, category });
}

const streamPeriodLabels = new Map<string, string>([
  ['estimated_remaining', periodCopy.restOfMonth],
  ['due_next_7_days', periodCopy.nextSevenDays],
  ['monthly_subscriptions', periodCopy.averageMonth],
]);

/** The time that a proof covers: days, the end of a day, or now. Null while it is unknown. */
export function proofPeriodLabel(total: ProvenTotal, proof: ProofTime | undefined): string | null {
  if (proof === undefined) return requestedPeriodLabel(total);
  switch (proof.kind) {
    case 'transactions':
      return proof.period === null ? requestedPeriodLabel(total) : formatPeriod(proof.period);
    case 'balances':
      return proof.as_of === null
        ? periodCopy.lastSync
        : formatMessage(periodCopy.endOfDay, { day: formatDay(proof.as_of) });
    case 'changes':
      return formatEndOfDays(proof.period);
    case 'streams':
      return streamPeriodLabels.get(total.of) ?? null;
    default:
      return proof satisfies never;
  }
}
type ProofTime =
  | Pick<ProofOf<'transactions'>, 'kind' | 'period'>
  | Pick<ProofOf<'changes'>, 'kind' | 'period'>
  | Pick<ProofOf<'balances'>, 'kind' | 'as_of'>
  | Pick<ProofOf<'streams'>, 'kind'>;

function requestedPeriodLabel({ of, period }: ProvenTotal): string | null {
  if (period === undefined) return null;
  return of === 'net_worth_change' ? formatEndOfDays(period) : formatPeriod(period);
}

const formatEndOfDays = ({ from, to }: { from: string; to: string }): string =>
  formatMessage(periodCopy.endOfDays, { from: formatDay(from), to: formatDay(to) });

type Basis = NonNullable<ProofOf<'balances'>['accounts'][number]['basis']>;

/** How the balance of a past day is known, and the day it comes from. */
export function balanceBasisLabel({ kind, day, balance_kind }: Basis): string {
  const values = { day: formatDay(day) };
  if (kind === 'seen') return balances.seen;
  if (balance_kind === 'estimated')
    return formatMessage(
      kind === 'carried_forward' ? balances.estimated : balances.estimatedBack,
      values,
    );
  return formatMessage(
    kind === 'carried_forward' ? balances.computed : balances.computedBack,
    values,
  );
}

/** How the balances before and after a change are known. */
export function changeBasisLabel({
  was_basis,
  basis,
}: Pick<ProofOf<'changes'>['accounts'][number], 'was_basis' | 'basis'>): string {
  return formatMessage(balances.startAndEnd, {
    start: balances.kinds[was_basis?.balance_kind ?? 'estimated'],
    end: balances.endKinds[basis?.balance_kind ?? 'current'],
  });
}

/** The names of the accounts whose balances in a total are estimated. */
export const estimatedNames = (proof: ProofOf<'balances' | 'changes'>): string[] =>
  proof.kind === 'balances'
    ? proof.accounts.filter(({ basis }) => isEstimate(basis)).map(({ name }) => name)
    : proof.accounts
        .filter(({ was_basis, basis }) => isEstimate(was_basis) || isEstimate(basis))
        .map(({ name }) => name);

const isEstimate = (basis: Basis | null): boolean => basis?.balance_kind === 'estimated';
