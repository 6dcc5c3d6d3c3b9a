import type { CallResponse } from '@cairn/contract/calls';
import type { ListedTransaction } from '../bank/listed-transactions.ts';

type Budget = CallResponse<'GET /user/budget'>['budgets'][number];

const incomeGroups = ['income', 'transfer_in', 'loan_disbursements'];
const billGroups = ['rent_and_utilities', 'loan_payments'];

const belongsToAny = (category: string, groups: readonly string[]) =>
  groups.some((group) => category === group || category.startsWith(`${group}_`));

/** Adds amounts exactly to the cent. */
const add = (amounts: readonly number[]): number =>
  0 + amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;

/** Returns a predicate for the rows of a month up to today. */
const isInMonth = (month: string, today: string) => (row: ListedTransaction) => {
  const day = row.authorized_date ?? row.date;
  return day.slice(0, 7) === month && day <= today;
};

/**
 * Computes the expected numbers of a month's budget as docs/numbers.md defines them, by default for the current month.
 * They depend on the listed rows, the planned categories (upper case), and the IDs of the active outflow streams.
 */
export function expectedBudget(
  rows: readonly ListedTransaction[],
  today: string,
  planned: readonly string[],
  outflows: ReadonlySet<string>,
  month = today.slice(0, 7),
) {
  const keys = planned.map((key) => key.toLowerCase());
  const monthRows = rows
    .filter(isInMonth(month, today))
    .filter(({ excluded }) => excluded === null);
  // All accounts of the test users are in dollars.
  const countedRows = monthRows.filter(({ currency }) => currency === 'USD');
  const income = countedRows.filter((row) => belongsToAny(row.effective_category, incomeGroups));
  const spending = countedRows.filter((row) => !income.includes(row));
  const bills = spending.filter(
    (row) =>
      outflows.has(row.recurring_stream_id ?? '') ||
      belongsToAny(row.effective_category, billGroups),
  );
  const nonBills = spending.filter((row) => !bills.includes(row));
  // A row counts toward the most specific matching key, which is the longest.
  const matchingKey = (row: ListedTransaction) =>
    keys
      .filter((key) => belongsToAny(row.effective_category, [key]))
      .toSorted((a, b) => b.length - a.length)[0];
  const sumByKey = (among: readonly ListedTransaction[]) =>
    Object.fromEntries(
      planned.map((key) => [
        key,
        add(
          among.filter((row) => matchingKey(row) === key.toLowerCase()).map(({ amount }) => amount),
        ),
      ]),
    );
  const plannedSpending = nonBills.filter((row) => matchingKey(row) !== undefined);
  return {
    omitted_count: monthRows.length - countedRows.length,
    real_earnings: 0 - add(income.map(({ amount }) => amount)),
    real_bills: add(bills.map(({ amount }) => amount)),
    cats_total: add(plannedSpending.map(({ amount }) => amount)),
    everything_else: add(
      nonBills.filter((row) => !plannedSpending.includes(row)).map(({ amount }) => amount),
    ),
    spent: add(spending.map(({ amount }) => amount)),
    paid_to_streams: add(
      spending
        .filter((row) => outflows.has(row.recurring_stream_id ?? ''))
        .map(({ amount }) => amount),
    ),
    totals: sumByKey(nonBills),
    excluded_bills: sumByKey(bills),
    /** The ids of the rows of each planned category. */
    ids: Object.fromEntries(
      planned.map((key) => [
        key,
        nonBills
          .filter((row) => matchingKey(row) === key.toLowerCase())
          .map(({ id }) => id)
          .toSorted(),
      ]),
    ),
  };
}

/** The same numbers, from a budget's response. */
export const actualBudget = ({ budget, totals, excluded_bills, omitted_count }: Budget) => ({
  omitted_count,
  real_earnings: budget.real_earnings,
  real_bills: budget.real_bills,
  cats_total: budget.cats_total,
  everything_else: budget.everything_else,
  spent: add([budget.real_bills, budget.cats_total, budget.everything_else]),
  totals,
  excluded_bills,
});
