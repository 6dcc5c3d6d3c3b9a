import { formatMessage } from '@cairn/contract/text/copy';
import { formatTimeAgo } from '../../platform/formats/formats.ts';
import type { Stock } from './stocks.api.ts';
import { stocksCopy } from './stocks.copy.ts';

/** Milliseconds after which a price is stale. Prices are refreshed every few minutes. */
const maxAge = 15 * 60_000;

/** The time of the newest price. Undefined if no price has a time. */
export function newestPriceTime(rows: readonly Stock[]): number | undefined {
  const times = rows.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The age of the prices: `Prices from 3 minutes ago`. */
export function priceAgeText(newest: number, now: number): string {
  const age = formatTimeAgo(newest, now);
  return age === 'just now' ? stocksCopy.justNow : formatMessage(stocksCopy.age, { age });
}

/** True if the prices should have been refreshed by now. */
export const isStale = (newest: number, now: number): boolean => now - newest > maxAge;

/** The age of one price, shown in its row if it is much older than the newest price. */
export function rowAgeText({ at }: Stock, newest: number, now: number): string | undefined {
  return at !== null && newest - at > maxAge
    ? formatMessage(stocksCopy.rowAge, { age: formatTimeAgo(at, now) })
    : undefined;
}
