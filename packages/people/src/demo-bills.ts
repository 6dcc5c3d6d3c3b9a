import { parseDay } from './calendar.ts';
import type { Repeating, RepeatingPlan } from './repeating.ts';
import { repeating, risingPay, risingYearly, seasonal, triedInTurns } from './repeating.ts';
import { biweekly, inMonths, monthly, semiMonthly, weekly, yearly } from './schedule.ts';

/** Two salaries, the garage that is let, and what the money brings by itself. */
export const demoIncome: readonly Repeating[] = [
  repeating({
    key: 'pay-northlight',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-12')),
    amount: risingPay(278_465, 3),
    description: 'NORTHLIGHT ROBOTICS PAYROLL',
    merchantName: 'Northlight Robotics',
    category: 'INCOME_SALARY',
  }),
  repeating({
    key: 'pay-millbrook',
    accountKey: 'checking',
    schedule: semiMonthly(15, 31, 'before'),
    amount: risingPay(214_780, 2.5),
    description: 'MILLBROOK SCHOOL DISTRICT DIR DEP',
    merchantName: 'Millbrook School District',
    category: 'INCOME_SALARY',
  }),
  repeating({
    key: 'garage',
    accountKey: 'checking',
    // On the 1st whatever weekday it is: a month has an income from its first day on.
    schedule: monthly(1),
    amount: -16_500,
    description: 'PAYPIGEON GARAGE RENT T OKONKWO',
    merchantName: 'Paypigeon',
    category: 'INCOME_RENTAL',
  }),
  repeating({
    key: 'interest-savings',
    accountKey: 'savings',
    schedule: monthly(31),
    amount: (_day, dice) => -dice.whole(6_900, 8_400),
    description: 'INTEREST PAID',
    merchantName: null,
    category: 'INCOME_INTEREST_EARNED',
  }),
  repeating({
    key: 'interest-money-market',
    accountKey: 'money-market',
    schedule: monthly(31),
    amount: (_day, dice) => -dice.whole(5_100, 6_200),
    description: 'INTEREST PAID',
    merchantName: null,
    category: 'INCOME_INTEREST_EARNED',
  }),
  repeating({
    key: 'tax-refund',
    accountKey: 'checking',
    schedule: yearly(4, 14),
    amount: (_day, dice) => -dice.whole(90_000, 180_000),
    description: 'FEDERAL TAX REFUND',
    merchantName: null,
    category: 'INCOME_TAX_REFUND',
  }),
];

const onAccount = (plan: Omit<RepeatingPlan, 'accountKey'>): Repeating =>
  repeating({ ...plan, accountKey: 'checking' });

