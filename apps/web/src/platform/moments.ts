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

const dayLength = 86_400_000;

/** The same, with the words for days that are near: `Today, 4:05 PM`, `Yesterday, 4:05 PM`. */
export function formatMomentNear(
  instant: string,
  { now = new Date(), locale, timeZone }: { now?: Date; locale?: string; timeZone?: string } = {},
): string {
  const dayOf = (moment: number) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(moment);
  const at = Date.parse(instant);
  const days = Math.round((Date.parse(dayOf(now.getTime())) - Date.parse(dayOf(at))) / dayLength);
  if (days !== 0 && days !== 1) return formatMoment(instant, 'minute', locale, timeZone);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(at);
  return `${days === 0 ? 'Today' : 'Yesterday'}, ${time}`;
}
