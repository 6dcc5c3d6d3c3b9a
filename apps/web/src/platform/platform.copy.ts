import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for errors, dates, and names that every screen may show. */
export const platformCopy = {
  networkError: "Couldn't reach Cairn. Check your connection and try again.",
  unexpectedError: 'Something went wrong on our side. Please try again.',
  justNow: 'just now',
  todayAt: 'Today, {time}',
  yesterdayAt: 'Yesterday, {time}',
  dueToday: 'today',
  dueTomorrow: 'tomorrow',
  dueInDays: { one: 'in {count} day', other: 'in {count} days' } satisfies PluralForms,
  daysLate: { one: '{count} day late', other: '{count} days late' } satisfies PluralForms,
  unnamedTransaction: 'Unnamed transaction',
} as const;
