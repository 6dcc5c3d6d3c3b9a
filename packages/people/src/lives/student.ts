import { parseDay } from '../calendar/calendar.ts';
import { habit } from '../calendar/habit.ts';
import type { RecurringSource } from '../calendar/recurring.ts';
import { priceRisingEveryTwoYears, recurring, rotatingTrials } from '../calendar/recurring.ts';
import { biweekly, monthly, yearly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import type { AccountPlan } from '../life-plan.ts';
import * as merchants from '../merchants.ts';
import { constantBalance } from '../money/balance-models.ts';
import { cashWithdrawals } from '../money/cash-withdrawals.ts';
import { autosave, extraLoanPayment } from '../money/sweep-labels.ts';

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Student Checking',
    officialName: 'Campus Student Checking',
    mask: '2089',
    balance: {
      kind: 'target',
      target: 140_000,
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
      kind: 'target',
      target: 120_000,
      sweep: { to: 'student-loan', schedule: yearly(8, 12), ...extraLoanPayment },
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
      payment: { from: 'checking', closingDay: 16, paymentDay: 11 },
    },
  },
  {
    key: 'student-loan',
    type: 'loan',
    subtype: 'student',
    name: 'Student Loan',
    officialName: 'Direct Unsubsidized Student Loan',
    mask: '9415',
    balance: { kind: 'computed', balanceOn: constantBalance(2_148_300) },
    loan: {
      kind: 'student',
      percent: 4.99,
      payment: 4_500,
      schedule: monthly(20, 'after'),
      principal: 2_150_000,
      originationDate: '2023-08-21',
      maturityDate: '2038-06-20',
    },
  },
];

const recurringSources: readonly RecurringSource[] = [
  recurring({
    key: 'pay-library',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-12')),
    amount: (_day, random) => -random.integerNear(36_000, 46_000, 54_000),
    description: 'RIVERMONT UNIVERSITY STUDENT PAYROLL',
    merchantName: 'Rivermont University',
    category: 'INCOME_SALARY',
  }),
  recurring({
    key: 'from-home',
    accountKey: 'checking',
    schedule: monthly(1),
    amount: -55_000,
    description: 'PAYPIGEON FROM MOM',
    merchantName: 'Paypigeon',
    category: 'TRANSFER_IN_TRANSFER_IN_FROM_APPS',
  }),
  recurring({
    key: 'rent',
    accountKey: 'checking',
    schedule: monthly(3),
    amount: 62_000,
    description: 'PAYPIGEON RENT SHARE',
    merchantName: 'Paypigeon',
    category: 'RENT_AND_UTILITIES_RENT',
  }),
  recurring({
    key: 'loan-interest',
    accountKey: 'checking',
    schedule: monthly(20, 'after'),
    amount: 4_500,
    description: 'FEDERAL LOAN SERVICING',
    merchantName: null,
    category: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  }),
  recurring({
    key: 'music',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(15),
    amount: priceRisingEveryTwoYears(699, 100),
    description: 'TUNEWELL STUDENT',
    merchantName: 'Tunewell',
    category: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
  }),
  ...rotatingTrials(
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

const habits: readonly TransactionSource[] = [
  habit({ key: 'groceries', accountKey, merchants: merchants.groceries.slice(4), odds: 0.25 }),
  habit({ key: 'coffee', accountKey, merchants: merchants.coffee, odds: 0.4 }),
  habit({ key: 'lunch', accountKey, merchants: merchants.fastFood, odds: 0.35 }),
  habit({
    key: 'drinks',
    accountKey,
    merchants: merchants.bars,
    odds: [0, 0, 0, 0, 0.1, 0.3, 0.3],
  }),
  habit({ key: 'transit', accountKey: 'checking', merchants: merchants.transit, odds: 0.4 }),
  habit({
    key: 'books',
    accountKey,
    merchants: merchants.retailStores.slice(1, 2),
    odds: 0.06,
    refunds: 0.1,
  }),
  habit({
    key: 'online',
    accountKey,
    merchants: merchants.onlineStores.slice(1, 2),
    odds: 0.05,
    refunds: 0.1,
  }),
];

/** A university student with a part-time job. */
export const student: Person = definePerson(
  {
    username: 'user_student',
    password: 'pass_student',
    fullName: 'Amara Okafor',
    description: 'A student with a part-time job, help from home, and a student loan.',
  },
  { accounts, sources: [...recurringSources, ...habits, cashWithdrawals('checking', 0.04, 4_000)] },
);
