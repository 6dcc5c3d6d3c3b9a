/** A bank's current row, in the aggregator's format. */
export interface BankRow {
  transaction_id: string;
  pending_transaction_id: string | null;
  account_id: string;
  amount: number;
  iso_currency_code: string;
  date: string;
  authorized_date: string | null;
  personal_finance_category: { primary: string; detailed: string };
}

/** A user's changes to a transaction. */
export interface Decision {
  category: string | null;
  excluded: boolean;
}

/** A transaction as it must be listed. `pair` is the provider's ID of the matching transfer. */
export interface ExpectedRow {
  transaction_id: string;
  amount: number;
  effective_category: string;
  excluded: 'user' | 'category' | 'transfer' | null;
  pair: string | null;
  month: string;
  side: 'spending' | 'income' | null;
}

const transferGroups = ['transfer_in', 'transfer_out', 'loan_payments'];
const incomeGroups = ['income', 'transfer_in', 'loan_disbursements'];
const neverCounted = ['loan_payments_credit_card_payment', 'transfer_out_withdrawal'];

const belongsToAny = (category: string, groups: string[]) =>
  groups.some((group) => category.startsWith(`${group}_`));

// The only category in these tests that has different names in the two taxonomies.
const toCanonicalCategory = (detailed: string) =>
  detailed.toLowerCase().replace(/^income_salary$/, 'income_wages');

const daysBetween = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/**
 * A slow, literal implementation of the rules of docs/numbers.md for listed transactions. `idOf` returns our ID of a
 * row, which breaks ties between transfers that are equally close.
 */
export function expectedRows(
  bankRows: readonly BankRow[],
  decisions: ReadonlyMap<string, Decision>,
  idOf: (transactionId: string) => string,
): ExpectedRow[] {
  const rows = bankRows.map((row) => {
    const provider = toCanonicalCategory(row.personal_finance_category.detailed);
    // A posted transaction inherits the decision on its pending one until the user decides about it.
    const decision =
      decisions.get(row.transaction_id) ?? decisions.get(row.pending_transaction_id ?? '');
    return {
      ...row,
      id: idOf(row.transaction_id),
      day: row.authorized_date ?? row.date,
      category: decision?.category ?? provider,
      isExcludedByUser: decision?.excluded ?? false,
      canBeTransfer:
        belongsToAny(provider, transferGroups) &&
        belongsToAny(decision?.category ?? provider, transferGroups),
    };
  });
  const pairs = matchTransfers(rows.filter(({ canBeTransfer }) => canBeTransfer));
  return rows.map((row) => {
    const pair = pairs.get(row.transaction_id) ?? null;
    const excluded = row.isExcludedByUser
      ? 'user'
      : neverCounted.includes(row.category)
        ? 'category'
        : pair === null
          ? null
          : 'transfer';
    return {
      transaction_id: row.transaction_id,
      amount: row.amount,
      effective_category: row.category,
      excluded,
      pair,
      month: row.day.slice(0, 7),
      side:
        excluded !== null
          ? null
          : belongsToAny(row.category, incomeGroups)
            ? 'income'
            : ('spending' as const),
    };
  });
}

/** Matches the closest pair first. The lower ID, then the lower other ID, break ties. */
function matchTransfers(
  rows: readonly (BankRow & { id: string; day: string })[],
): Map<string, string> {
  const candidates = rows.flatMap((row) =>
    rows
      .filter(
        (other) =>
          row.id < other.id &&
          row.account_id !== other.account_id &&
          row.amount === -other.amount &&
          row.iso_currency_code === other.iso_currency_code &&
          daysBetween(row.day, other.day) <= 4,
      )
      .map((other) => ({ row, other, days: daysBetween(row.day, other.day) })),
  );
  candidates.sort(
    (p, q) =>
      p.days - q.days ||
      (p.row.id < q.row.id ? -1 : p.row.id > q.row.id ? 1 : p.other.id < q.other.id ? -1 : 1),
  );
  const pairs = new Map<string, string>();
  for (const { row, other } of candidates) {
    if (pairs.has(row.transaction_id) || pairs.has(other.transaction_id)) continue;
    pairs.set(row.transaction_id, other.transaction_id);
    pairs.set(other.transaction_id, row.transaction_id);
  }
  return pairs;
}

/** The expected count and sums of the rows that match. */
export function expectedSums(
  rows: readonly ExpectedRow[],
  matches: (row: ExpectedRow) => boolean = () => true,
) {
  const matching = rows.filter(matches);
  const cents = (side: ExpectedRow['side']) =>
    matching
      .filter((row) => row.side === side)
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return {
    count: matching.length,
    sum_out: cents('spending') / 100,
    sum_in: (0 - cents('income')) / 100,
    omitted_count: matching.filter(({ side }) => side === null).length,
  };
}

/** The expected monthly totals, without empty months, oldest first. */
export function expectedMonthlyTotals(rows: readonly ExpectedRow[]) {
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const sum = (month: string, side: string) =>
    rows
      .filter((row) => row.month === month && row.side === side)
      .reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  return months
    .map((month) => ({ month, spent: sum(month, 'spending'), income: 0 - sum(month, 'income') }))
    .filter(({ spent, income }) => spent !== 0 || income !== 0);
}
