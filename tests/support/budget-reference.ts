import type { CallReply } from '@cairn/contract/calls';
import type { ListedRow } from './bank-rows.ts';

type Budget = CallReply<'GET /user/budget'>['budgets'][number];

const incomeGroups = ['income', 'transfer_in', 'loan_disbursements'];
const billGroups = ['rent_and_utilities', 'loan_payments'];

const isOf = (category: string, groups: readonly string[]) =>
  groups.some((group) => category === group || category.startsWith(`${group}_`));

/** To the cent, whatever floats make of a sum. */
const add = (amounts: readonly number[]): number =>
  0 + amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;

/**
 * What a budget has to say of this month: DOMAIN's words, one after the other, from the listed rows, the
 * planned categories (upper case) and the ids of the active outflow streams.
 */
export function expectedBudget(
  rows: readonly ListedRow[],
  today: string,
  planned: readonly string[],
  outflows: ReadonlySet<string>,
) {
  const keys = planned.map((key) => key.toLowerCase());
  const inAnyCurrency = rows.filter((row) => {
    const day = row.authorized_date ?? row.date;
    return day.slice(0, 7) === today.slice(0, 7) && day <= today && row.excluded === null;
  });
  // These people's accounts are all in dollars.
  const ofMonth = inAnyCurrency.filter(({ currency }) => currency === 'USD');
  const income = ofMonth.filter((row) => isOf(row.effective_category, incomeGroups));
  const spending = ofMonth.filter((row) => !income.includes(row));
  const bills = spending.filter(
    (row) =>
      outflows.has(row.recurring_stream_id ?? '') || isOf(row.effective_category, billGroups),
  );
  const rest = spending.filter((row) => !bills.includes(row));
  // The narrower key, which is the longer one of those that fit, takes a row.
  const keyOf = (row: ListedRow) =>
    keys
      .filter((key) => isOf(row.effective_category, [key]))
      .toSorted((a, b) => b.length - a.length)[0];
  const taken = rest.filter((row) => keyOf(row) !== undefined);
  return {
    not_counted: inAnyCurrency.length - ofMonth.length,
    real_earnings: 0 - add(income.map(({ amount }) => amount)),
    real_bills: add(bills.map(({ amount }) => amount)),
    cats_total: add(taken.map(({ amount }) => amount)),
    everything_else: add(rest.filter((row) => !taken.includes(row)).map(({ amount }) => amount)),
    spent: add(spending.map(({ amount }) => amount)),
    paid_to_streams: add(
      spending
        .filter((row) => outflows.has(row.recurring_stream_id ?? ''))
        .map(({ amount }) => amount),
    ),
    totals: Object.fromEntries(
      planned.map((key) => [
        key,
        add(taken.filter((row) => keyOf(row) === key.toLowerCase()).map(({ amount }) => amount)),
      ]),
    ),
  };
}

/** What a budget itself says of the same. */
export const saidByBudget = ({ budget, totals, not_counted }: Budget) => ({
  not_counted,
  real_earnings: budget.real_earnings,
  real_bills: budget.real_bills,
  cats_total: budget.cats_total,
  everything_else: budget.everything_else,
  spent: add([budget.real_bills, budget.cats_total, budget.everything_else]),
  totals,
});
