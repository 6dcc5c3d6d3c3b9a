/** What the demo person plans for every month. Minor units. */
export const demoBudget = {
  earnings: 1_060_000,
  bills: 410_000,
  spending: 340_000,
  /** By group or category, in the aggregator's words. */
  categories: {
    FOOD_AND_DRINK: 110_000,
    FOOD_AND_DRINK_COFFEE: 10_000,
    GENERAL_MERCHANDISE: 55_000,
    TRANSPORTATION: 32_000,
    ENTERTAINMENT: 20_000,
    PERSONAL_CARE: 12_000,
  },
} as const;
