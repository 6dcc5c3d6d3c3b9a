import type { Day } from '../calendar/calendar.ts';
import { monthIndex } from '../calendar/calendar.ts';

const daysPerYear = 365.25;
/** The day number of 2026-01-01, the reference day of the values below. */
const startOf2026 = 20_454;

/**
 * The value of an investment: `value` (minor units) at the start of 2026, growing by `percent` a year with the
 * ups and downs of a market.
 */
export function investmentValue(value: number, percent: number): (day: Day) => number {
  return (day) => {
    const growth = (1 + percent / 100) ** ((day.number - startOf2026) / daysPerYear);
    return Math.round(value * growth * (1 + marketSwing(day)));
  };
}

/** The market's deviation from its trend, as a fraction. */
const marketSwing = (day: Day): number =>
  0.03 * Math.sin(day.number / 31) + 0.012 * Math.sin(day.number / 7.3);

/**
 * The balance of a loan repaid in equal monthly installments on the 1st, by the annuity formula
 * B(n) = P * ((1+r)^N - (1+r)^n) / ((1+r)^N - 1) after n of N installments. `year` and `month` give the first
 * installment.
 */
export function amortizedBalance(loan: {
  principal: number;
  percent: number;
  years: number;
  year: number;
  month: number;
}): (day: Day) => number {
  const rate = 1 + loan.percent / 1200;
  const installments = loan.years * 12;
  return (day) => {
    const elapsed = monthIndex(day) - (loan.year * 12 + loan.month - 1) + 1;
    const paid = Math.min(installments, Math.max(0, elapsed));
    return Math.round(
      (loan.principal * (rate ** installments - rate ** paid)) / (rate ** installments - 1),
    );
  };
}

/** The balance of a loan like {@link amortizedBalance}, renewed every `renewalYears` years (the next car). */
export function renewedLoanBalance(
  loan: Parameters<typeof amortizedBalance>[0] & { renewalYears: number },
): (day: Day) => number {
  return (day) => {
    const elapsed = monthIndex(day) - (loan.year * 12 + loan.month - 1);
    const renewals = Math.floor(elapsed / (loan.renewalYears * 12));
    return amortizedBalance({ ...loan, year: loan.year + renewals * loan.renewalYears })(day);
  };
}

/** A balance that never changes. */
export function constantBalance(value: number): () => number {
  return () => value;
}
