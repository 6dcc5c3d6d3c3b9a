import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for recurring payments and income. */
export const recurringCopy = {
  title: 'Recurring',
  subject: 'Your recurring payments',
  loading: 'Loading recurring payments',
  emptyTitle: 'No recurring payments yet',
  empty: 'Bills, subscriptions, and paychecks appear here after they repeat a few times.',
  showAll: 'Show all',

  preview: {
    paid: 'Already paid this month',
    paidOn: 'Paid {day}',
  },

  remaining: {
    label: 'Estimated remaining',
    title: 'Estimated remaining this month',
    withAmount: 'Estimated remaining this month: {amount}',
    none: 'No more payments expected this month.',
    expected: {
      one: '{count} payment expected.',
      other: '{count} payments expected.',
    } satisfies PluralForms,
    expectedWithOverdue: {
      one: '{count} payment expected, {overdue} overdue.',
      other: '{count} payments expected, {overdue} overdue.',
    } satisfies PluralForms,
    otherCurrencies: {
      one: 'Excludes {count} payment in another currency.',
      other: 'Excludes {count} payments in other currencies.',
    } satisfies PluralForms,
  },

  dueSoon: {
    label: 'Due soon',
    title: 'Due in the next 7 days',
    none: 'No payments due by {day}.',
    count: {
      one: '{count} payment by {day}.',
      other: '{count} payments by {day}.',
    } satisfies PluralForms,
  },

  subscriptions: {
    label: 'Subscriptions',
    title: 'Subscriptions per month',
    none: 'No subscriptions.',
    count: {
      one: '{count} subscription, averaged over the year.',
      other: '{count} subscriptions, averaged over the year.',
    } satisfies PluralForms,
    omitted: {
      one: 'Excludes {count} in another currency or without a regular date.',
      other: 'Excludes {count} in other currencies or without a regular date.',
    } satisfies PluralForms,
  },

  calendar: {
    title: 'Calendar',
    month: 'Payments due this month',
    week: 'Payments due this week',
    more: 'and {count} more',
    /** In a day that is too narrow for the longer text. */
    moreShort: '+{count} more',
    moreEntries: 'and {count} more: {entries}',
    entry: '{name}, {amount}, {state}',
    entryState: '{name}, {state}',
    states: { due: 'due', overdue: 'overdue', paid: 'paid' },
  },

  lists: {
    label: 'Show',
    upcoming: 'Upcoming',
    later: 'Later',
    all: 'All',
    ended: 'Ended',
    noneUpcoming: 'Nothing else is due this month.',
    noneLater: 'Nothing is due after this month.',
    noneRecurring: 'No recurring payments or income.',
    noneEnded: 'Nothing has ended or been dismissed.',
  },

  stream: {
    label: 'Details',
    merchant: 'Merchant',
    description: 'Description',
    lastAmount: 'Last amount',
    frequency: 'Frequency',
    upcomingDate: 'Upcoming date',
    category: 'Category',
    account: 'Account',
    dayAndDue: '{day}, {due}',
    dayAndDueShort: '{day} · {due}',
    andKind: ' · {kind}',
    upcomingDismissed: 'None (dismissed)',
    upcomingCancelled: 'None since {day}',
    upcomingEnded: 'None (your bank no longer reports it as recurring)',
    upcomingUnknown: 'Not provided by your bank',
    frequencyLastOn: '{frequency}, last on {day}',
  },

  states: {
    confirmed: 'Confirmed',
    dismissed: 'Dismissed',
    cancelled: 'Canceled',
    ended: 'Ended',
    overdue: 'Overdue',
  },

  kinds: {
    income: 'Income',
    bill: 'Bill',
    subscription: 'Subscription',
  },

  payments: {
    title: 'Payments',
    none: 'No payments yet.',
    summary: {
      one: '{count} payment so far, {amount} total.',
      other: '{count} payments so far, {amount} total.',
    } satisfies PluralForms,
    varies: 'The amount varies.',
    dayAndName: '{day}, {name}',
    pending: 'Pending',
    more: '{amount} more',
    less: '{amount} less',
  },

  settings: {
    title: 'Customize',
    name: 'Name',
    rename: 'Rename',
    type: 'Type',
    noType: 'Not set',
    countedAsSubscription: 'Counted as a subscription because of its category.',
    confirm: 'Confirm',
    undoConfirmation: 'Undo confirmation',
    dismiss: 'Dismiss',
    dismissHint: "Not recurring? Dismiss it and we'll stop expecting it.",
    dismissedHint: "You dismissed this, so we don't expect it or count it as a bill.",
    undoDismissal: 'Undo dismissal',
    dismissedToast: 'Dismissed',
    dismissedToastHint: 'You can find it under Ended.',
    undo: 'Undo',
  },
} as const;
