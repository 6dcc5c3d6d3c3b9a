import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for the budget screen and for the dashboard's budget card. */
export const budgetCopy = {
  title: 'Budget',
  subject: 'Your budget',
  loading: 'Loading your budget',
  earnings: 'Earnings',
  bills: 'Bills',
  spending: 'Spending',
  cancel: 'Cancel',
  back: 'Back',
  saveFailed: "Couldn't save. {reason}",
  amountOfPlanned: '{amount} of {planned}',
  overBudgetBy: '{amount} over budget',
  percentAndOver: '{percent}%, {amount} over budget',

  months: {
    label: 'Month',
    previous: 'Previous month',
    next: 'Next month',
    current: 'This month',
    pastNote:
      'A past month is shown with your current plan, because earlier plans are not kept. You can change the plan in {thisMonth}.',
  },

  form: {
    title: 'Create your budget',
    intro:
      'Set three amounts for every month. You can plan categories later and change everything at any time.',
    create: 'Create budget',
    useLastMonth: "Use last month's amounts",
    useLastTwoMonths: 'Use the average of the last two months',
    useLastThreeMonths: 'Use the average of the last three months',
    earningsHint: 'Your monthly income.',
    billsHint: 'Rent, utilities, loans, and recurring payments.',
    spendingHint: 'Everything except bills.',
    hintWithAverage: '{hint} Recent average: {amount}.',
  },

  amountErrors: {
    missing: 'Enter an amount.',
    negative: 'Enter an amount of 0 or more.',
    notANumber: 'Enter a number, such as 1,234.56.',
    tooManyDecimals: 'Use at most two decimals.',
    tooLarge: 'Enter at most 1,000,000,000.',
  },

  summary: {
    label: 'Summary',
    leftToSpend: 'Left to spend',
    leftOver: 'Left over',
    overBudget: 'Over budget',
    spentOfPlanned: '{spent} of {planned} spent, excluding bills.',
    spent: 'Spent',
    pace: '{elapsed}% through the month, {spent}% spent',
    paceWithoutPlan: '{elapsed}% through the month, no spending planned',
    daysLeft: { one: '{count} day left', other: '{count} days left' } satisfies PluralForms,
    lastDay: 'Last day of the month',
    today: 'Today',
    result: '{spent}% of the planned spending used',
    resultWithoutPlan: 'No spending was planned.',
    belowPlan: '{amount} below your plan',
    abovePlan: '{amount} above your plan',
    ofPlanned: 'of {amount} planned',
    recurringBills: '{recurringPayments} are expected to cost {amount} this month.',
    paidBills: '{recurringPayments} cost {amount} that month.',
    recurringPayments: 'Recurring payments',
    transactions: 'Transactions',
    transactionsFor: 'Transactions for {title}',
    excludesOtherCurrencies: {
      one: 'Excludes {count} transaction in another currency.',
      other: 'Excludes {count} transactions in other currencies.',
    } satisfies PluralForms,
  },

  preview: {
    create: 'Create a budget',
    customize: 'Customize',
    open: 'Open',
  },

  suggested: {
    title: 'Suggested budget',
    fromLastMonth: 'Based on last month, for every month.',
    fromLastTwoMonths: 'Based on your last two months, for every month.',
    fromLastThreeMonths: 'Based on your last three months, for every month.',
    accept: 'Use this budget',
    accepted: 'Budget created',
    acceptedHint: 'You can change it at any time.',
    undo: 'Undo',
    undoFailed: "The budget couldn't be removed",
    noneTitle: 'No budget yet',
    none: "After your first full month of transactions, you'll find a suggested budget here.",
  },

  categories: {
    title: 'Categories',
    empty:
      'Plan an amount for categories you want to keep an eye on, such as groceries, eating out, or clothes.',
    everythingElse: 'Everything else',
    spentOf: '{spent} of',
    excludesBills: 'Excludes {amount} in bills',
    /** `{categories}` is one name or several: `Coffee`, `Coffee and Groceries`. */
    excludesPlanned: 'Excludes {categories}, budgeted separately',
    plannedFor: 'Planned for {category}',
    left: '{amount} left',
    remove: 'Remove {category}',
    removed: '{category} removed from your budget',
    undo: 'Undo',
    changeFailed: "{category} couldn't be changed",
    addForm: 'Add a category',
    category: 'Category',
    amount: 'Amount',
    add: 'Add',
    missingCategory: 'Please select a category',
    invalidAmount: 'Please enter a valid amount',
    /** Why a category that the user searches for can't be added. */
    missing: {
      bill: '“{category}” counts under Bills, like all rent, utilities, and loan payments. You can plan bills in the budget settings.',
      income:
        '“{category}” is money in and counts under Earnings. You can plan earnings in the budget settings.',
      notSpending: "“{category}” doesn't count as spending, so it can't be planned.",
      used: '“{category}” is already in your budget.',
    },
  },

  settings: {
    title: 'Budget settings',
    description: 'Your plan for every month.',
    save: 'Save',
    startOver: 'Start over',
    delete: 'Delete budget',
    startOverTitle: 'Start over?',
    startOverText:
      'This removes the planned amounts of all categories. Your earnings, bills, and spending are kept in the form.',
    startOverDone: 'Budget cleared. Set your new amounts.',
    deleteTitle: 'Delete your budget?',
    deleteText: "This deletes everything you planned. Your transactions don't change.",
    deleteDone: 'Budget deleted',
  },
} as const;
