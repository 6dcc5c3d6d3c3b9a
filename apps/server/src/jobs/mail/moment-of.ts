const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** An instant in words. A mail is read anywhere, so it names its zone. */
export const momentOf = (instant: string): string =>
  `${moment.format(new Date(instant)).replaceAll('\u202f', ' ')} UTC`;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of an instant in words. */
export const dayOf = (instant: string): string => day.format(new Date(instant));
