import { PlaidFault } from './errors.ts';
import { calendarDay, moneyText } from './map.ts';

/** More than any account has; beyond it a double is no longer exact to the cent. */
const largest = 1e13;

/** An amount as decimal text with two decimals; null and left out: not said. Throws `PlaidFault`. */
export function amountText(amount: number | null | undefined): string | null {
  requireReasonable(amount, largest);
  return moneyText(amount);
}

/** A number as exact as it was sent, as text that PostgreSQL reads as numeric. Throws `PlaidFault`. */
export function exactText(number: number): string {
  if (!Number.isFinite(number)) throw new PlaidFault('unexpected', 'MALFORMED_AMOUNT');
  requireReasonable(number, 1e18);
  return String(number);
}

/** Percent a year, up to four decimals. Throws `PlaidFault`. */
export function percentText(percent: number | null | undefined): string | null {
  if (percent === null || percent === undefined) return null;
  if (!Number.isFinite(percent)) throw new PlaidFault('unexpected', 'MALFORMED_AMOUNT');
  requireReasonable(percent, 10_000);
  return percent.toFixed(4);
}

function requireReasonable(number: number | null | undefined, most: number): void {
  if (Math.abs(number ?? 0) > most) throw new PlaidFault('unexpected', 'MALFORMED_AMOUNT');
}

/** A calendar day that PostgreSQL has too; null and left out: not said. Throws `PlaidFault`. */
export function dayOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null;
  const day = calendarDay(text);
  if (!/^[12]\d{3}-/.test(day)) throw new PlaidFault('unexpected', 'MALFORMED_DATE');
  return day;
}
