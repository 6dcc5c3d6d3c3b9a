import { habit, shoppingSeason } from '../calendar/habit.ts';
import type { RecurringSource } from '../calendar/recurring.ts';
import {
  payWithAnnualRaises,
  priceRisingEveryTwoYears,
  recurring,
  rotatingTrials,
  seasonalAmount,
} from '../calendar/recurring.ts';
import { inMonths, monthly, nthWeekday, yearly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import type { AccountPlan } from '../life-plan.ts';
import * as merchants from '../merchants.ts';
import { investmentValue } from '../money/balance-models.ts';
import { cashWithdrawals } from '../money/cash-withdrawals.ts';
import { autosave } from '../money/sweep-labels.ts';

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Golden Checking',
    officialName: 'Golden Years Interest Checking',
    mask: '3108',
    balance: {
      kind: 'target',
      target: 610_000,
      sweep: { to: 'money-market', schedule: monthly(25, 'after'), ...autosave },
    },
  },
  {
    key: 'money-market',
    type: 'depository',
    subtype: 'money market',
    name: 'Money Market',
    officialName: 'Premier Money Market Account',
    mask: '3116',
    balance: {
      kind: 'target',
      target: 3_800_000,
      sweep: {
        to: 'brokerage',
        schedule: yearly(2, 6),
        labels: {
          outName: 'Transfer to Brokerage',
          outCategory: 'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS',
          inName: 'Funds Received',
          inCategory: 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
        },
        reverseLabels: {
          outName: 'Withdrawal to Bank',
          outCategory: 'TRANSFER_OUT_ACCOUNT_TRANSFER',
          inName: 'Transfer from Brokerage',
          inCategory: 'TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS',
        },
      },
    },
  },
  {
    key: 'card',
    type: 'credit',
    subtype: 'credit card',
    name: 'Heritage Card',
    officialName: 'Heritage Signature Credit Card',
    mask: '8842',
    balance: {
      kind: 'card',
      limit: 1_200_000,
      payment: { from: 'checking', closingDay: 10, paymentDay: 5 },
    },
  },
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'Brokerage',
    officialName: 'Individual Brokerage Account',
    mask: '7002',
    balance: { kind: 'computed', balanceOn: investmentValue(28_450_000, 6) },
  },
  {
    key: 'ira',
    type: 'investment',
    subtype: 'ira',
    name: 'Traditional IRA',
    officialName: 'Traditional Individual Retirement Account',
    mask: '7010',
    balance: { kind: 'computed', balanceOn: investmentValue(41_900_000, 3) },
  },
];

const income: readonly RecurringSource[] = [
  recurring({
    key: 'social-security',
    accountKey: 'checking',
    schedule: nthWeekday(2, 3),
    amount: payWithAnnualRaises(231_400, 2.5),
    description: 'SSA TREAS 310 SOC SEC',
    merchantName: null,
    category: 'INCOME_RETIREMENT_PENSION',
  }),
  recurring({
    key: 'pension',
    accountKey: 'checking',
    schedule: monthly(1, 'before'),
    amount: -184_250,
    description: 'STATE TEACHERS RETIREMENT PENSION',
    merchantName: 'State Teachers Retirement',
    category: 'INCOME_RETIREMENT_PENSION',
  }),
  recurring({
    key: 'dividends',
    accountKey: 'checking',
    schedule: inMonths([3, 6, 9, 12], 21),
    amount: (_day, random) => -random.integerNear(110_000, 146_000, 190_000),
    description: 'QUARTERLY DIVIDEND DISTRIBUTION',
    merchantName: null,
    category: 'INCOME_DIVIDENDS',
  }),
  recurring({
    key: 'interest',
    accountKey: 'money-market',
    schedule: monthly(31),
    amount: (_day, random) => -random.integer(11_800, 13_900),
    description: 'INTEREST PAID',
    merchantName: null,
    category: 'INCOME_INTEREST_EARNED',
  }),
];

