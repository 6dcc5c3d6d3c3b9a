import { formatMessage } from '@cairn/contract/text/copy';
import { platformCopy } from '../platform.copy.ts';

const instantFormats = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

/** An instant (ISO 8601) in the user's time zone: `Oct 29, 2026`, or `Oct 29, 2026, 4:05 PM`. */
export function formatInstant(
  instant: string,
  style: keyof typeof instantFormats = 'minute',
  locale?: string,
  timeZone?: string,
): string {
  return new Intl.DateTimeFormat(locale, { ...instantFormats[style], timeZone }).format(
    Date.parse(instant),
  );
}

const millisecondsPerDay = 86_400_000;

/** Like `formatInstant`, but relative for today and yesterday: `Today, 4:05 PM`, `Yesterday, 4:05 PM`. */
export function formatRecentInstant(
  instant: string,
  { now = new Date(), locale, timeZone }: { now?: Date; locale?: string; timeZone?: string } = {},
): string {
  const localDay = (timestamp: number) =>
    Date.parse(
      new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(timestamp),
    );
  const timestamp = Date.parse(instant);
  const daysAgo = Math.round((localDay(now.getTime()) - localDay(timestamp)) / millisecondsPerDay);
  if (daysAgo !== 0 && daysAgo !== 1) return formatInstant(instant, 'minute', locale, timeZone);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(timestamp);
  return formatMessage(daysAgo === 0 ? platformCopy.todayAt : platformCopy.yesterdayAt, { time });
}
