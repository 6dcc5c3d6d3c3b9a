const momentFormats = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

/** An instant (ISO 8601) where the person is: `Oct 29, 2026`, or `Oct 29, 2026, 4:05 PM`. */
export function formatMoment(
  instant: string,
  style: keyof typeof momentFormats = 'minute',
  locale?: string,
  timeZone?: string,
): string {
  return new Intl.DateTimeFormat(locale, { ...momentFormats[style], timeZone }).format(
    Date.parse(instant),
  );
}
