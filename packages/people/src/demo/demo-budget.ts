/** The demo person's monthly budget, in minor units. */
export const demoBudget = {
  earnings: 1_060_000,
  bills: 410_000,
  spending: 340_000,
  /** Planned amounts by the aggregator's category or category group. */
  categories: {
    FOOD_AND_DRINK: 110_000,
    FOOD_AND_DRINK_COFFEE: 10_000,
    GENERAL_MERCHANDISE: 55_000,
    TRANSPORTATION: 32_000,
    ENTERTAINMENT: 20_000,
    PERSONAL_CARE: 12_000,
  },
} as const;
