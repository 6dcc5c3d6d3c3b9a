import { purchaseInEuros } from './abroad.ts';
import { cashWithdrawals } from './cash.ts';
import { coupleDirectDebits, coupleIncome, coupleSubscriptions } from './couple-bills.ts';
import type { Ingredient } from './entry.ts';
import { habit, shoppingSeason } from './habit.ts';
import type { Person } from './life.ts';
import { personOf } from './live.ts';
import * as places from './merchants.ts';
import type { AccountPlan } from './plan.ts';
import { inMonths, monthly, yearly } from './schedule.ts';
import { autosave, investTheRest } from './sweep-words.ts';
import { betweenOwnAccounts, roundTransfer } from './transfers.ts';
import { amortised, invested } from './values.ts';

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Everyday Checking',
    officialName: 'Everyday Joint Checking Account',
    mask: '4417',
    balance: {
      kind: 'kept',
      keep: 480_000,
      sweep: { to: 'savings', schedule: monthly(17, 'after'), ...autosave },
    },
  },
  {
    key: 'savings',
    type: 'depository',
    subtype: 'savings',
    name: 'Rainy Day Savings',
    officialName: 'High Yield Savings Account',
    mask: '8820',
    balance: {
      kind: 'kept',
      keep: 2_400_000,
      sweep: { to: 'brokerage', schedule: yearly(1, 21), ...investTheRest },
    },
  },
  {
    key: 'card',
    type: 'credit',
    subtype: 'credit card',
    name: 'Cash Rewards Card',
    officialName: 'Cash Rewards World Credit Card',
    mask: '3391',
    balance: {
      kind: 'card',
      limit: 1_800_000,
      payment: { from: 'checking', closesOn: 13, paidOn: 8 },
    },
  },
  {
    key: 'mortgage',
    type: 'loan',
    subtype: 'mortgage',
    name: 'Home Mortgage',
    officialName: '30 Year Fixed Rate Mortgage',
    mask: '0072',
    balance: {
      kind: 'valued',
      at: amortised({ principal: 35_800_000, percent: 4.25, years: 30, year: 2021, month: 8 }),
    },
    loan: {
      kind: 'mortgage',
      percent: 4.25,
      payment: 208_540,
      schedule: monthly(1, 'after'),
      principal: 35_800_000,
      originated: '2021-06-18',
      matures: '2051-07-01',
    },
  },
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'Joint Brokerage',
    officialName: 'Joint Brokerage Account',
    mask: '5164',
    balance: { kind: 'valued', at: invested(18_640_000, 22) },
  },
  {
    key: '401k',
    type: 'investment',
    subtype: '401k',
    name: 'Tamarack 401(k)',
    officialName: 'Tamarack Medical Devices 401(k) Plan',
    mask: '9903',
    balance: { kind: 'valued', at: invested(14_870_000, 12) },
  },
];

const accountKey = 'card';

// Every weekday has its train fare and every Saturday its groceries, so that something is always pending.
const habits: readonly Ingredient[] = [
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
    accountKey,
    merchants: places.restaurants,
    odds: [0.25, 0.05, 0.1, 0.15, 0.2, 0.5, 0.55],
  }),
  habit({
    key: 'drinks',
    accountKey,
    merchants: places.bars,
    odds: [0, 0, 0, 0.05, 0.08, 0.2, 0.2],
  }),
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
    key: 'online',
    accountKey,
    merchants: places.onlineShops,
    odds: 0.19,
    refunds: 0.09,
    season: shoppingSeason,
  }),
  habit({
    key: 'shopping',
    accountKey,
    merchants: places.shops,
    odds: [0.15, 0.04, 0.04, 0.05, 0.05, 0.08, 0.22],
    refunds: 0.08,
    season: shoppingSeason,
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
    odds: [0, 0.04, 0.05, 0.05, 0.05, 0.04, 0.02],
  }),
  habit({
    key: 'holiday',
    accountKey,
    merchants: places.travel,
    odds: 0.08,
    season: (day) => (day.month === 7 ? 1 : 0),
  }),
];

/** A salaried couple with a house: the person most people try first. */
export const couple: Person = personOf(
  {
    username: 'user_good',
    password: 'pass_good',
    fullName: 'Maya and Jonas Lindqvist',
    description:
      'A salaried couple with two pay checks, a mortgage, a credit card paid in full and savings.',
  },
  {
    accounts,
    ingredients: [
      ...coupleIncome,
      ...coupleDirectDebits,
      ...coupleSubscriptions,
      ...habits,
      cashWithdrawals('checking', 0.09, 10_000),
      purchaseInEuros('card', inMonths([1, 4, 7, 10], 24), places.euroShops),
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
        key: 'from-savings',
        from: 'savings',
        to: 'checking',
        amounts: [25_000, 60_000],
        schedule: inMonths([3, 6, 7, 12], 10),
        odds: 0.8,
        words: betweenOwnAccounts,
      }),
    ],
  },
);