const bills: readonly RecurringSource[] = [
  recurring({
    key: 'condo-fee',
    accountKey: 'checking',
    schedule: monthly(2, 'after'),
    amount: 38_500,
    description: 'HERON POINT CONDO ASSOCIATION',
    merchantName: 'Heron Point Condominiums',
    category: 'RENT_AND_UTILITIES_OTHER_UTILITIES',
  }),
  recurring({
    key: 'power',
    accountKey: 'checking',
    schedule: monthly(17, 'after'),
    amount: seasonalAmount(6_100, 14_900),
    description: 'ALDER VALLEY POWER & LIGHT',
    merchantName: 'Alder Valley Power & Light',
    category: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
  }),
  recurring({
    key: 'health-insurance',
    accountKey: 'checking',
    schedule: monthly(9, 'after'),
    amount: 21_740,
    description: 'LARKFIELD SENIOR SUPPLEMENT',
    merchantName: 'Larkfield Mutual',
    category: 'GENERAL_SERVICES_INSURANCE',
  }),
  recurring({
    key: 'property-tax',
    accountKey: 'checking',
    schedule: yearly(11, 12),
    amount: 284_600,
    description: 'COUNTY TREASURER PROPERTY TAX',
    merchantName: null,
    category: 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
  }),
  recurring({
    key: 'newspaper',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(13),
    amount: priceRisingEveryTwoYears(2_200, 300),
    description: 'ALDER FALLS COURIER DELIVERY',
    merchantName: 'The Alder Falls Courier',
    category: 'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
  }),
  recurring({
    key: 'phone',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(26),
    amount: 4_000,
    description: 'BLUEFINCH MOBILE AUTOPAY',
    merchantName: 'Bluefinch Mobile',
    category: 'RENT_AND_UTILITIES_TELEPHONE',
  }),
  ...rotatingTrials(
    [
      {
        key: 'genealogy',
        accountKey: 'card',
        byCard: true,
        schedule: monthly(18),
        amount: 2_499,
        description: 'FAMILY BOUGHS GENEALOGY',
        merchantName: 'Family Boughs',
        category: 'ENTERTAINMENT_OTHER_ENTERTAINMENT',
      },
      {
        key: 'wine-club',
        accountKey: 'card',
        byCard: true,
        schedule: monthly(18),
        amount: 2_499,
        description: 'CELLAR NO. 9 WINE CLUB',
        merchantName: 'Cellar No. 9',
        category: 'ENTERTAINMENT_OTHER_ENTERTAINMENT',
      },
    ],
    5,
    17,
  ),
];

const accountKey = 'card';

const habits: readonly TransactionSource[] = [
  habit({ key: 'groceries', accountKey, merchants: merchants.groceries, odds: 0.3 }),
  habit({ key: 'dinner', accountKey, merchants: merchants.restaurants, odds: 0.16 }),
  habit({ key: 'coffee', accountKey, merchants: merchants.coffee, odds: 0.3 }),
  habit({ key: 'health', accountKey, merchants: merchants.health, odds: 0.14 }),
  habit({ key: 'fuel', accountKey, merchants: merchants.fuel, odds: 0.08 }),
  habit({ key: 'garden', accountKey, merchants: merchants.home, odds: 0.08, refunds: 0.05 }),
  habit({
    key: 'gifts',
    accountKey,
    merchants: merchants.retailStores,
    odds: 0.07,
    refunds: 0.06,
    season: shoppingSeason,
  }),
  habit({ key: 'outings', accountKey, merchants: merchants.entertainment, odds: 0.05 }),
  habit({ key: 'trips', accountKey, merchants: merchants.travel, odds: 0.025 }),
];

/** A retired person who lives on a pension and savings. */
export const retiree: Person = definePerson(
  {
    username: 'user_retiree',
    password: 'pass_retiree',
    fullName: 'Walter Brandvold',
    description: 'A retired teacher with a pension, a brokerage account, and an IRA.',
  },
  {
    accounts,
    sources: [...income, ...bills, ...habits, cashWithdrawals('checking', 0.08, 12_000)],
  },
);
