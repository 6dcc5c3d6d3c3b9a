import { isWeekend } from '../calendar/calendar.ts';
import { habit, shoppingSeason } from '../calendar/habit.ts';
import type { RecurringSource } from '../calendar/recurring.ts';
import {
  priceRisingEveryTwoYears,
  recurring,
  rotatingTrials,
  seasonalAmount,
} from '../calendar/recurring.ts';
import { inMonths, monthly, yearly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { bankTransaction } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import type { AccountPlan } from '../life-plan.ts';
import * as merchants from '../merchants.ts';
import { investmentValue } from '../money/balance-models.ts';
import { cashWithdrawals } from '../money/cash-withdrawals.ts';
import { autosave, investSurplus } from '../money/sweep-labels.ts';

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Business Checking',
    officialName: 'Sole Proprietor Checking',
    mask: '7750',
    balance: {
      kind: 'target',
      target: 680_000,
      sweep: { to: 'savings', schedule: monthly(19, 'after'), ...autosave },
    },
  },
  {
    key: 'savings',
    type: 'depository',
    subtype: 'savings',
    name: 'Tax & Rainy Days',
    officialName: 'Online Savings Account',
    mask: '7768',
    balance: {
      kind: 'target',
      target: 1_400_000,
      sweep: { to: 'ira', schedule: yearly(4, 2), ...investSurplus },
    },
  },
  {
    key: 'card',
    type: 'credit',
    subtype: 'credit card',
    name: 'Travel Card',
    officialName: 'Travel Miles Credit Card',
    mask: '1206',
    balance: {
      kind: 'card',
      limit: 900_000,
      payment: { from: 'checking', closingDay: 20, paymentDay: 14 },
    },
  },
  {
    key: 'ira',
    type: 'investment',
    subtype: 'sep ira',
    name: 'SEP IRA',
    officialName: 'Simplified Employee Pension IRA',
    mask: '4031',
    balance: { kind: 'computed', balanceOn: investmentValue(9_830_000, 18) },
  },
];

const clients = [
  'Bramble Studio',
  'Osprey & Finch',
  'Quarry Lane Press',
  'Helix Garden',
  'Nordlicht Media',
];

/** Invoices are paid irregularly: several in some months, hardly any in others. */
const invoices: TransactionSource = {
  key: 'invoice',
  generate(day, random, add) {
    if (isWeekend(day)) return;
    // Fall is busy, and late summer is slow.
    const seasonFactor =
      day.month >= 9 && day.month <= 11 ? 1.4 : day.month === 7 || day.month === 8 ? 0.6 : 1;
    if (!random.chance(0.13 * seasonFactor)) return;
    const client = random.pick(clients);
    const amount = random.chance(0.3)
      ? random.integerNear(240_000, 360_000, 560_000)
      : random.integerNear(45_000, 140_000, 260_000);
    add({
      ...bankTransaction(
        `invoice-${day.iso}`,
        'checking',
        { originDay: day.number, day: day.number },
        { amount: -amount, name: client, category: 'INCOME_CONTRACTOR' },
      ),
      merchantName: client,
      description: `ACH CREDIT ${client.toUpperCase()} INV ${random.integer(1000, 9999)}`,
    });
  },
};

const bills: readonly RecurringSource[] = [
  recurring({
    key: 'rent',
    accountKey: 'checking',
    schedule: monthly(1),
    amount: 155_000,
    description: 'MAPLE COURT APARTMENTS RENT',
    merchantName: 'Maple Court Apartments',
    category: 'RENT_AND_UTILITIES_RENT',
  }),
  recurring({
    key: 'estimated-tax',
    accountKey: 'checking',
    schedule: inMonths([1, 4, 6, 9], 15),
    amount: 235_000,
    description: 'US TREASURY ESTIMATED TAX',
    merchantName: null,
    category: 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
  }),
  recurring({
    key: 'power',
    accountKey: 'checking',
    schedule: monthly(21, 'after'),
    amount: seasonalAmount(4_200, 9_800),
    description: 'ALDER VALLEY POWER & LIGHT',
    merchantName: 'Alder Valley Power & Light',
    category: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
  }),
  recurring({
    key: 'coworking',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(4),
    amount: 18_500,
    description: 'THE LONG TABLE COWORKING',
    merchantName: 'The Long Table',
    category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    website: 'longtable.example',
  }),
  recurring({
    key: 'design-suite',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(11),
    amount: priceRisingEveryTwoYears(5_999, 500),
    description: 'GLYPHSMITH DESIGN SUITE',
    merchantName: 'Glyphsmith',
    category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    website: 'glyphsmith.example',
  }),
  recurring({
    key: 'phone',
    accountKey: 'card',
    byCard: true,
    schedule: monthly(24),
    amount: 5_500,
    description: 'BLUEFINCH MOBILE AUTOPAY',
    merchantName: 'Bluefinch Mobile',
    category: 'RENT_AND_UTILITIES_TELEPHONE',
  }),
  ...rotatingTrials(
    [
      {
        key: 'language-app',
        accountKey: 'card',
        byCard: true,
        schedule: monthly(8),
        amount: 1_299,
        description: 'PARLANDO LANGUAGE',
        merchantName: 'Parlando',
        category: 'GENERAL_SERVICES_EDUCATION',
      },
      {
        key: 'font-library',
        accountKey: 'card',
        byCard: true,
        schedule: monthly(8),
        amount: 1_299,
        description: 'SERIFERY FONT LIBRARY',
        merchantName: 'Serifery',
        category: 'GENERAL_SERVICES_EDUCATION',
      },
    ],
    7,
    16,
  ),
  recurring({
    key: 'domain',
    accountKey: 'card',
    byCard: true,
    schedule: yearly(5, 23),
    amount: 3_800,
    description: 'PLOTNAME DOMAIN RENEWAL',
    merchantName: 'Plotname',
    category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
  }),
];

const accountKey = 'card';

const habits: readonly TransactionSource[] = [
  habit({ key: 'groceries', accountKey, merchants: merchants.groceries.slice(2), odds: 0.28 }),
  habit({ key: 'coffee', accountKey, merchants: merchants.coffee, odds: 0.55 }),
  habit({ key: 'lunch', accountKey, merchants: merchants.fastFood, odds: 0.25 }),
  habit({ key: 'dinner', accountKey, merchants: merchants.restaurants, odds: 0.12 }),
  habit({ key: 'transit', accountKey: 'checking', merchants: merchants.transit, odds: 0.35 }),
  habit({
    key: 'online',
    accountKey,
    merchants: merchants.onlineStores,
    odds: 0.12,
    refunds: 0.1,
    season: shoppingSeason,
  }),
  habit({
    key: 'shopping',
    accountKey,
    merchants: merchants.retailStores,
    odds: 0.07,
    refunds: 0.08,
  }),
  habit({ key: 'health', accountKey, merchants: merchants.health, odds: 0.05 }),
  habit({ key: 'work-trip', accountKey, merchants: merchants.travel, odds: 0.015 }),
];

/** A freelancer with several clients. */
export const freelancer: Person = definePerson(
  {
    username: 'user_freelance',
    password: 'pass_freelance',
    fullName: 'Teodora Vance',
    description: 'A freelance designer with irregular income, rent, and quarterly taxes.',
  },
  {
    accounts,
    sources: [invoices, ...bills, ...habits, cashWithdrawals('checking', 0.05, 8_000)],
  },
);
