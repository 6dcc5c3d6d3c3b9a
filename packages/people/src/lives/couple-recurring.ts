import { parseDay } from '../calendar/calendar.ts';
import type { RecurringPlan, RecurringSource } from '../calendar/recurring.ts';
import {
  payWithAnnualRaises,
  priceRisingEveryTwoYears,
  recurring,
  rotatingTrials,
  seasonalAmount,
} from '../calendar/recurring.ts';
import { biweekly, inMonths, monthly, semiMonthly, weekly, yearly } from '../calendar/schedule.ts';

/** The couple's income: two salaries, interest, and a tax refund. */
export const coupleIncome: readonly RecurringSource[] = [
  recurring({
    key: 'pay-tamarack',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-05')),
    amount: payWithAnnualRaises(254_117, 3),
    description: 'TAMARACK MEDICAL DEVICES PAYROLL',
    merchantName: 'Tamarack Medical Devices',
    category: 'INCOME_SALARY',
  }),
  recurring({
    key: 'pay-penrose',
    accountKey: 'checking',
    schedule: semiMonthly(15, 31, 'before'),
    amount: payWithAnnualRaises(196_342, 2.5),
    description: 'PENROSE & QUILL ARCHITECTS DIR DEP',
    merchantName: 'Penrose & Quill Architects',
    category: 'INCOME_SALARY',
  }),
  recurring({
    key: 'interest',
    accountKey: 'savings',
    schedule: monthly(31),
    amount: (_day, random) => -random.integer(7_800, 9_900),
    description: 'INTEREST PAID',
    merchantName: null,
    category: 'INCOME_INTEREST_EARNED',
  }),
  recurring({
    key: 'tax-refund',
    accountKey: 'checking',
    schedule: yearly(4, 9),
    amount: (_day, random) => -random.integer(110_000, 190_000),
    description: 'FEDERAL TAX REFUND',
    merchantName: null,
    category: 'INCOME_TAX_REFUND',
  }),
];

/** Direct debits from checking. */
export const coupleDirectDebits: readonly RecurringSource[] = [
  recurring({
    key: 'mortgage-payment',
    accountKey: 'checking',
    schedule: monthly(1, 'after'),
    amount: 208_540,
    description: 'GREYWATER HOME LOANS MTG PMT',
    merchantName: 'Greywater Home Loans',
    category: 'LOAN_PAYMENTS_MORTGAGE_PAYMENT',
    website: 'greywater.example',
  }),
  recurring({
    key: 'power',
    accountKey: 'checking',
    schedule: monthly(18, 'after'),
    amount: seasonalAmount(8_200, 19_400),
    description: 'ALDER VALLEY POWER & LIGHT',
    merchantName: 'Alder Valley Power & Light',
    category: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
    website: 'aldervalleypower.example',
  }),
  recurring({
    key: 'water',
    accountKey: 'checking',
    schedule: monthly(12, 'after'),
    amount: (_day, random) => random.integerNear(4_600, 5_400, 7_100),
    description: 'CITY OF ALDER FALLS WATER',
    merchantName: 'City of Alder Falls',
    category: 'RENT_AND_UTILITIES_WATER',
  }),
  recurring({
    key: 'waste',
    accountKey: 'checking',
    schedule: inMonths([2, 5, 8, 11], 16),
    amount: 7_875,
    description: 'GREENBIN HAULING QTRLY',
    merchantName: 'Greenbin Hauling',
    category: 'RENT_AND_UTILITIES_SEWAGE_AND_WASTE_MANAGEMENT',
  }),
  recurring({
    key: 'car-insurance',
    accountKey: 'checking',
    schedule: monthly(22, 'after'),
    amount: 14_830,
    description: 'LARKFIELD MUTUAL INS PREM',
    merchantName: 'Larkfield Mutual',
    category: 'GENERAL_SERVICES_INSURANCE',
    website: 'larkfield.example',
  }),
];

/** A subscription charged to the card. */
function onCard(plan: Omit<RecurringPlan, 'accountKey' | 'byCard'>): RecurringSource {
  return recurring({ ...plan, accountKey: 'card', byCard: true });
}

