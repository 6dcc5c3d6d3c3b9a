import { isDay } from '../../settings.ts';
import { PlaidApiError } from '../calls/errors.ts';

/** An object within the JSON of a `user_custom`. Fields are validated as they are read. */
export type Json = Readonly<Record<string, unknown>>;

/** Reads a currency code, in upper case. Throws INVALID_CREDENTIALS. */
export function readCurrency(source: Json, path: string, fallback: string): string {
  const currency = readOptionalString(source, 'currency', path) ?? fallback;
  if (!/^[A-Za-z]{3,8}$/.test(currency))
    throw invalidField(`${path}.currency`, 'must be a currency code');
  return currency.toUpperCase();
}

/** Creates INVALID_CREDENTIALS with the path of the field and the reason. */
export function invalidField(path: string, reason: string): PlaidApiError {
  return new PlaidApiError('INVALID_CREDENTIALS', `${path} ${reason}`);
}

/** Reads an object. Throws INVALID_CREDENTIALS. */
export function readObject(value: unknown, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField(path, 'must be an object');
  }
  return value as Json; // Checked above to be an object. Its fields are validated as they are read.
}

/** Reads a list. A missing list is read as empty, except at the top level. Throws INVALID_CREDENTIALS. */
export function readEntries(source: Json, name: string, path: string): unknown[] {
  const value = source[name];
  if (value === undefined && path !== '') return [];
  if (!Array.isArray(value))
    throw invalidField(path === '' ? name : `${path}.${name}`, 'must be a list');
  return value;
}

/** Reads a non-empty string. Throws INVALID_CREDENTIALS. */
export function readString(source: Json, name: string, path: string): string {
  const value = source[name];
  if (typeof value !== 'string' || value === '')
    throw invalidField(`${path}.${name}`, 'must be a string');
  return value;
}

/** Reads a string, or null if it is missing. */
export function readOptionalString(source: Json, name: string, path: string): string | null {
  const value = source[name];
  return value === undefined || value === null ? null : readString(source, name, path);
}

/** Reads a number from -10^12 to 10^12. Throws INVALID_CREDENTIALS. */
export function readNumber(source: Json, name: string, path: string): number {
  const value = source[name];
  if (typeof value !== 'number' || Math.abs(value) > 1e12) {
    throw invalidField(`${path}.${name}`, 'must be a number from -10^12 to 10^12');
  }
  return value;
}

/** Reads a number, or null if it is missing. */
export function readOptionalNumber(source: Json, name: string, path: string): number | null {
  const value = source[name];
  return value === undefined || value === null ? null : readNumber(source, name, path);
}

/** Cache of validated dates: a long history repeats the same few hundred dates. */
const validDays = new Set<string>();
const maxValidDays = 10_000;

/** Reads an ISO date. Throws INVALID_CREDENTIALS. */
export function readDate(source: Json, name: string, path: string): string {
  const value = readString(source, name, path);
  if (validDays.has(value)) return value;
  if (!isDay(value)) throw invalidField(`${path}.${name}`, 'must be a date such as 2026-11-21');
  if (validDays.size < maxValidDays) validDays.add(value);
  return value;
}

/** Reads an ISO date, or null if it is missing. */
export function readOptionalDate(source: Json, name: string, path: string): string | null {
  const value = source[name];
  return value === undefined || value === null ? null : readDate(source, name, path);
}

/** Reads a boolean, or null if it is missing. */
export function readOptionalBoolean(source: Json, name: string, path: string): boolean | null {
  const value = source[name] ?? null;
  if (value !== null && typeof value !== 'boolean') {
    throw invalidField(`${path}.${name}`, 'must be true or false');
  }
  return value;
}
