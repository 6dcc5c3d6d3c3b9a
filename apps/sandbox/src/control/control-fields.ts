import { isDay } from '../settings.ts';

/** Bad input to a control call. The message is returned as the reason. */
export class Unprocessable extends Error {}

/** An unknown item or payment in a control call. The message is returned as the reason. */
export class NotFound extends Error {}

type Json = Readonly<Record<string, unknown>>;

/** Reads a JSON object that has only known fields. A missing object is read as empty. Throws Unprocessable. */
export function readFields(value: unknown, label: string, known: readonly string[]): Json {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Unprocessable(`${label} must be an object`);
  }
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Unprocessable(
      `${label} has unknown fields: ${unknown.join(', ')}; known fields are ${known.join(', ')}`,
    );
  }
  return Object.fromEntries(Object.entries(value));
}

export function stringOf(source: Json, name: string): string {
  const value = source[name];
  if (typeof value !== 'string' || value === '') {
    throw new Unprocessable(`${name} must be a non-empty string`);
  }
  return value;
}

export function optionalStringOf(source: Json, name: string): string | null {
  return source[name] === undefined || source[name] === null ? null : stringOf(source, name);
}

export function flagOf(source: Json, name: string): boolean {
  const value = source[name] ?? false;
  if (typeof value !== 'boolean') throw new Unprocessable(`${name} must be true or false`);
  return value;
}

export function dateOf(source: Json, name: string, fallback: string): string {
  const value = optionalStringOf(source, name) ?? fallback;
  if (!isDay(value)) throw new Unprocessable(`${name} must be a date such as 2026-11-21`);
  return value;
}

/** Reads an amount in major units. Throws Unprocessable. */
export function amountOf(source: Json, name: string): number {
  const value = source[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 1e9) {
    throw new Unprocessable(`${name} must be a number from -10^9 to 10^9`);
  }
  return value;
}

export function integerOf(
  source: Json,
  name: string,
  fallback: number,
  from: number,
  to: number,
): number {
  const value = source[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to) {
    throw new Unprocessable(`${name} must be a whole number from ${from} to ${to}`);
  }
  return value;
}

export function choiceOf<Choice extends string>(
  source: Json,
  name: string,
  choices: readonly Choice[],
): Choice {
  const match = choices.find((choice) => choice === source[name]);
  if (match === undefined) throw new Unprocessable(`${name} must be one of ${choices.join(', ')}`);
  return match;
}

/** Reads the seed of a reset. Null: keep the current seed. */
export function readSeed(body: unknown): number | null {
  const fields = readFields(body, 'the body', ['seed']);
  if (fields.seed === undefined || fields.seed === null) return null;
  return integerOf(fields, 'seed', 0, 0, Number.MAX_SAFE_INTEGER);
}