/** What the bank pays from checking by itself. */
export const demoDirectDebits: readonly Repeating[] = [
  onAccount({
    key: 'mortgage-payment',
    // On the 1st, as the garage's rent: whatever comes back that day, the month has spending.
    schedule: monthly(1),
    amount: 208_540,
    description: 'JUNIPER FEDERAL MORTGAGE PMT',
    merchantName: 'Juniper Federal',
    category: 'LOAN_PAYMENTS_MORTGAGE_PAYMENT',
    website: 'juniper-federal.example',
  }),
  onAccount({
    key: 'car-payment',
    schedule: monthly(7, 'after'),
    amount: 47_115,
    description: 'JUNIPER FEDERAL AUTO LOAN',
    merchantName: 'Juniper Federal',
    category: 'LOAN_PAYMENTS_CAR_PAYMENT',
    website: 'juniper-federal.example',
  }),
  onAccount({
    key: 'student-loan-payment',
    schedule: monthly(20, 'after'),
    amount: 27_950,
    description: 'BRIGHTWELL STUDENT LENDING',
    merchantName: 'Brightwell Student Lending',
    category: 'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
  }),
  onAccount({
    key: 'power',
    schedule: monthly(18, 'after'),
    amount: seasonal(8_200, 19_400),
    description: 'ALDER VALLEY POWER & LIGHT',
    merchantName: 'Alder Valley Power & Light',
    category: 'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
    website: 'aldervalleypower.example',
  }),
  onAccount({
    key: 'water',
    schedule: monthly(12, 'after'),
    amount: (_day, dice) => dice.around(4_600, 5_400, 7_100),
    description: 'CITY OF ALDER FALLS WATER',
    merchantName: 'City of Alder Falls',
    category: 'RENT_AND_UTILITIES_WATER',
  }),
  onAccount({
    key: 'waste',
    schedule: inMonths([2, 5, 8, 11], 16),
    amount: 7_875,
    description: 'GREENBIN HAULING QTRLY',
    merchantName: 'Greenbin Hauling',
    category: 'RENT_AND_UTILITIES_SEWAGE_AND_WASTE_MANAGEMENT',
  }),
  onAccount({
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
const onCard = (plan: Omit<RepeatingPlan, 'accountKey' | 'byCard'>): Repeating =>
  repeating({ ...plan, accountKey: 'card', byCard: true });

/** Services tried for a few months and then cancelled, one at a time. */
const trials = triedInTurns(
  ['Kitefall', 'Marlowe Stream', 'Inkwell Audio', 'Palette Club'].map((name, turn) => ({
    key: `trial-${turn + 1}`,
    accountKey: 'card',
    byCard: true,
    schedule: monthly(9),
    amount: 1_099 + turn * 100,
    description: `${name.toUpperCase()} MONTHLY`,
    merchantName: name,
    category: turn < 2 ? 'ENTERTAINMENT_TV_AND_MOVIES' : 'ENTERTAINMENT_OTHER_ENTERTAINMENT',
  })),
  6,
  18,
);

/** The subscriptions that cost more every year. Every second month it is one of them. */
const dearerEveryYear: readonly Repeating[] = [
  onCard({
    key: 'streaming',
    schedule: monthly(5),
    amount: risingYearly(1_799, 150, 1),
    description: 'LUMEO TV SUBSCRIPTION',
    merchantName: 'Lumeo TV',
    category: 'ENTERTAINMENT_TV_AND_MOVIES',
    website: 'lumeo.example',
  }),
  onCard({
    key: 'internet',
    schedule: monthly(1),
    amount: risingYearly(6_999, 300, 3),
    description: 'SKEIN FIBER INTERNET',
    merchantName: 'Skein Fiber',
    category: 'RENT_AND_UTILITIES_INTERNET_AND_CABLE',
    website: 'skeinfiber.example',
  }),
  onCard({
    key: 'music',
    schedule: monthly(8),
    amount: risingYearly(1_699, 100, 5),
    description: 'TUNEWELL FAMILY',
    merchantName: 'Tunewell',
    category: 'ENTERTAINMENT_MUSIC_AND_AUDIO',
    website: 'tunewell.example',
  }),
  onCard({
    key: 'cloud',
    schedule: monthly(4),
    amount: risingYearly(999, 100, 7),
    description: 'NIMBALOFT STORAGE 2TB',
    merchantName: 'Nimbaloft',
    category: 'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    website: 'nimbaloft.example',
  }),
  onCard({
    key: 'phone',
    schedule: monthly(6),
    amount: risingYearly(9_250, 400, 9),
    description: 'BLUEFINCH MOBILE AUTOPAY',
    merchantName: 'Bluefinch Mobile',
    category: 'RENT_AND_UTILITIES_TELEPHONE',
    website: 'bluefinch.example',
  }),
  onCard({
    key: 'newspaper',
    schedule: monthly(2),
    amount: risingYearly(1_400, 100, 11),
    description: 'ALDER FALLS COURIER DIGITAL',
    merchantName: 'The Alder Falls Courier',
    category: 'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    website: 'afcourier.example',
  }),
];

/** What is charged to the card again and again. */
export const demoSubscriptions: readonly Repeating[] = [
  ...trials,
  ...dearerEveryYear,
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
