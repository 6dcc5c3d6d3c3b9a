import { parseDay } from '../calendar/calendar.ts';
import type { RecurringPlan, RecurringSource } from '../calendar/recurring.ts';
import {
  payWithAnnualRaises,
  priceRisingEveryYear,
  recurring,
  rotatingTrials,
  seasonalAmount,
} from '../calendar/recurring.ts';
import { biweekly, inMonths, monthly, semiMonthly, weekly, yearly } from '../calendar/schedule.ts';

/** The demo person's income: two salaries, rent for the garage, interest, and a tax refund. */
export const demoIncome: readonly RecurringSource[] = [
  recurring({
    key: 'pay-northlight',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-12')),
    amount: payWithAnnualRaises(278_465, 3),
    description: 'NORTHLIGHT ROBOTICS PAYROLL',
    merchantName: 'Northlight Robotics',
    category: 'INCOME_SALARY',
  }),
  recurring({
    key: 'pay-millbrook',
    accountKey: 'checking',
    schedule: semiMonthly(15, 31, 'before'),
    amount: payWithAnnualRaises(214_780, 2.5),
    description: 'MILLBROOK SCHOOL DISTRICT DIR DEP',
    merchantName: 'Millbrook School District',
    category: 'INCOME_SALARY',
  }),
  recurring({
    key: 'garage',
    accountKey: 'checking',
    // This is paid on the 1st, even on a weekend, so that every month has income from its first day.
    schedule: monthly(1),
    amount: -16_500,
    description: 'PAYPIGEON GARAGE RENT T OKONKWO',
    merchantName: 'Paypigeon',
    category: 'INCOME_RENTAL',
  }),
  recurring({
    key: 'interest-savings',
    accountKey: 'savings',
    schedule: monthly(31),
    amount: (_day, random) => -random.integer(6_900, 8_400),
    description: 'INTEREST PAID',
    merchantName: null,
    category: 'INCOME_INTEREST_EARNED',
  }),
  recurring({
    key: 'interest-money-market',
    accountKey: 'money-market',
    schedule: monthly(31),
    amount: (_day, random) => -random.integer(5_100, 6_200),
    description: 'INTEREST PAID',
    merchantName: null,
    category: 'INCOME_INTEREST_EARNED',
  }),
  recurring({
    key: 'tax-refund',
    accountKey: 'checking',
    schedule: yearly(4, 14),
    amount: (_day, random) => -random.integer(90_000, 180_000),
    description: 'FEDERAL TAX REFUND',
    merchantName: null,
    category: 'INCOME_TAX_REFUND',
  }),
];

const fromChecking = (plan: Omit<RecurringPlan, 'accountKey'>): RecurringSource =>
  recurring({ ...plan, accountKey: 'checking' });

/** Direct debits from checking. */
export const demoDirectDebits: readonly RecurringSource[] = [
  fromChecking({
    key: 'mortgage-payment',
    // This is paid on the 1st, even on a weekend, so that every month has net spending from its first day.
    schedule: monthly(1),
    amount: 208_540,
    description: 'JUNIPER FEDERAL MORTGAGE PMT',
    merchantName: 'Juniper Federal',
    category: 'LOAN_PAYMENTS_MORTGAGE_PAYMENT',
    website: 'juniper-federal.example',
  }),
  fromChecking({
    key: 'car-payment',
    schedule: monthly(7, 'after'),
    amount: 47_115,
    description: 'JUNIPER FEDERAL AUTO LOAN',
    merchantName: 'Juniper Federal',
    category: 'LOAN_PAYMENTS_CAR_PAYMENT',
    website: 'juniper-federal.example',
  }),
  fromChecking({
    key: 'student-loan-payment',
    schedule: monthly(20, 'after'),
    amount: 27_950,
    description: 'BRIGHTWELL STUDENT LENDING',
    merchantName: 'Brightwell Student Lending',
    category: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  }),
  fromChecking({
    key: 'power',
    schedule: monthly(18, 'after'),
    amount: seasonalAmount(8_200, 19_400),
    description: 'ALDER VALLEY POWER & LIGHT',
    merchantName: 'Alder Valley Power & Light',
    category: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
    website: 'aldervalleypower.example',
  }),
  fromChecking({
    key: 'water',
    schedule: monthly(12, 'after'),
    amount: (_day, random) => random.integerNear(4_600, 5_400, 7_100),
    description: 'CITY OF ALDER FALLS WATER',
    merchantName: 'City of Alder Falls',
    category: 'RENT_AND_UTILITIES_WATER',
  }),
  fromChecking({
    key: 'waste',
    schedule: inMonths([2, 5, 8, 11], 16),
    amount: 7_875,
    description: 'GREENBIN HAULING QTRLY',
    merchantName: 'Greenbin Hauling',
    category: 'RENT_AND_UTILITIES_SEWAGE_AND_WASTE_MANAGEMENT',
  }),
  fromChecking({
    key: 'car-insurance',
    schedule: monthly(22, 'after'),
    amount: 14_830,
    description: 'LARKFIELD MUTUAL INS PREM',
    merchantName: 'Larkfield Mutual',
    category: 'GENERAL_SERVICES_INSURANCE',
    website: 'larkfield.example',
  }),
];

