import type { CallResponse } from '@cairn/contract/calls';

type Budget = CallResponse<'GET /user/budget'>['budgets'][number];

/** A budget with 300 planned for groceries. */
export const exampleBudget = (changes: Partial<Budget> = {}): Budget => ({
  budget: {
    id: 'budget-1',
    earnings: 4000,
    bills: 1500,
    spending: 1200,
    real_earnings: 3800,
    real_bills: 1450,
    budgeted_bills_total: 0,
    budgeted_cats_total: 300,
    cats_total: 120,
    everything_else: 80,
  },
  txs: {},
  categories: [{ category: 'FOOD_AND_DRINK_GROCERIES', amount: 300 }],
  totals: { FOOD_AND_DRINK_GROCERIES: 120 },
  excluded_bills: { FOOD_AND_DRINK_GROCERIES: 0 },
  month: '2026-05',
  omitted_count: 0,
  currency: 'USD',
  ...changes,
});
