import { isDay } from '../settings.ts';

/** Bad input to a control call; the message is the reason that the caller is given. */
export class Unprocessable extends Error {}

/** Something that a control call names and that is not there. */
export class NotThere extends Error {}

type Json = Readonly<Record<string, unknown>>;

/** A JSON object with no other fields than these. Nothing at all counts as an empty one. */
export function readFields(value: unknown, place: string, known: readonly string[]): Json {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Unprocessable(`${place} must be an object`);
  }
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Unprocessable(
      `${place} has an unknown field ${unknown.join(', ')}; known are ${known.join(', ')}`,
    );
  }
  return Object.fromEntries(Object.entries(value));
}

export function textOf(source: Json, name: string): string {
  const value = source[name];
  if (typeof value !== 'string' || value === '') {
    throw new Unprocessable(`${name} must be a non-empty text`);
  }
  return value;
}

export function optionalTextOf(source: Json, name: string): string | null {
  return source[name] === undefined || source[name] === null ? null : textOf(source, name);
}

export function flagOf(source: Json, name: string): boolean {
  const value = source[name] ?? false;
  if (typeof value !== 'boolean') throw new Unprocessable(`${name} must be true or false`);
  return value;
}

export function dayOf(source: Json, name: string, fallback: string): string {
  const value = optionalTextOf(source, name) ?? fallback;
  if (!isDay(value)) throw new Unprocessable(`${name} must be a day such as 2026-11-21`);
  return value;
}

/** An amount of money in major units. */
export function amountOf(source: Json, name: string): number {
  const value = source[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 1e9) {
    throw new Unprocessable(`${name} must be a number up to 10^9`);
  }
  return value;
}

export function wholeOf(
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
  const found = choices.find((choice) => choice === source[name]);
  if (found === undefined) throw new Unprocessable(`${name} must be one of ${choices.join(', ')}`);
  return found;
}

/** The seed of a reset; null: keep the one there is. */
export function readSeed(body: unknown): number | null {
  const fields = readFields(body, 'the body', ['seed']);
  if (fields.seed === undefined || fields.seed === null) return null;
  return wholeOf(fields, 'seed', 0, 0, Number.MAX_SAFE_INTEGER);
}
