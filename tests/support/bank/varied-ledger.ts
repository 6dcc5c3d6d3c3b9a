/** The current day in tests with this ledger, in the middle of a month. */
export const variedToday = '2026-05-15';

/** A clock that is fixed at noon of that day. */
export const variedClock = { now: () => new Date(`${variedToday}T12:00:00Z`) };

const row = (
  date: string,
  amount: number,
  description: string,
  category: string,
  more: object = {},
) => ({
  date_transacted: date,
  date_posted: date,
  amount,
  description,
  currency: 'USD',
  category,
  ...more,
});

const namedRows = [
  row('2026-05-15', 4.5, 'Morning cup', 'food_and_drink_coffee', { merchant_name: 'Blue Door' }),
  row('2026-05-09', 61.2, 'Weekly shop 100% organic', 'food_and_drink_groceries'),
  row('2026-05-08', 7, 'snake_case cinema', 'entertainment_tv_and_movies'),
  row('2026-05-02', -2_600, 'Payroll', 'income_salary'),
  row('2026-05-01', 1_500, 'Rent', 'rent_and_utilities_rent'),
  row('2026-04-30', 60, 'ATM', 'transfer_out_withdrawal'),
  row('2026-04-16', 9, 'Thirty days', 'general_merchandise_gifts_and_novelties'),
  row('2026-04-15', 9.01, 'Thirty-one days', 'general_merchandise_gifts_and_novelties'),
  row('2026-03-17', 11, 'Sixty days', 'general_merchandise_gifts_and_novelties'),
  row('2026-03-16', 11.01, 'Sixty-one days', 'general_merchandise_gifts_and_novelties'),
  row('2026-01-01', 12, "New Year's café", 'food_and_drink_restaurant'),
  row('2025-12-31', 13, 'Old year', 'space_travel_moon'),
];
const bulk = Array.from({ length: 120 }, (_, index) =>
  row(`2025-0${1 + (index % 9)}-1${index % 10}`, index + 1, `bulk ${index}`, 'travel_flights'),
);
const cardRows = [
  row('2026-05-10', 20, 'Card row', 'travel_lodging'),
  row('2026-05-14', 3, 'Waiting', 'travel_lodging', { pending: true }),
];

const override_accounts = [
  {
    type: 'depository',
    subtype: 'checking',
    starting_balance: 100,
    currency: 'USD',
    meta: { name: 'Everyday', mask: '0001' },
    transactions: [...namedRows, ...bulk],
  },
  {
    type: 'credit',
    subtype: 'credit card',
    starting_balance: 20,
    currency: 'USD',
    meta: { name: 'Card', mask: '0002' },
    transactions: cardRows,
  },
];
/** The number of rows whose names start with 'bulk'. */
export const bulkRowCount = bulk.length;
/** The total number of rows. */
export const variedRowCount = namedRows.length + bulk.length + cardRows.length;

/** A person with rows on both sides of each date range's boundary, and several pages of older rows. */
export const variedLedger = {
  username: 'user_custom',
  password: JSON.stringify({ override_accounts }),
};
