import { formatAge } from '../../platform/formats.ts';
import type { Stock } from './stocks.api.ts';

/** Prices are refreshed every few minutes: what is older was meant to be newer. In milliseconds. */
const tooOld = 15 * 60_000;

/** When the newest of some prices was said; undefined where none tells. */
export function newestOf(rows: readonly Stock[]): number | undefined {
  const times = rows.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** How old the prices are: `Prices from 3 minutes ago`. */
export function ageWords(newest: number, now: number): string {
  const age = formatAge(newest, now);
  return `Prices from ${age === 'just now' ? 'a moment ago' : age}`;
}

/** Whether they should have been refreshed since. */
export const isOld = (newest: number, now: number): boolean => now - newest > tooOld;

/** How old one price is, where it is much older than the newest: its row says so itself. */
export function ownAge({ at }: Stock, newest: number, now: number): string | undefined {
  return at !== null && newest - at > tooOld ? `from ${formatAge(at, now)}` : undefined;
}