/** A subscription charged to the card. */
const onCard = (plan: Omit<RecurringPlan, 'accountKey' | 'byCard'>): RecurringSource =>
  recurring({ ...plan, accountKey: 'card', byCard: true });

/** Services tried for a few months and then canceled, one at a time. */
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

/** Subscriptions whose price rises every year. Every second month, one of the prices rises. */
const risingSubscriptions: readonly RecurringSource[] = [
  onCard({
    key: 'streaming',
    schedule: monthly(5),
    amount: priceRisingEveryYear(1_799, 150, 1),
    description: 'LUMEO TV SUBSCRIPTION',
    merchantName: 'Lumeo TV',
    category: 'ENTERTAINMENT_TV_AND_MOVIES',
    website: 'lumeo.example',
  }),
  onCard({
    key: 'internet',
    schedule: monthly(1),
    amount: priceRisingEveryYear(6_999, 300, 3),
    description: 'SKEIN FIBER INTERNET',
    merchantName: 'Skein Fiber',
    category: 'RENT_AND_UTILITIES_INTERNET_AND_CABLE',
    website: 'skeinfiber.example',
  }),
  onCard({
    key: 'music',
    schedule: monthly(8),
    amount: priceRisingEveryYear(1_699, 100, 5),
    description: 'TUNEWELL FAMILY',
    merchantName: 'Tunewell',
    category: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
    website: 'tunewell.example',
  }),
  onCard({
    key: 'cloud',
    schedule: monthly(4),
    amount: priceRisingEveryYear(999, 100, 7),
    description: 'NIMBALOFT STORAGE 2TB',
    merchantName: 'Nimbaloft',
    category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    website: 'nimbaloft.example',
  }),
  onCard({
    key: 'phone',
    schedule: monthly(6),
    amount: priceRisingEveryYear(9_250, 400, 9),
    description: 'BLUEFINCH MOBILE AUTOPAY',
    merchantName: 'Bluefinch Mobile',
    category: 'RENT_AND_UTILITIES_TELEPHONE',
    website: 'bluefinch.example',
  }),
  onCard({
    key: 'newspaper',
    schedule: monthly(2),
    amount: priceRisingEveryYear(1_400, 100, 11),
    description: 'ALDER FALLS COURIER DIGITAL',
    merchantName: 'The Alder Falls Courier',
    category: 'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    website: 'afcourier.example',
  }),
];

/** Recurring charges to the card. */
export const demoSubscriptions: readonly RecurringSource[] = [
  ...trials,
  ...risingSubscriptions,
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
    key: 'piano',
    schedule: monthly(11),
    amount: 12_000,
    description: 'HALF NOTE MUSIC SCHOOL',
    merchantName: 'Half Note Music School',
    category: 'GENERAL_SERVICES_EDUCATION',
    website: 'halfnote.example',
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
    key: 'car-registration',
    schedule: yearly(6, 11),
    amount: 13_175,
    description: 'STATE DMV VEHICLE REGISTRATION',
    merchantName: null,
    category: 'GOVERNMENT_AND_NON_PROFIT_GOVERNMENT_DEPARTMENTS_AND_AGENCIES',
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
];
