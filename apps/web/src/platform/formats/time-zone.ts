/** The browser's time zone as an IANA name, or UTC if the browser hides it. */
export function userTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
