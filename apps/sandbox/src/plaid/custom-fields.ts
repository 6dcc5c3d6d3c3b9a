import { isDay } from '../settings.ts';
import { PlaidRefusal } from './errors.ts';

/** A part of the JSON of a `user_custom`; what its fields hold is checked as they are read. */
export type Json = Readonly<Record<string, unknown>>;

/** The code of a currency in upper case. */
export function readCurrency(source: Json, place: string, fallback: string): string {
  const currency = optionalText(source, 'currency', place) ?? fallback;
  if (!/^[A-Za-z]{3,8}$/.test(currency))
    throw wrong(`${place}.currency`, 'must be a currency code');
  return currency.toUpperCase();
}

/** INVALID_CREDENTIALS with the place and the reason. */
export function wrong(place: string, reason: string): PlaidRefusal {
  return new PlaidRefusal('INVALID_CREDENTIALS', `${place} ${reason}`);
}

/** An object, or INVALID_CREDENTIALS. */
export function object(value: unknown, place: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(place, 'must be an object');
  }
  return value as Json; // Just looked at; its fields are as they are read.
}

/** A list, or INVALID_CREDENTIALS. Absent gives an empty one, but at the very top. */
export function list(source: Json, name: string, place: string): unknown[] {
  const value = source[name];
  if (value === undefined && place !== '') return [];
  if (!Array.isArray(value))
    throw wrong(place === '' ? name : `${place}.${name}`, 'must be a list');
  return value;
}

/** A text that is not empty, or INVALID_CREDENTIALS. */
export function text(source: Json, name: string, place: string): string {
  const value = source[name];
  if (typeof value !== 'string' || value === '') throw wrong(`${place}.${name}`, 'must be a text');
  return value;
}

/** A text or nothing. */
export function optionalText(source: Json, name: string, place: string): string | null {
  const value = source[name];
  return value === undefined || value === null ? null : text(source, name, place);
}

/** A number up to 10^12, or INVALID_CREDENTIALS. */
export function number(source: Json, name: string, place: string): number {
  const value = source[name];
  if (typeof value !== 'number' || Math.abs(value) > 1e12) {
    throw wrong(`${place}.${name}`, 'must be a number up to 10^12');
  }
  return value;
}

/** A number or nothing. */
export function optionalNumber(source: Json, name: string, place: string): number | null {
  const value = source[name];
  return value === undefined || value === null ? null : number(source, name, place);
}

/** Days that were found to be some: a long history has the same few hundred over and over. */
const knownDays = new Set<string>();
const knownAtMost = 10_000;

/** A calendar day, or INVALID_CREDENTIALS. */
export function day(source: Json, name: string, place: string): string {
  const value = text(source, name, place);
  if (knownDays.has(value)) return value;
  if (!isDay(value)) throw wrong(`${place}.${name}`, 'must be a day such as 2026-11-21');
  if (knownDays.size < knownAtMost) knownDays.add(value);
  return value;
}

/** A calendar day or nothing. */
export function optionalDay(source: Json, name: string, place: string): string | null {
  const value = source[name];
  return value === undefined || value === null ? null : day(source, name, place);
}

/** True, false or nothing. */
export function optionalBoolean(source: Json, name: string, place: string): boolean | null {
  const value = source[name] ?? null;
  if (value !== null && typeof value !== 'boolean') {
    throw wrong(`${place}.${name}`, 'must be true or false');
  }
  return value;
}
