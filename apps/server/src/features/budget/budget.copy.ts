/** Copy for the budget feature. */
export const budgetCopy = {
  alreadyExists: 'You already have a budget.',
  notCreated: "You don't have a budget yet.",
  monthNotStarted: "'{month}' hasn't started yet.",
  unknownCategory: "Unknown category '{category}'.",
  fields: {
    earnings: 'Earnings',
    bills: 'Bills',
    spending: 'Spending',
    amount: 'The amount',
  },
  notANumber: '{field} must be a number.',
  belowZero: "{field} can't be below 0.",
  tooLarge: "{field} can't be more than 1,000,000,000.",
} as const;
