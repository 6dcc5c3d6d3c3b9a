import { cashWithdrawals } from './cash.ts';
import { demoAccounts } from './demo-accounts.ts';
import { demoDirectDebits, demoIncome, demoSubscriptions } from './demo-bills.ts';
import type { Ingredient } from './entry.ts';
import { habit, shoppingSeason } from './habit.ts';
import type { Person } from './life.ts';
import { personOf } from './live.ts';
import * as places from './merchants.ts';
import { inMonths, monthly } from './schedule.ts';
import { investTheRest } from './sweep-words.ts';
import { betweenOwnAccounts, roundTransfer } from './transfers.ts';

const accountKey = 'card';

// Every weekday has its train fare and every Saturday its groceries, so that something is always pending.
const food: readonly Ingredient[] = [
  habit({
    key: 'groceries',
    accountKey,
    merchants: places.groceries,
    odds: [0.5, 0.15, 0.25, 0.25, 0.2, 0.3, 1],
    refunds: 0.01,
  }),
  habit({
    key: 'warehouse',
    accountKey,
    merchants: places.warehouses,
    odds: [0.16, 0, 0.03, 0, 0.03, 0.02, 0.2],
    refunds: 0.05,
  }),
  habit({
    key: 'coffee',
    accountKey,
    merchants: places.coffee,
    odds: [0.35, 0.7, 0.7, 0.75, 0.7, 0.8, 0.45],
  }),
  habit({
    key: 'lunch',
    accountKey,
    merchants: places.fastFood,
    odds: [0.1, 0.15, 0.2, 0.2, 0.15, 0.3, 0.15],
  }),
  habit({
    key: 'dinner',
    accountKey: 'travel-card',
    merchants: places.restaurants,
    odds: [0.25, 0.05, 0.1, 0.15, 0.2, 0.5, 0.55],
  }),
  habit({
    key: 'drinks',
    accountKey: 'travel-card',
    merchants: places.bars,
    odds: [0, 0, 0, 0.05, 0.08, 0.2, 0.2],
  }),
];

const onTheWay: readonly Ingredient[] = [
  habit({ key: 'fuel', accountKey, merchants: places.fuel, odds: 0.15 }),
  habit({
    key: 'transit',
    accountKey: 'checking',
    merchants: places.transit,
    odds: [0, 1, 1, 1, 1, 1, 0.1],
  }),
  habit({
    key: 'getting-around',
    accountKey,
    merchants: places.gettingAround,
    odds: [0.1, 0.06, 0.06, 0.06, 0.08, 0.18, 0.2],
  }),
  habit({
    key: 'holiday',
    accountKey: 'travel-card',
    merchants: places.travel,
    odds: 0.08,
    season: ({ month }) => (month === 7 ? 1 : month === 12 ? 0.6 : 0),
  }),
];

const home: readonly Ingredient[] = [
  habit({
    key: 'online',
    accountKey,
    merchants: places.onlineShops,
    odds: 0.19,
    refunds: 0.14,
    season: shoppingSeason,
  }),
  habit({
    key: 'shopping',
    accountKey,
    merchants: places.shops,
    odds: [0.15, 0.04, 0.04, 0.05, 0.05, 0.08, 0.22],
    refunds: 0.14,
    season: shoppingSeason,
  }),
  habit({
    key: 'wrong-size',
    accountKey,
    merchants: places.shops.slice(0, 1),
    odds: 1,
    // Every second month something goes back, so that a refund is never long ago.
    refunds: 1,
    season: ({ month, date }) => (month % 2 === 0 && date === 16 ? 1 : 0),
  }),
  habit({
    key: 'home',
    accountKey,
    merchants: places.home,
    odds: [0.1, 0.02, 0.02, 0.02, 0.02, 0.02, 0.12],
    refunds: 0.05,
  }),
  habit({
    key: 'health',
    accountKey,
    merchants: places.health,
    odds: [0, 0.09, 0.09, 0.09, 0.09, 0.09, 0.05],
  }),
  habit({
    key: 'personal-care',
    accountKey,
    merchants: places.personalCare,
    odds: [0, 0, 0.04, 0.05, 0.05, 0.06, 0.12],
  }),
  habit({
    key: 'outings',
    accountKey,
    merchants: places.outings,
    odds: [0.08, 0, 0, 0.02, 0.02, 0.08, 0.12],
  }),
  habit({
    key: 'one-offs',
    accountKey,
    merchants: places.oneOffs,
    odds: [0, 0.03, 0.03, 0.03, 0.03, 0.03, 0.02],
  }),
];

/** Moved by hand or by standing order between the person's own accounts. */
const transfers: readonly Ingredient[] = [
  roundTransfer({
    key: 'to-savings',
    from: 'checking',
    to: 'savings',
    amounts: [30_000, 40_000, 50_000],
    schedule: monthly(2, 'after'),
    odds: 0.9,
    words: betweenOwnAccounts,
  }),
  roundTransfer({
    key: 'to-ira',
    from: 'checking',
    to: 'ira',
    amounts: [45_000],
    schedule: monthly(21, 'after'),
    odds: 1,
    words: investTheRest.words,
  }),
  roundTransfer({
    key: 'from-savings',
    from: 'savings',
    to: 'checking',
    amounts: [25_000, 60_000],
    schedule: inMonths([3, 6, 7, 12], 10),
    odds: 0.8,
    words: betweenOwnAccounts,
  }),
];

/** Whose money demo mode shows. Nobody links them: they are no login at any bank. */
export const demoPerson: Person = personOf(
  {
    username: 'demo',
    password: '',
    fullName: 'Nora and Elias Brandt',
    description:
      'A couple with two salaries, a house, a car, a student loan, savings and investments.',
  },
  {
    accounts: demoAccounts,
    ingredients: [
      ...demoIncome,
      ...demoDirectDebits,
      ...demoSubscriptions,
      ...food,
      ...onTheWay,
      ...home,
      ...transfers,
      cashWithdrawals('checking', 0.09, 10_000),
    ],
  },
);
