import type { CallResponse } from '@cairn/contract/calls';
import type { ListedTransaction } from '../bank/listed-transactions.ts';

const incomeGroups = ['income', 'transfer_in', 'loan_disbursements'];

/** The fields of a listed transaction that the trend depends on. */
type Row = Pick<
  ListedTransaction,
  'amount' | 'authorized_date' | 'currency' | 'date' | 'effective_category' | 'excluded'
>;

/** Adds amounts exactly to the cent. */
const add = (amounts: readonly number[]): number =>
  0 + amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;

/**
 * Computes the expected spending trend, as docs/numbers.md defines spent, from the listed rows: month by month and
 * group by group. `groupOf` returns the group of a category.
 */
export function expectedTrend(
  rows: readonly Row[],
  { month, today, groupOf }: { month: string; today: string; groupOf: (key: string) => string },
) {
  const months = [month];
  while (months.length < 6) {
    const [year = 0, number = 0] = (months[0] ?? '').split('-').map(Number);
    const previous = number === 1 ? [year - 1, 12] : [year, number - 1];
    months.unshift(`${previous[0]}-${String(previous[1]).padStart(2, '0')}`);
  }
  const spending = rows
    .map((row) => ({
      ...row,
      day: row.authorized_date ?? row.date,
      group: groupOf(row.effective_category),
    }))
    .filter(({ excluded, group }) => excluded === null && !incomeGroups.includes(group))
    .filter(({ day }) => day <= today && months.includes(day.slice(0, 7)));
  // All accounts of the test users are in dollars.
  const counted = spending.filter(({ currency }) => currency === 'USD');
  const valuesOf = (among: typeof counted) =>
    months.map((monthKey) =>
      add(among.filter(({ day }) => day.slice(0, 7) === monthKey).map(({ amount }) => amount)),
    );
  const groups = [...new Set(counted.map(({ group }) => group))]
    .map((name) => ({ name, values: valuesOf(counted.filter(({ group }) => group === name)) }))
    .filter(({ values }) => values.some((value) => value !== 0));
  return {
    months,
    totals: valuesOf(counted),
    omitted_count: spending.length - counted.length,
    groups: byName(groups),
  };
}

/** The same numbers, from a response. The order of groups is tested elsewhere. */
export const actualTrend = ({
  months,
  totals,
  omitted_count,
  groups,
}: CallResponse<'POST /user/spendingcat/trend'>) => ({
  months,
  totals,
  omitted_count,
  groups: byName(groups.map(({ name, values }) => ({ name, values }))),
});

const byName = <T extends { name: string }>(groups: readonly T[]): T[] =>
  groups.toSorted((a, b) => (a.name < b.name ? -1 : 1));
