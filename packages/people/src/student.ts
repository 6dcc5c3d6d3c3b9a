import { parseDay } from './calendar.ts';
import { cashWithdrawals } from './cash.ts';
import type { Ingredient } from './entry.ts';
import { habit } from './habit.ts';
import type { Person } from './life.ts';
import { personOf } from './live.ts';
import * as places from './merchants.ts';
import type { AccountPlan } from './plan.ts';
import type { Repeating } from './repeating.ts';
import { repeating, risingPrice, triedInTurns } from './repeating.ts';
import { biweekly, monthly, yearly } from './schedule.ts';
import { autosave, payDownLoan } from './sweep-words.ts';
import { steady } from './values.ts';

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Student Checking',
    officialName: 'Campus Student Checking',
    mask: '2089',
    balance: {
      kind: 'kept',
      keep: 140_000,
      sweep: { to: 'savings', schedule: monthly(23, 'after'), ...autosave },
    },
  },
  {
    key: 'savings',
    type: 'depository',
    subtype: 'savings',
    name: 'Student Savings',
    officialName: 'Campus Starter Savings',
    mask: '2097',
    balance: {
      kind: 'kept',
      keep: 120_000,
      sweep: { to: 'student-loan', schedule: yearly(8, 12), ...payDownLoan },
    },
  },
  {
    key: 'card',
    type: 'credit',
    subtype: 'credit card',
    name: 'First Card',
    officialName: 'First Card for Students',
    mask: '6613',
    balance: {
      kind: 'card',
      limit: 150_000,
      payment: { from: 'checking', closesOn: 16, paidOn: 11 },
    },
  },
  {
    key: 'student-loan',
    type: 'loan',
    subtype: 'student',
    name: 'Student Loan',
    officialName: 'Direct Unsubsidized Student Loan',
    mask: '9415',
    balance: { kind: 'valued', at: steady(2_148_300) },
    loan: {
      kind: 'student',
      percent: 4.99,
      payment: 4_500,
      schedule: monthly(20, 'after'),
      principal: 2_150_000,
      originated: '2023-08-21',
      matures: '2038-06-20',
    },
  },
];

const repeatings: readonly Repeating[] = [
  repeating({
    key: 'pay-library',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-12')),
    amount: (_day, dice) => -dice.around(36_000, 46_000, 54_000),
    description: 'RIVERMONT UNIVERSITY STUDENT PAYROLL',
    merchantName: 'Rivermont University',
    category: 'INCOME_SALARY',
  }),
  repeating({
    key: 'from-home',
    accountKey: 'checking',
    schedule: monthly(1),
    amount: -55_000,
    description: 'PAYPIGEON FROM MOM',
    merchantName: 'Paypigeon',
    category: 'TRANSFER_IN_TRANSFER_IN_FROM_APPS',
  }),
  repeating({
    key: 'rent',
    accountKey: 'checking',
    schedule: monthly(3),
    amount: 62_000,
    description: 'PAYPIGEON RENT SHARE',
    merchantName: 'Paypigeon',
    category: 'RENT_AND_UTILITIES_RENT',
  }),
  repeating({
    key: 'loan-interest',
    accountKey: 'checking',
    schedule: monthly(20, 'after'),
    amount: 4_500,
    description: 'FEDERAL LOAN SERVICING',
    merchantName: null,
    category: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  }),
  repeating({
    key: 'music',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(15),
    amount: risingPrice(699, 100),
    description: 'TUNEWELL STUDENT',
    merchantName: 'Tunewell',
    category: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
  }),
  ...triedInTurns(
    [
      {
        key: 'game-pass',
        accountKey: 'card',
        byCard: true,
        schedule: monthly(7),
        amount: 1_199,
        description: 'PIXELBARN PASS',
        merchantName: 'Pixelbarn',
        category: 'ENTERTAINMENT_VIDEO_GAMES',
      },
      {
        key: 'film-pass',
        accountKey: 'card',
        byCard: true,
        schedule: monthly(7),
        amount: 1_199,
        description: 'CINESTHESIA STUDENT PASS',
        merchantName: 'Cinesthesia',
        category: 'ENTERTAINMENT_VIDEO_GAMES',
      },
    ],
    8,
    20,
  ),
];

const accountKey = 'card';

const habits: readonly Ingredient[] = [
  habit({ key: 'groceries', accountKey, merchants: places.groceries.slice(4), odds: 0.25 }),
  habit({ key: 'coffee', accountKey, merchants: places.coffee, odds: 0.4 }),
  habit({ key: 'lunch', accountKey, merchants: places.fastFood, odds: 0.35 }),
  habit({ key: 'drinks', accountKey, merchants: places.bars, odds: [0, 0, 0, 0, 0.1, 0.3, 0.3] }),
  habit({ key: 'transit', accountKey: 'checking', merchants: places.transit, odds: 0.4 }),
  habit({
    key: 'books',
    accountKey,
    merchants: places.shops.slice(1, 2),
    odds: 0.06,
    refunds: 0.1,
  }),
  habit({
    key: 'online',
    accountKey,
    merchants: places.onlineShops.slice(1, 2),
    odds: 0.05,
    refunds: 0.1,
  }),
];

/** Someone at university with a part-time job. */
export const student: Person = personOf(
  {
    username: 'user_student',
    password: 'pass_student',
    fullName: 'Amara Okafor',
    description: 'A student with a part-time job, help from home and a student loan.',
  },
  { accounts, ingredients: [...repeatings, ...habits, cashWithdrawals('checking', 0.04, 4_000)] },
);
