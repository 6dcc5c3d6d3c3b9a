import { PlaidError } from './errors.ts';
import { moneyText, parseCalendarDay } from './map.ts';

/** The maximum plausible amount. Above it, doubles are no longer exact to the cent. */
const maxAmount = 1e13;

/** Formats an amount as decimal text with two decimals; null if missing. Throws `PlaidError`. */
export function amountText(amount: number | null | undefined): string | null {
  requireAtMost(amount, maxAmount);
  return moneyText(amount);
}

/** Formats a number without loss, as text that PostgreSQL parses as numeric. Throws `PlaidError`. */
export function exactText(number: number): string {
  if (!Number.isFinite(number)) throw new PlaidError('unexpected', 'MALFORMED_AMOUNT');
  requireAtMost(number, 1e18);
  return String(number);
}

/** Formats a yearly percentage with four decimals; null if missing. Throws `PlaidError`. */
export function percentText(percent: number | null | undefined): string | null {
  if (percent === null || percent === undefined) return null;
  if (!Number.isFinite(percent)) throw new PlaidError('unexpected', 'MALFORMED_AMOUNT');
  requireAtMost(percent, 10_000);
  return percent.toFixed(4);
}

function requireAtMost(number: number | null | undefined, limit: number): void {
  if (Math.abs(number ?? 0) > limit) throw new PlaidError('unexpected', 'MALFORMED_AMOUNT');
}

/** Parses a calendar day that PostgreSQL can store; null if missing. Throws `PlaidError`. */
export function dayOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null;
  const day = parseCalendarDay(text);
  if (!/^[12]\d{3}-/.test(day)) throw new PlaidError('unexpected', 'MALFORMED_DATE');
  return day;
}
