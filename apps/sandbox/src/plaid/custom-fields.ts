import { isDay } from '../settings.ts';
import { PlaidRefusal } from './errors.ts';

/** An object within the JSON of a `user_custom`. Fields are validated as they are read. */
export type Json = Readonly<Record<string, unknown>>;

/** Reads a currency code, in upper case. Throws INVALID_CREDENTIALS. */
export function readCurrency(source: Json, path: string, fallback: string): string {
  const currency = optionalText(source, 'currency', path) ?? fallback;
  if (!/^[A-Za-z]{3,8}$/.test(currency)) throw wrong(`${path}.currency`, 'must be a currency code');
  return currency.toUpperCase();
}

/** Creates INVALID_CREDENTIALS with the path of the field and the reason. */
export function wrong(path: string, reason: string): PlaidRefusal {
  return new PlaidRefusal('INVALID_CREDENTIALS', `${path} ${reason}`);
}

/** Reads an object. Throws INVALID_CREDENTIALS. */
export function object(value: unknown, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(path, 'must be an object');
  }
  return value as Json; // Checked above to be an object. Its fields are validated as they are read.
}

/** Reads a list. A missing one is empty, except at the top level. Throws INVALID_CREDENTIALS. */
export function list(source: Json, name: string, path: string): unknown[] {
  const value = source[name];
  if (value === undefined && path !== '') return [];
  if (!Array.isArray(value)) throw wrong(path === '' ? name : `${path}.${name}`, 'must be a list');
  return value;
}

/** Reads a non-empty string. Throws INVALID_CREDENTIALS. */
export function text(source: Json, name: string, path: string): string {
  const value = source[name];
  if (typeof value !== 'string' || value === '') throw wrong(`${path}.${name}`, 'must be a string');
  return value;
}

/** Reads a string, or null if it is missing. */
export function optionalText(source: Json, name: string, path: string): string | null {
  const value = source[name];
  return value === undefined || value === null ? null : text(source, name, path);
}

/** Reads a number up to 10^12. Throws INVALID_CREDENTIALS. */
export function number(source: Json, name: string, path: string): number {
  const value = source[name];
  if (typeof value !== 'number' || Math.abs(value) > 1e12) {
    throw wrong(`${path}.${name}`, 'must be a number up to 10^12');
  }
  return value;
}

/** Reads a number, or null if it is missing. */
export function optionalNumber(source: Json, name: string, path: string): number | null {
  const value = source[name];
  return value === undefined || value === null ? null : number(source, name, path);
}

/** Cache of validated dates: a long history repeats the same few hundred. */
const validDays = new Set<string>();
const maxValidDays = 10_000;

/** Reads an ISO date. Throws INVALID_CREDENTIALS. */
export function day(source: Json, name: string, path: string): string {
  const value = text(source, name, path);
  if (validDays.has(value)) return value;
  if (!isDay(value)) throw wrong(`${path}.${name}`, 'must be a date such as 2026-11-21');
  if (validDays.size < maxValidDays) validDays.add(value);
  return value;
}

/** Reads an ISO date, or null if it is missing. */
export function optionalDay(source: Json, name: string, path: string): string | null {
  const value = source[name];
  return value === undefined || value === null ? null : day(source, name, path);
}

/** Reads a boolean, or null if it is missing. */
export function optionalBoolean(source: Json, name: string, path: string): boolean | null {
  const value = source[name] ?? null;
  if (value !== null && typeof value !== 'boolean') {
    throw wrong(`${path}.${name}`, 'must be true or false');
  }
  return value;
}
