import { habit, shoppingSeason } from '../calendar/habit.ts';
import { inMonths, monthly, yearly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import type { AccountPlan } from '../life-plan.ts';
import * as merchants from '../merchants.ts';
import { amortizedBalance, investmentValue } from '../money/balance-models.ts';
import { cashWithdrawals } from '../money/cash-withdrawals.ts';
import { purchaseInEuros } from '../money/euro-purchases.ts';
import { autosave, investSurplus } from '../money/sweep-labels.ts';
import { accountTransferLabels, scheduledTransfer } from '../money/transfers.ts';
import { coupleDirectDebits, coupleIncome, coupleSubscriptions } from './couple-recurring.ts';

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Everyday Checking',
    officialName: 'Everyday Joint Checking Account',
    mask: '4417',
    balance: {
      kind: 'target',
      target: 480_000,
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
      kind: 'target',
      target: 2_400_000,
      sweep: { to: 'brokerage', schedule: yearly(1, 21), ...investSurplus },
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
      payment: { from: 'checking', closingDay: 13, paymentDay: 8 },
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
      kind: 'computed',
      balanceOn: amortizedBalance({
        principal: 35_800_000,
        percent: 4.25,
        years: 30,
        year: 2021,
        month: 8,
      }),
    },
    loan: {
      kind: 'mortgage',
      percent: 4.25,
      payment: 208_540,
      schedule: monthly(1, 'after'),
      principal: 35_800_000,
      originationDate: '2021-06-18',
      maturityDate: '2051-07-01',
    },
  },
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'Joint Brokerage',
    officialName: 'Joint Brokerage Account',
    mask: '5164',
    balance: { kind: 'computed', balanceOn: investmentValue(18_640_000, 22) },
  },
  {
    key: '401k',
    type: 'investment',
    subtype: '401k',
    name: 'Tamarack 401(k)',
    officialName: 'Tamarack Medical Devices 401(k) Plan',
    mask: '9903',
    balance: { kind: 'computed', balanceOn: investmentValue(14_870_000, 12) },
  },
];

const accountKey = 'card';

// Transit on every weekday and groceries on every Saturday keep at least one transaction pending.
const habits: readonly TransactionSource[] = [
  habit({
    key: 'groceries',
    accountKey,
    merchants: merchants.groceries,
    odds: [0.5, 0.15, 0.25, 0.25, 0.2, 0.3, 1],
    refunds: 0.01,
  }),
  habit({
    key: 'warehouse',
    accountKey,
    merchants: merchants.superstores,
    odds: [0.16, 0, 0.03, 0, 0.03, 0.02, 0.2],
    refunds: 0.05,
  }),
  habit({
    key: 'coffee',
    accountKey,
    merchants: merchants.coffee,
    odds: [0.35, 0.7, 0.7, 0.75, 0.7, 0.8, 0.45],
  }),
  habit({
    key: 'lunch',
    accountKey,
    merchants: merchants.fastFood,
    odds: [0.1, 0.15, 0.2, 0.2, 0.15, 0.3, 0.15],
  }),
  habit({
    key: 'dinner',
    accountKey,
    merchants: merchants.restaurants,
    odds: [0.25, 0.05, 0.1, 0.15, 0.2, 0.5, 0.55],
  }),
  habit({
    key: 'drinks',
    accountKey,
    merchants: merchants.bars,
    odds: [0, 0, 0, 0.05, 0.08, 0.2, 0.2],
  }),
  habit({ key: 'fuel', accountKey, merchants: merchants.fuel, odds: 0.15 }),
  habit({
    key: 'transit',
    accountKey: 'checking',
    merchants: merchants.transit,
    odds: [0, 1, 1, 1, 1, 1, 0.1],
  }),
  habit({
    key: 'getting-around',
    accountKey,
    merchants: merchants.localTravel,
    odds: [0.1, 0.06, 0.06, 0.06, 0.08, 0.18, 0.2],
  }),
  habit({
    key: 'online',
    accountKey,
    merchants: merchants.onlineStores,
    odds: 0.19,
    refunds: 0.09,
    season: shoppingSeason,
  }),
  habit({
    key: 'shopping',
    accountKey,
    merchants: merchants.retailStores,
    odds: [0.15, 0.04, 0.04, 0.05, 0.05, 0.08, 0.22],
    refunds: 0.08,
    season: shoppingSeason,
  }),
  habit({
    key: 'home',
    accountKey,
    merchants: merchants.home,
    odds: [0.1, 0.02, 0.02, 0.02, 0.02, 0.02, 0.12],
    refunds: 0.05,
  }),
  habit({
    key: 'health',
    accountKey,
    merchants: merchants.health,
    odds: [0, 0.09, 0.09, 0.09, 0.09, 0.09, 0.05],
  }),
  habit({
    key: 'personal-care',
    accountKey,
    merchants: merchants.personalCare,
    odds: [0, 0, 0.04, 0.05, 0.05, 0.06, 0.12],
  }),
  habit({
    key: 'outings',
    accountKey,
    merchants: merchants.entertainment,
    odds: [0.08, 0, 0, 0.02, 0.02, 0.08, 0.12],
  }),
  habit({
    key: 'one-offs',
    accountKey,
    merchants: merchants.oneOffs,
    odds: [0, 0.04, 0.05, 0.05, 0.05, 0.04, 0.02],
  }),
  habit({
    key: 'holiday',
    accountKey,
    merchants: merchants.travel,
    odds: 0.08,
    season: (day) => (day.month === 7 ? 1 : 0),
  }),
];

/** A salaried couple with a house: the default person. */
export const couple: Person = definePerson(
  {
    username: 'user_good',
    password: 'pass_good',
    fullName: 'Maya and Jonas Lindqvist',
    description:
      'A salaried couple with two paychecks, a mortgage, a credit card paid in full, and savings.',
  },
  {
    accounts,
    sources: [
      ...coupleIncome,
      ...coupleDirectDebits,
      ...coupleSubscriptions,
      ...habits,
      cashWithdrawals('checking', 0.09, 10_000),
      purchaseInEuros('card', inMonths([1, 4, 7, 10], 24), merchants.euroStores),
      scheduledTransfer({
        key: 'to-savings',
        from: 'checking',
        to: 'savings',
        amounts: [30_000, 40_000, 50_000],
        schedule: monthly(2, 'after'),
        odds: 0.9,
        labels: accountTransferLabels,
      }),
      scheduledTransfer({
        key: 'from-savings',
        from: 'savings',
        to: 'checking',
        amounts: [25_000, 60_000],
        schedule: inMonths([3, 6, 7, 12], 10),
        odds: 0.8,
        labels: accountTransferLabels,
      }),
    ],
  },
);
