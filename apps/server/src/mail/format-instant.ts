const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Formats an ISO 8601 instant in UTC, including the zone: an email may be read anywhere. */
export const formatInstant = (instant: string): string =>
  `${instantFormat.format(new Date(instant)).replaceAll('\u202f', ' ')} UTC`;

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats the day of an ISO 8601 instant in UTC. */
export const formatDay = (instant: string): string => dayFormat.format(new Date(instant));
