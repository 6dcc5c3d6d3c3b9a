/** Copy for the budget feature that users read. */
export const budgetCopy = {
  alreadyExists: 'You already have a budget.',
  notCreated: "You don't have a budget yet.",
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
