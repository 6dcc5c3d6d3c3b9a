/** A row that stands at a bank, in the aggregator's own words. */
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

/** What the user decided on a row. */
export interface Decision {
  category: string | null;
  excluded: boolean;
}

/** A row as it is to be listed; its pair by the provider's id. */
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

const isOf = (category: string, groups: string[]) =>
  groups.some((group) => category.startsWith(`${group}_`));

// The two taxonomies' names for one category that the rows of these tests have.
const oneKey = (detailed: string) =>
  detailed.toLowerCase().replace(/^income_salary$/, 'income_wages');

const daysBetween = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/**
 * What is to be listed: DOMAIN's words, one after the other, with no thought of speed. `idOf` gives our
 * id of a row, which decides between transfers that are equally near.
 */
export function expectedRows(
  bankRows: readonly BankRow[],
  decisions: ReadonlyMap<string, Decision>,
  idOf: (transactionId: string) => string,
): ExpectedRow[] {
  const rows = bankRows.map((row) => {
    const provider = oneKey(row.personal_finance_category.detailed);
    // A posted row has its pending one's decision until it gets one of its own.
    const decision =
      decisions.get(row.transaction_id) ?? decisions.get(row.pending_transaction_id ?? '');
    return {
      ...row,
      id: idOf(row.transaction_id),
      day: row.authorized_date ?? row.date,
      category: decision?.category ?? provider,
      byUser: decision?.excluded ?? false,
      mayPair:
        isOf(provider, transferGroups) && isOf(decision?.category ?? provider, transferGroups),
    };
  });
  const pairs = pairsAmong(rows.filter(({ mayPair }) => mayPair));
  return rows.map((row) => {
    const pair = pairs.get(row.transaction_id) ?? null;
    const excluded = row.byUser
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
          : isOf(row.category, incomeGroups)
            ? 'income'
            : ('spending' as const),
    };
  });
}

/** Of all possible pairs the nearest, then the lower id, then the lower other id; and again. */
function pairsAmong(rows: readonly (BankRow & { id: string; day: string })[]): Map<string, string> {
  const possible = rows.flatMap((one) =>
    rows
      .filter(
        (other) =>
          one.id < other.id &&
          one.account_id !== other.account_id &&
          one.amount === -other.amount &&
          one.iso_currency_code === other.iso_currency_code &&
          daysBetween(one.day, other.day) <= 4,
      )
      .map((other) => ({ one, other, days: daysBetween(one.day, other.day) })),
  );
  possible.sort(
    (p, q) =>
      p.days - q.days ||
      (p.one.id < q.one.id ? -1 : p.one.id > q.one.id ? 1 : p.other.id < q.other.id ? -1 : 1),
  );
  const pairs = new Map<string, string>();
  for (const { one, other } of possible) {
    if (pairs.has(one.transaction_id) || pairs.has(other.transaction_id)) continue;
    pairs.set(one.transaction_id, other.transaction_id);
    pairs.set(other.transaction_id, one.transaction_id);
  }
  return pairs;
}

/** What the rows that `isWanted` come to: how many, and the cents of those that count on either side. */
export function sumsOf(
  rows: readonly ExpectedRow[],
  isWanted: (row: ExpectedRow) => boolean = () => true,
) {
  const wanted = rows.filter(isWanted);
  const cents = (side: ExpectedRow['side']) =>
    wanted
      .filter((row) => row.side === side)
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return {
    count: wanted.length,
    sum_out: cents('spending') / 100,
    sum_in: (0 - cents('income')) / 100,
    not_counted: wanted.filter(({ side }) => side === null).length,
  };
}

/** Spent and income per month that has any, oldest first. */
export function totalsOf(rows: readonly ExpectedRow[]) {
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const sum = (month: string, side: string) =>
    rows
      .filter((row) => row.month === month && row.side === side)
      .reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  return months
    .map((month) => ({ month, spent: sum(month, 'spending'), income: 0 - sum(month, 'income') }))
    .filter(({ spent, income }) => spent !== 0 || income !== 0);
}
