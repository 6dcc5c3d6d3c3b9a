import { expect, test } from 'vitest';
import { type StreamTotal, streamTotals } from './stream-totals.ts';
import type { StreamRow } from './streams.queries.ts';

const today = Temporal.PlainDate.from('2026-11-25');

const stream = (description: string, overrides: Partial<StreamRow> = {}): StreamRow => ({
  id: description,
  stream_type: 'outflow',
  provider_account_id: 'account',
  custom_name: null,
  merchant_name: null,
  description,
  last_amount: '10.00',
  average_amount: '10.00',
  currency: 'USD',
  frequency: 'MONTHLY',
  first_date: '2026-01-01',
  last_date: '2026-10-27',
  predicted_next_date: null,
  category: null,
  active: true,
  reported_active: true,
  tombstoned: false,
  kind: null,
  confirmed: false,
  dismissed: false,
  counted: true,
  ...overrides,
});

/** Formats the rows of a total: `name day cents` and `name day reason`. */
const rowsOf = ({ included, omitted }: StreamTotal) => [
  ...included.map(({ stream: { id }, day, cents }) => `${id} ${day} ${cents}`),
  ...omitted.map(({ stream: { id }, day, reason }) => `${id} ${day} ${reason}`),
];

// Streams around the end of a month: the 25th is today, the seventh day after it is December 2.
const lastPaidOn = (last_date: string, overrides: Partial<StreamRow> = {}) =>
  stream(`last ${last_date.slice(5)}`, { last_date, ...overrides });
const weekly = stream('weekly', { frequency: 'WEEKLY', last_date: '2026-11-18' });
const pay = stream('pay', {
  stream_type: 'inflow',
  last_amount: '-2600.00',
  last_date: '2026-10-30',
});

test('payments due in the next seven days are those due today or in the seven days after it, even in the next month', () => {
  const total = streamTotals.due_next_7_days(
    [
      lastPaidOn('2026-10-25', { last_amount: '1.10' }),
      lastPaidOn('2026-11-02', { last_amount: '2.20' }),
      lastPaidOn('2026-11-03', { last_amount: '4.40' }),
      weekly,
    ],
    today,
  );
  expect(rowsOf(total)).toEqual([
    'last 10-25 2026-11-25 110',
    'weekly 2026-11-25 1000',
    'last 11-02 2026-12-02 220',
    'weekly 2026-12-02 1000',
  ]);
  expect(total.cents).toBe(2330);
});

test('the total due in the next seven days omits income, overdue payments, and other currencies', () => {
  const total = streamTotals.due_next_7_days(
    [
      pay,
      lastPaidOn('2026-10-20'),
      lastPaidOn('2026-10-26', { currency: 'EUR', counted: false }),
      lastPaidOn('2026-10-28', { active: false }),
      lastPaidOn('2026-10-10'),
    ],
    today,
  );
  expect(rowsOf(total)).toEqual([
    'last 10-20 2026-11-20 overdue',
    'last 10-26 2026-11-26 currency',
    'pay 2026-11-30 money_in',
  ]);
  expect(total.cents).toBe(0);
});

test('the estimated remaining amount includes overdue payments and ends with the month', () => {
  const total = streamTotals.estimated_remaining(
    [lastPaidOn('2026-10-20'), lastPaidOn('2026-11-01'), weekly, pay],
    today,
  );
  expect(rowsOf(total)).toEqual([
    'last 10-20 2026-11-20 1000',
    'weekly 2026-11-25 1000',
    'pay 2026-11-30 money_in',
  ]);
});

test('monthly subscriptions add up what each active one costs in an average month', () => {
  const category = 'entertainment_tv_and_movies';
  const total = streamTotals.monthly_subscriptions(
    [
      stream('film', { category, last_amount: '17.99' }),
      stream('box', { ...weekly, id: 'box', kind: 'subscription', last_amount: '28.50' }),
      stream('club', { category, frequency: 'ANNUALLY', last_amount: '0.06' }),
      stream('sometimes', { category, frequency: 'UNKNOWN' }),
      stream('abroad', { category, currency: 'EUR', counted: false }),
      stream('ended', { category, active: false }),
      stream('rent', { category: 'rent_and_utilities_rent' }),
      stream('cinema bill', { category, kind: 'bill' }),
      // Long overdue: it has no due day, and is still reported as active.
      stream('late', { category, last_date: '2026-10-01', last_amount: '3.00' }),
    ],
    today,
  );
  expect(rowsOf(total)).toEqual([
    'box 2026-11-25 12350',
    'film 2026-11-27 1799',
    'late null 300',
    'club 2027-10-27 1',
    'sometimes null unknown_frequency',
    'abroad 2026-11-27 currency',
  ]);
  expect(total.cents).toBe(14_450);
});
