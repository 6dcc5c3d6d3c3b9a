/** The person's time zone, an IANA name; UTC where the browser hides it. */
export function userTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
