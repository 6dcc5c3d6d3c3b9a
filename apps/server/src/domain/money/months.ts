import { unprocessable } from '../../platform/problem.ts';

// Years 0 and 1 are rejected: PostgreSQL has no year 0, and January of year 1 needs the month before it.
const monthPattern = /^(?!000[01])\d{4}-(0[1-9]|1[0-2])$/;

/** Parses a month (`YYYY-MM`). Throws 422 if the text is not a month. */
export function parseMonth(text: string): Temporal.PlainYearMonth {
  if (!monthPattern.test(text))
    throw unprocessable(`'${text.slice(0, 40)}' is not a valid month. Use YYYY-MM.`);
  return Temporal.PlainYearMonth.from(text);
}
