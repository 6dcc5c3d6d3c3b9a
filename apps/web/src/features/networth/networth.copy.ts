import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for net worth and for the value of investments over time. */
export const networthCopy = {
  netWorth: 'Net worth',
  net: 'Net',
  assets: 'Assets',
  debts: 'Debts',
  overTime: 'Net worth over time',
  subject: 'Your net worth',
  loading: 'Loading your net worth',
  emptyTitle: 'No balances yet',
  empty: 'What you own and what you owe will appear here once you link a bank.',
  noneCounted: 'None of your accounts has a balance that can be counted.',
  linkBank: 'Link a bank',
  notCounted: {
    one: "{count} account isn't counted. See the reason below.",
    other: "{count} accounts aren't counted. See the reasons below.",
  } satisfies PluralForms,

  range: {
    label: 'Range',
    all: 'All',
  },

  chart: {
    point: '{day}: net worth {net}; assets {assets}; debts {debts}',
    sideWithGroups: '{total}: {groups}',
    group: '{group} {amount}',
    day: 'Day',
    debtGroup: '{group} (debt)',
    view: 'Chart',
    line: 'Net worth',
    groups: 'Groups',
    notes: 'Notes',
    unknown: 'Not known',
    estimatedAmount: '{amount} (estimated)',
    estimated: 'Estimated: {accounts}',
    becameKnown: 'Known from here on: {accounts}',
    becameUnknown: 'Not known here: {accounts}',
    accountKnown: '{account} known from here',
    accountsKnown: '{count} accounts known from here',
  },

  known: {
    only: 'Known only',
    explanation:
      "Dashed: estimated, because some balances aren't known on those days. The nearest known balance is used instead.",
    explanationKnownOnly:
      'Estimated balances are left out. A mark shows a day on which more accounts become known.',
    none: 'No balance is known in this range.',
    currentEstimated: 'Estimated: {accounts}. The last balance is from an earlier day.',
    startsOn: 'Your history starts on {day} with a net worth of {net}. A point is added every day.',
    knownStartsOn:
      'The known balances in this range start on {day} with {net}. A point is added every day.',
  },

  changes: {
    title: 'Biggest changes',
    estimatedNet: '{amount} (estimated)',
    knownNetWorthOnDays: 'Known net worth {start} on {from}, {end} on {to}.',
    leftOut: "Left out, because they aren't known on both days: {accounts}.",
    estimatedAccounts: 'Estimated on at least one of these days: {accounts}.',
    estimatedOn: 'Estimated on {day}',
    estimatedOnBoth: 'Estimated on both days',
    compareEntireRange: 'Compare entire range',
    hint: 'Select a day on the chart to compare from there, or two days to compare them.',
    none: 'No balances changed.',
    showMore: 'Show {count} more',
    difference: '{from} to {to}: {amount}',
    netWorthOnDays: 'Net worth {start} on {from}, {end} on {to}.',
    debtDecreased: 'Debt decreased',
    debtIncreased: 'Debt increased',
  },

  combined: {
    title: 'Value over time',
    subject: 'The history',
    loading: 'Loading the history',
    value: 'Value',
    noneCounted: 'None of these accounts has a balance that can be counted.',
    startsOn: 'The history starts on {day} with {value}. A point is added every day.',
    estimated: 'estimated: {accounts}',
    becameKnown: 'known from here on: {accounts}',
  },

  preview: {
    loading: 'Loading your net worth',
    open: 'View history',
    waiting: "Your balances haven't arrived yet.",
    up: 'Up {amount} since {day}',
    down: 'Down {amount} since {day}',
    same: 'Unchanged since {day}',
    startsToday: 'History starts today.',
    /** Shown instead of a change, which needs two days that are entirely known. */
    knownFromToday: 'Before today, some balances are estimated.',
    todayEstimated: "Some of today's balances are estimated.",
    estimatedLegend: 'Dashed: estimated',
    line: 'Net worth from {from} to {to}: from {start} to {end}.',
    lineWithEstimate: 'Net worth from {from} to {to}: from {start} to {end}, partly estimated.',
    noLine: 'The trend appears here as days go by.',
  },
} as const;
