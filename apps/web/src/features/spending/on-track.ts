import type { CallReply } from '@cairn/contract/calls';
import { formatMoney } from '../../platform/formats.ts';

/** One row per day number: running totals of this month and of the last. */
export type SpendingDay = CallReply<'GET /user/currentspending'>['res'][number];

/** This month so far beside the last month up to the same day number. Amounts in major units. */
export interface OnTrack {
  /** The last day that has a value of this month. */
  readonly day: number;
  readonly spent: number;
  readonly before: number;
}

/** Where this month stands, or null when no day has a value yet. */
export function onTrackOf(days: readonly SpendingDay[]): OnTrack | null {
  const last = days.findLast(({ currentMonthSum }) => currentMonthSum !== null);
  if (last === undefined || last.currentMonthSum === null) return null;
  return { day: last.day, spent: last.currentMonthSum, before: last.previousMonthSum };
}

/** Which way this month goes against the last. */
export type Direction = 'less' | 'more' | 'same';

/** The direction, to the cent: the two sums are rounded before they are compared. */
export function directionOf({ spent, before }: OnTrack): Direction {
  const cents = Math.round(spent * 100) - Math.round(before * 100);
  if (cents === 0) return 'same';
  return cents < 0 ? 'less' : 'more';
}

/** What of the message is last month's sum, which has a proof of its own. */
export const lastMonthWords = 'by this day last month';

/** "You've spent $212.40 less than by this day last month." */
export function onTrackMessage(track: OnTrack, currency?: string): string {
  const direction = directionOf(track);
  if (direction === 'same') return `You've spent the same as ${lastMonthWords}.`;
  const cents = Math.abs(Math.round(track.spent * 100) - Math.round(track.before * 100));
  return `You've spent ${formatMoney(cents / 100, currency)} ${direction} than ${lastMonthWords}.`;
}
