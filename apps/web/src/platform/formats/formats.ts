import {
  type DateFormatByLocale,
  dateFormatsByLocale,
  formatWithUtc,
  numberFormats,
} from '@cairn/contract/text/formats';
import { platformCopy } from '../platform.copy.ts';

export {
  formatAccount,
  formatDay,
  formatInstitution,
  formatMoney,
  moneyParts,
} from '@cairn/contract/text/formats';

/** A count with a thousands separator: `1,240`. */
export function formatCount(count: number): string {
  return numberFormats(0).format(count);
}

/** A value on a chart's axis: `850`, `1.2k`. */
export function formatAxisValue(value: number): string {
  if (Math.abs(value) < 1000) return String(Math.round(value)).replace('-', '−');
  return `${(value / 1000).toFixed(1)}k`.replace('-', '−');
}

/** A calendar month (`2026-10`) as `October 2026`, as `October`, or as `Oct 2026` or `Oct` for a chart. */
export function formatMonth(month: string, style: MonthStyle = 'long', locale?: string): string {
  return formatWithUtc(month, monthFormats[style](locale));
}

/** The styles of a formatted month. */
export type MonthStyle = 'long' | 'name' | 'medium' | 'short';

const monthFormats: Record<MonthStyle, DateFormatByLocale> = {
  long: dateFormatsByLocale({ month: 'long', year: 'numeric' }),
  name: dateFormatsByLocale({ month: 'long' }),
  medium: dateFormatsByLocale({ month: 'short', year: 'numeric' }),
  short: dateFormatsByLocale({ month: 'short' }),
};

/** Today in the device's time zone, as an ISO day. */
export function localToday(now: Date = new Date()): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** The time since a timestamp (milliseconds): `just now`, `4 minutes ago`, `2 hours ago`. */
export function formatTimeAgo(since: number, now: number = Date.now()): string {
  const minutes = Math.floor((now - since) / 60_000);
  if (minutes < 1) return platformCopy.justNow;
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return format.format(-hours, 'hour');
  return format.format(-Math.floor(hours / 24), 'day');
}
