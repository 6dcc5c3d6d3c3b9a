import { addMonths } from '../../domain/months.ts';
import { formatMonth } from '../../platform/formats/formats.ts';

/** The tabs of the spending screen. */
export type MonthTab = 'current' | 'last' | 'custom';

/** The selected month and its tab. */
export interface MonthChoice {
  readonly tab: MonthTab;
  /** `YYYY-MM`. */
  readonly month: string;
}

/** How many months can be selected, including the current one. */
const monthCount = 12;

/** The last 12 months (`YYYY-MM`), newest first. */
export const monthOptions = (thisMonth: string): { value: string; label: string }[] =>
  Array.from({ length: monthCount }, (_, index) => {
    const value = addMonths(thisMonth, -index);
    return { value, label: formatMonth(value) };
  });

/** Parses the month of a URL. Anything but one of the last 12 months means the current month. */
export function parseMonthChoice(params: URLSearchParams, thisMonth: string): MonthChoice {
  const requested = params.get('month') ?? thisMonth;
  const month = monthOptions(thisMonth).some(({ value }) => value === requested)
    ? requested
    : thisMonth;
  return { month, tab: tabForMonth(month, thisMonth) };
}

function tabForMonth(month: string, thisMonth: string): MonthTab {
  if (month === thisMonth) return 'current';
  return month === addMonths(thisMonth, -1) ? 'last' : 'custom';
}

/** Returns the query parameters with another month. The current month is the default and has no parameter. */
export function setMonthParam(
  params: URLSearchParams,
  month: string,
  thisMonth: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (month === thisMonth) next.delete('month');
  else next.set('month', month);
  return next;
}