/** Services the couple tries for a few months and then cancels, one at a time. */
const trials = rotatingTrials(
  ['Kitefall', 'Marlowe Stream', 'Inkwell Audio', 'Palette Club'].map((name, index) => ({
    key: `trial-${index + 1}`,
    accountKey: 'card',
    byCard: true,
    schedule: monthly(9),
    amount: 1_099 + index * 100,
    description: `${name.toUpperCase()} MONTHLY`,
    merchantName: name,
    category: index < 2 ? 'ENTERTAINMENT_TV_AND_MOVIES' : 'ENTERTAINMENT_OTHER_ENTERTAINMENT',
  })),
  6,
  18,
);

/** Recurring charges to the card. */
export const coupleSubscriptions: readonly RecurringSource[] = [
  ...trials,
  onCard({
    key: 'streaming',
    schedule: monthly(14),
    // The only subscription whose price rises.
    amount: priceRisingEveryTwoYears(1_799, 250),
    description: 'LUMEO TV SUBSCRIPTION',
    merchantName: 'Lumeo TV',
    category: 'ENTERTAINMENT_TV_AND_MOVIES',
    website: 'lumeo.example',
  }),
  onCard({
    key: 'music',
    schedule: monthly(27),
    amount: 1_699,
    description: 'TUNEWELL FAMILY',
    merchantName: 'Tunewell',
    category: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
    website: 'tunewell.example',
  }),
  onCard({
    key: 'cloud',
    schedule: monthly(3),
    amount: 299,
    description: 'NIMBALOFT STORAGE 200GB',
    merchantName: 'Nimbaloft',
    category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    website: 'nimbaloft.example',
  }),
  onCard({
    key: 'phone',
    schedule: monthly(20),
    amount: 9_250,
    description: 'BLUEFINCH MOBILE AUTOPAY',
    merchantName: 'Bluefinch Mobile',
    category: 'RENT_AND_UTILITIES_TELEPHONE',
    website: 'bluefinch.example',
  }),
  onCard({
    key: 'internet',
    schedule: monthly(6),
    amount: 6_999,
    description: 'SKEIN FIBER INTERNET',
    merchantName: 'Skein Fiber',
    category: 'RENT_AND_UTILITIES_INTERNET_AND_CABLE',
    website: 'skeinfiber.example',
  }),
  onCard({
    key: 'gym',
    schedule: monthly(2),
    amount: 4_400,
    description: 'IRON HERON FITNESS DUES',
    merchantName: 'Iron Heron Fitness',
    category: 'PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS',
    website: 'ironheron.example',
  }),
  onCard({
    key: 'veg-box',
    schedule: weekly(4),
    amount: 2_850,
    description: 'ROOTS & RADISH WEEKLY BOX',
    merchantName: 'Roots & Radish',
    category: 'FOOD_AND_DRINK_GROCERIES',
    website: 'rootsandradish.example',
  }),
  onCard({
    key: 'donation',
    schedule: monthly(10),
    amount: 4_000,
    description: 'ALDER FALLS FOOD BANK',
    merchantName: 'Alder Falls Food Bank',
    category: 'GOVERNMENT_AND_NON_PROFIT_DONATIONS',
  }),
  onCard({
    key: 'warehouse-membership',
    schedule: yearly(2, 19),
    amount: 6_500,
    description: 'BULKHAVEN ANNUAL MEMBERSHIP',
    merchantName: 'Bulkhaven Warehouse',
    category: 'GENERAL_MERCHANDISE_SUPERSTORES',
    website: 'bulkhaven.example',
  }),
  onCard({
    key: 'marketplace-membership',
    schedule: yearly(10, 5),
    amount: 12_900,
    description: 'PARCELWISE PLUS ANNUAL',
    merchantName: 'Parcelwise',
    category: 'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES',
    website: 'parcelwise.example',
  }),
  onCard({
    key: 'car-registration',
    schedule: yearly(6, 11),
    amount: 13_175,
    description: 'STATE DMV VEHICLE REGISTRATION',
    merchantName: null,
    category: 'GOVERNMENT_AND_NON_PROFIT_GOVERNMENT_DEPARTMENTS_AND_AGENCIES',
  }),
  onCard({
    key: 'tax-preparer',
    schedule: yearly(3, 17),
    amount: 18_900,
    description: 'LEDGERWOOD TAX PREPARATION',
    merchantName: 'Ledgerwood Tax',
    category: 'GENERAL_SERVICES_ACCOUNTING_AND_FINANCIAL_PLANNING',
  }),
];
