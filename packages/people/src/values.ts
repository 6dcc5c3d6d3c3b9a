import type { Day } from './calendar.ts';
import { monthIndex } from './calendar.ts';

const daysOfYear = 365.25;
/** The day number of 2026-01-01, at which the values below are given. */
const start2026 = 20_454;

/**
 * What an investment is worth: `value` (minor units) at the start of 2026, growing by `percent` a year with the
 * ups and downs of a market.
 */
export function invested(value: number, percent: number): (day: Day) => number {
  return (day) => {
    const growth = (1 + percent / 100) ** ((day.number - start2026) / daysOfYear);
    return Math.round(value * growth * (1 + swing(day)));
  };
}

/** How far the market stands above or below its trend. */
const swing = (day: Day): number =>
  0.03 * Math.sin(day.number / 31) + 0.012 * Math.sin(day.number / 7.3);

/**
 * What is left of a loan paid off in equal monthly instalments on the 1st: the annuity formula
 * B(n) = P * ((1+r)^N - (1+r)^n) / ((1+r)^N - 1), with n instalments of N paid. `year` and `month` are those
 * of the first instalment.
 */
export function amortised(loan: {
  principal: number;
  percent: number;
  years: number;
  year: number;
  month: number;
}): (day: Day) => number {
  const rate = 1 + loan.percent / 1200;
  const all = loan.years * 12;
  return (day) => {
    const since = monthIndex(day) - (loan.year * 12 + loan.month - 1) + 1;
    const paid = Math.min(all, Math.max(0, since));
    return Math.round((loan.principal * (rate ** all - rate ** paid)) / (rate ** all - 1));
  };
}

/** What is left of a loan as {@link amortised} has it, taken out anew every `every` years, for the next car. */
export function takenOutAnew(
  loan: Parameters<typeof amortised>[0] & { every: number },
): (day: Day) => number {
  return (day) => {
    const since = monthIndex(day) - (loan.year * 12 + loan.month - 1);
    const turn = Math.floor(since / (loan.every * 12));
    return amortised({ ...loan, year: loan.year + turn * loan.every })(day);
  };
}

/** A balance that stays as it is. */
export function steady(value: number): () => number {
  return () => value;
}
