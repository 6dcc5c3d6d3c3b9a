/** The current day in tests with this person. */
export const recurringToday = '2026-05-15';

/** A clock that is fixed at noon of that day. */
export const recurringClock = { now: () => new Date(`${recurringToday}T12:00:00Z`) };

const rows = (
  stream_id: string,
  frequency: string,
  category: string,
  payments: readonly (readonly [posted: string, amount: number, day?: string])[],
) =>
  payments.map(([posted, amount, day = posted]) => ({
    date_transacted: day,
    date_posted: posted,
    amount,
    description: stream_id.toUpperCase(),
    currency: 'USD',
    category,
    recurring: { stream_id, frequency },
  }));

const transactions = [
  ...rows('rent', 'MONTHLY', 'rent_and_utilities_rent', [
    ['2026-02-25', 1_450],
    ['2026-03-25', 1_500],
    ['2026-04-25', 1_500],
  ]),
  // Expected on the 10th, so overdue.
  ...rows('gym', 'MONTHLY', 'personal_care_gyms_and_fitness_centers', [
    ['2026-02-10', 40],
    ['2026-03-10', 40],
    ['2026-04-10', 44],
  ]),
  // Expected on the 5th, ten days ago. Tomorrow it is no longer expected.
  ...rows('cloud', 'MONTHLY', 'general_services_other_general_services', [
    ['2026-02-05', 9.99],
    ['2026-03-05', 9.99],
    ['2026-04-05', 9.99],
  ]),
  // Expected on the 1st, and no longer expected.
  ...rows('paper', 'MONTHLY', 'general_merchandise_bookstores_and_newsstands', [
    ['2026-02-01', 14],
    ['2026-03-01', 14],
    ['2026-04-01', 14],
  ]),
  ...rows('veg box', 'WEEKLY', 'food_and_drink_groceries', [
    ['2026-04-29', 28.5],
    ['2026-05-06', 28.5, '2026-05-05'],
    ['2026-05-13', 28.5],
  ]),
  ...rows('pay', 'BIWEEKLY', 'income_wages', [
    ['2026-04-10', -2_600],
    ['2026-04-24', -2_600],
    ['2026-05-08', -2_600],
  ]),
  ...rows('insurance', 'ANNUALLY', 'general_services_insurance', [
    ['2024-06-20', 310],
    ['2025-06-20', 320.1],
  ]),
  ...rows('waste', 'UNKNOWN', 'rent_and_utilities_sewage_and_waste_management', [
    ['2025-11-16', 78],
    ['2026-02-16', 78],
    ['2026-05-14', 78],
  ]),
  // Three payments, then none for months: canceled.
  ...rows('film club', 'MONTHLY', 'entertainment_tv_and_movies', [
    ['2025-10-09', 11],
    ['2025-11-09', 11],
    ['2025-12-09', 11, '2025-12-08'],
  ]),
  // A single payment, which the bank only guesses to be recurring.
  ...rows('palette', 'MONTHLY', 'entertainment_other_entertainment', [['2026-01-09', 9]]),
  {
    date_transacted: '2026-05-12',
    date_posted: '2026-05-12',
    amount: 17.25,
    description: 'ONE-OFF',
    currency: 'USD',
    category: 'food_and_drink_restaurant',
  },
];

const override_accounts = [
  {
    type: 'depository',
    subtype: 'checking',
    starting_balance: 5_000,
    currency: 'USD',
    meta: { name: 'Everyday', mask: '0001' },
    transactions,
  },
];

/** A person with streams of every kind and state. */
export const recurringPerson = {
  username: 'user_custom',
  password: JSON.stringify({ override_accounts }),
};
