import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for the spending screen and for the dashboard's spending and cash flow cards. */
export const spendingCopy = {
  income: 'Income',
  spent: 'Spent',
  month: 'Month',
  spentIn: 'Spent in {month}',
  excludesOtherCurrencies: {
    one: 'Excludes {count} transaction in another currency.',
    other: 'Excludes {count} transactions in other currencies.',
  } satisfies PluralForms,

  thisMonth: {
    label: 'Spending this month',
    loading: 'Loading your spending',
    loadFailed: "Your spending couldn't be loaded",
    refreshFailed: "Your spending couldn't be updated.",
    waitingTitle: "Your transactions haven't arrived yet",
    emptyTitle: 'No spending yet',
    empty: "This month's spending will appear here day by day, next to last month's.",
    unknownAmount: 'Not available yet',
    previousByThisDay: '{month} by this day',
    previousTotal: '{month} total',
  },

  onTrack: {
    less: "You've spent {amount} less than {lastMonth}.",
    more: "You've spent {amount} more than {lastMonth}.",
    same: "You've spent the same as {lastMonth}.",
    lastMonth: 'by this day last month',
  },

  dailyChart: {
    label: 'Cumulative spending by day, this month and last month',
    table: 'Cumulative spending by day',
    day: 'Day',
    currentMonth: 'Spending by {day} this month was {amount}',
    previousMonth: 'Last month by {day}, you spent {amount}',
    dayOfMonth: 'the {ordinal}',
  },

  weeklyChart: {
    title: 'By week',
    label: 'Spending by week, this month and last month',
    table: 'Spending by week',
    days: 'Days',
    amount: '{month} {days}: {amount}',
    notStarted: "{month} {days} hasn't started",
    noSuchDays: "{month} doesn't have these days",
  },

  cashFlow: {
    title: 'Cash flow',
    subject: 'Your cash flow',
    loading: 'Loading your cash flow',
    emptyTitle: 'No income or spending yet',
    empty: "You'll see each month's income and spending side by side here.",
    chart: 'Income and spending per month',
    monthAmounts: '{month}: income {income}, spent {spent}',
  },

  overview: {
    title: 'Overview',
    subject: 'The overview',
    loading: 'Loading the overview',
    bills: 'Bills',
    budgetItems: 'Budget Items',
  },

  monthTabs: {
    label: 'Month',
    current: 'Current Month',
    last: 'Last Month',
    custom: 'Custom',
    choose: 'Choose month',
    dialogTitle: 'Choose a month',
    dialogHint: 'Pick one of the last 12 months.',
    show: 'Show',
  },

  byCategory: {
    title: 'By category',
    subject: 'Your spending',
    loading: 'Loading your spending',
    emptyTitle: 'No spending in {month}',
    empty: 'Your spending by category will appear here once your bank sends it.',
    linkBank: 'Link a bank',
    donut: 'Share of spending by category',
    share: '{category}: {percent}, {amount}',
    table: 'Spending by category',
    category: 'Category',
    percentage: 'Percentage',
    change: 'Change',
    amount: 'Amount',
    categoriesInGroup: 'Categories in {group}',
    refunds: 'Refunds',
    otherRefunds: 'Refunds in other categories',
  },

  trend: {
    new: 'New',
    same: 'Same',
    newSince: 'New: no spending in {period}',
    sameAs: 'Same as in {period}',
    up: 'Up {amount} from {previous} in {period}',
    down: 'Down {amount} from {previous} in {period}',
    upPercent: 'Up {amount} ({percent}) from {previous} in {period}',
    downPercent: 'Down {amount} ({percent}) from {previous} in {period}',
    sameDaysOf: 'the same days of {month}',
  },

  sixMonths: {
    title: 'Six-month trend',
    subject: 'The six-month trend',
    loading: 'Loading the six-month trend',
    scale: '{from} to {to}. Each category has its own scale.',
    bars: '{category}, {from} to {to}',
    monthAmount: '{month}: {amount}',
    table: 'Spending by category and month',
    total: 'All spending',
  },

  category: {
    subject: 'This category',
    loading: 'Loading this category',
    shareOfMonth: "{percent} of the month's spending",
    shareOfGroup: '{percent} of {group}',
    comparison: {
      up: 'compared with {period}',
      down: 'compared with {period}',
      flat: 'as in {period}',
    },
    nothingBefore: 'No spending in {period}.',
    empty: 'No spending in {month}, after refunds.',
    viewTransactions: 'View transactions',
  },
} as const;
