import type { AmountBound, AmountRange, DayRange } from './search-syntax.ts';

/** A parsed value of an operator, or the code of the reason why it is invalid. */
export type ParsedValue<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: Code };

const valid = <Value>(value: Value) => ({ ok: true, value }) as const;
const invalid = <Code extends string>(code: Code) => ({ ok: false, code }) as const;

/** 12 digits before the point and 2 after it can be compared as numbers without rounding. */
const amountPattern = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?$/;

/** Parses `>50`, `>=50`, `<50`, `<=50`, `=50`, `50`, `20..50`, `20..`, or `..50`. Ranges include both ends. */
export function parseAmountRange(
  text: string,
): ParsedValue<AmountRange, 'invalid_amount' | 'reversed_range'> {
  const range = text.split('..');
  if (range.length === 2) return amountsBetween(range[0] ?? '', range[1] ?? '');
  const [, comparison = '', number = ''] = /^(>=|<=|>|<|=|)(.*)$/s.exec(text) ?? [];
  const value = parseAmount(number);
  if (value === null) return invalid('invalid_amount');
  const bound: AmountBound = { value, inclusive: comparison !== '>' && comparison !== '<' };
  return valid({
    min: comparison.startsWith('<') ? null : bound,
    max: comparison.startsWith('>') ? null : bound,
  });
}

function amountsBetween(
  from: string,
  to: string,
): ParsedValue<AmountRange, 'invalid_amount' | 'reversed_range'> {
  const [min, max] = [parseAmount(from), parseAmount(to)];
  const isInvalid = (text: string, value: string | null) => text !== '' && value === null;
  if (isInvalid(from, min) || isInvalid(to, max) || (min === null && max === null))
    return invalid('invalid_amount');
  if (min !== null && max !== null && Number(min) > Number(max)) return invalid('reversed_range');
  const bound = (value: string | null) => (value === null ? null : { value, inclusive: true });
  return valid({ min: bound(min), max: bound(max) });
}

/** Parses an amount without a sign: `1,234.5`. Returns a decimal number without commas, or null. */
function parseAmount(text: string): string | null {
  if (!amountPattern.test(text)) return null;
  return text.replaceAll(',', '').replace(/^0+(?=\d)/, '');
}

/** Writes a range of amounts so that parsing it returns the same range. */
export function printAmountRange({ min, max }: AmountRange): string {
  if (min !== null && max !== null)
    return min.value === max.value ? min.value : `${min.value}..${max.value}`;
  if (min !== null) return `>${min.inclusive ? '=' : ''}${min.value}`;
  return max === null ? '..' : `<${max.inclusive ? '=' : ''}${max.value}`;
}

/** Parses a day, a month, a year, or a range of them with both ends included: `2026-01..2026-03`, `2026-05-04..`. */
export function parseDayRange(
  text: string,
): ParsedValue<DayRange, 'invalid_date' | 'reversed_range'> {
  const [first = '', last = first, ...rest] = text.split('..');
  const [from, to] = [firstDay(first), lastDay(last)];
  const isInvalid = (part: string, day: string | null) => part !== '' && day === null;
  if (rest.length > 0 || isInvalid(first, from) || isInvalid(last, to))
    return invalid('invalid_date');
  if (from === null && to === null) return invalid('invalid_date');
  return from !== null && to !== null && from > to
    ? invalid('reversed_range')
    : valid({ from, to });
}

/** Writes a range of days so that parsing it returns the same range. */
export const printDayRange = ({ from, to }: DayRange): string =>
  from === to ? (from ?? '') : `${from ?? ''}..${to ?? ''}`;

/** The first day of a day, month, or year, or null if the text is none of them. */
const firstDay = (text: string): string | null => calendarDay(text, '-01', '-01');

/** The last day of a day, month, or year, or null if the text is none of them. */
function lastDay(text: string): string | null {
  const start = calendarDay(text, '-12', '-01');
  if (start === null || text.length === 10) return start;
  const [year = 0, month = 0] = start.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Completes a date with a month and a day, and returns it if it is in the calendar. */
function calendarDay(text: string, month: string, day: string): string | null {
  if (!/^[1-9]\d{3}(?:-\d{2}){0,2}$/.test(text)) return null;
  const completed = text + (text.length === 4 ? month : '') + (text.length < 10 ? day : '');
  const date = new Date(`${completed}T00:00:00Z`);
  const isInCalendar =
    !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === completed;
  return isInCalendar ? completed : null;
}
