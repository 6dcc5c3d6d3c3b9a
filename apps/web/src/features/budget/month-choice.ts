import { addMonths, monthRange } from '../../domain/months.ts';

/** How many months can be shown, including this month. */
const monthCount = 12;

/** The month (`YYYY-MM`) of a URL. Null for this month, and for any month outside the last 12. */
export function parsePastMonth(params: URLSearchParams, thisMonth: string): string | null {
  const month = params.get('month') ?? '';
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  return isMonth && month < thisMonth && month >= firstMonth(thisMonth) ? month : null;
}

/** Returns the query parameters with another month. This month is the default and has no parameter. */
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

/** The month before and the month after, or null where there is none to show. */
export const neighborMonths = (month: string, thisMonth: string) => ({
  before: month > firstMonth(thisMonth) ? addMonths(month, -1) : null,
  after: month < thisMonth ? addMonths(month, 1) : null,
});

/** The days of a past month, for proofs and lists. Undefined for this month, which is their default. */
export const provenPeriod = (month: string, today: string) =>
  month < today.slice(0, 7) ? monthRange(month) : undefined;

const firstMonth = (thisMonth: string): string => addMonths(thisMonth, 1 - monthCount);
