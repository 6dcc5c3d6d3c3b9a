import { formatMonth } from '../../platform/formats.ts';
import { monthAway } from '../../platform/months.ts';

/** The tabs over a month's spending. */
export type MonthTab = 'current' | 'last' | 'custom';

/** Which month is shown, and under which tab. */
export interface MonthChoice {
  readonly tab: MonthTab;
  /** `YYYY-MM`. */
  readonly month: string;
}

/** How many months there are to choose from, this one included. */
const months = 12;

/** The last 12 months (`YYYY-MM`), newest first. */
export const monthOptions = (thisMonth: string): { value: string; label: string }[] =>
  Array.from({ length: months }, (_, index) => {
    const value = monthAway(thisMonth, -index);
    return { value, label: formatMonth(value) };
  });

/** The month that an address names; this one where it names none of the last twelve. */
export function monthChoiceOf(params: URLSearchParams, thisMonth: string): MonthChoice {
  const named = params.get('month') ?? thisMonth;
  const month = monthOptions(thisMonth).some(({ value }) => value === named) ? named : thisMonth;
  return { month, tab: tabOf(month, thisMonth) };
}

function tabOf(month: string, thisMonth: string): MonthTab {
  if (month === thisMonth) return 'current';
  return month === monthAway(thisMonth, -1) ? 'last' : 'custom';
}

/** The same address with another month; this month is what an address without one is of. */
export function withMonth(
  params: URLSearchParams,
  month: string,
  thisMonth: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (month === thisMonth) next.delete('month');
  else next.set('month', month);
  return next;
}
