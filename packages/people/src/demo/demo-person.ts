import { habit, shoppingSeason } from '../calendar/habit.ts';
import { inMonths, monthly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import * as merchants from '../merchants.ts';
import { cashWithdrawals } from '../money/cash-withdrawals.ts';
import { investSurplus } from '../money/sweep-labels.ts';
import { accountTransferLabels, scheduledTransfer } from '../money/transfers.ts';
import { demoAccounts } from './demo-accounts.ts';
import { demoDirectDebits, demoIncome, demoSubscriptions } from './demo-recurring.ts';

const accountKey = 'card';

// Transit on every weekday and groceries on every Saturday keep at least one transaction pending.
const food: readonly TransactionSource[] = [
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
    accountKey: 'travel-card',
    merchants: merchants.restaurants,
    odds: [0.25, 0.05, 0.1, 0.15, 0.2, 0.5, 0.55],
  }),
  habit({
    key: 'drinks',
    accountKey: 'travel-card',
    merchants: merchants.bars,
    odds: [0, 0, 0, 0.05, 0.08, 0.2, 0.2],
  }),
];

const travel: readonly TransactionSource[] = [
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
    key: 'holiday',
    accountKey: 'travel-card',
    merchants: merchants.travel,
    odds: 0.08,
    season: ({ month }) => (month === 7 ? 1 : month === 12 ? 0.6 : 0),
  }),
];

const home: readonly TransactionSource[] = [
  habit({
    key: 'online',
    accountKey,
    merchants: merchants.onlineStores,
    odds: 0.19,
    refunds: 0.14,
    season: shoppingSeason,
  }),
  habit({
    key: 'shopping',
    accountKey,
    merchants: merchants.retailStores,
    odds: [0.15, 0.04, 0.04, 0.05, 0.05, 0.08, 0.22],
    refunds: 0.14,
    season: shoppingSeason,
  }),
  habit({
    key: 'wrong-size',
    accountKey,
    merchants: merchants.retailStores.slice(0, 1),
    odds: 1,
    // One purchase every second month is refunded, so that there is always a recent refund.
    refunds: 1,
    season: ({ month, date }) => (month % 2 === 0 && date === 16 ? 1 : 0),
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
    odds: [0, 0.03, 0.03, 0.03, 0.03, 0.03, 0.02],
  }),
];

/** Internal transfers, manual or scheduled. */
const transfers: readonly TransactionSource[] = [
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
    key: 'to-ira',
    from: 'checking',
    to: 'ira',
    amounts: [45_000],
    schedule: monthly(21, 'after'),
    odds: 1,
    labels: investSurplus.labels,
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
];

/** The person shown in demo mode, whose accounts cannot be linked. */
export const demoPerson: Person = definePerson(
  {
    username: 'demo',
    password: '',
    fullName: 'Nora and Elias Brandt',
    description:
      'A couple with two salaries, a house, a car, a student loan, savings, and investments.',
  },
  {
    accounts: demoAccounts,
    sources: [
      ...demoIncome,
      ...demoDirectDebits,
      ...demoSubscriptions,
      ...food,
      ...travel,
      ...home,
      ...transfers,
      cashWithdrawals('checking', 0.09, 10_000),
    ],
  },
);
