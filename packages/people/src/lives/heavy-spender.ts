import { parseDay } from '../calendar/calendar.ts';
import type { RecurringSource } from '../calendar/recurring.ts';
import { priceRisingEveryTwoYears, recurring } from '../calendar/recurring.ts';
import { biweekly, monthly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { cardPostingDay, cardTransaction } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import type { AccountPlan } from '../life-plan.ts';
import type { Merchant } from '../merchants.ts';
import * as merchants from '../merchants.ts';
import { investmentValue } from '../money/balance-models.ts';
import { investSurplus } from '../money/sweep-labels.ts';

const cardKeys = ['card-office', 'card-fleet', 'card-household'] as const;

const cards: readonly AccountPlan[] = cardKeys.map((key, index) => ({
  key,
  type: 'credit',
  subtype: 'credit card',
  name: ['Office Card', 'Fleet Card', 'Household Card'][index] ?? 'Card',
  officialName: 'Unlimited Business Credit Card',
  mask: `55${10 + index}`,
  balance: {
    kind: 'card',
    limit: 6_000_000,
    payment: { from: 'checking', closingDay: 12 + index, paymentDay: 6 + index },
  },
}));

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Operating Account',
    officialName: 'Business Operating Checking',
    mask: '5500',
    balance: {
      kind: 'target',
      target: 4_200_000,
      sweep: { to: 'brokerage', schedule: monthly(20, 'after'), ...investSurplus },
    },
  },
  ...cards,
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'Reserve Brokerage',
    officialName: 'Corporate Reserve Brokerage',
    mask: '5599',
    balance: { kind: 'computed', balanceOn: investmentValue(93_100_000, 7) },
  },
];

/** Small purchases of a busy household and its home business. */
const smallPurchaseMerchants: readonly Merchant[] = [
  ...merchants.coffee,
  ...merchants.fastFood,
  ...merchants.transit,
  ...merchants.localTravel,
  merchants.storeMerchant('Snackwell Vending', 'FOOD_AND_DRINK_VENDING_MACHINES', [125, 250, 450]),
  merchants.storeMerchant(
    'Corner Larder',
    'GENERAL_MERCHANDISE_CONVENIENCE_STORES',
    [190, 620, 1900],
  ),
  merchants.storeMerchant(
    'Postbox & Parcel',
    'GENERAL_SERVICES_POSTAGE_AND_SHIPPING',
    [380, 790, 2400],
  ),
  merchants.storeMerchant(
    'Inkpot Office Supply',
    'GENERAL_MERCHANDISE_OFFICE_SUPPLIES',
    [290, 980, 3900],
  ),
  merchants.onlineMerchant(
    'Cloudrow Compute',
    'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    [12, 240, 1900],
    'cloudrow.example',
  ),
  merchants.onlineMerchant(
    'Pixelbarn',
    'ENTERTAINMENT_VIDEO_GAMES',
    [99, 299, 999],
    'pixelbarn.example',
  ),
];

/**
 * Purchases per day by weekday, Sunday first. 24 months have at least 104 of each weekday, so more than 100,000
 * transactions.
 */
const purchasesByWeekday = [130, 136, 136, 136, 136, 142, 150] as const;

const purchases: TransactionSource = {
  key: 'purchase',
  generate(day, random, add) {
    const count = purchasesByWeekday[day.weekday] ?? 0;
    for (let number = 0; number < count; number++) {
      const merchant = random.pick(smallPurchaseMerchants);
      const amount = random.integerNear(...merchant.prices);
      const refunded = random.chance(0.004);
      const days = {
        originDay: day.number,
        day: day.number,
        postingDay: cardPostingDay(day.number, random),
      };
      const key = `purchase-${day.iso}-${number}`;
      add(cardTransaction(key, random.pick(cardKeys), merchant, refunded ? -amount : amount, days));
    }
  },
};

const recurringSources: readonly RecurringSource[] = [
  recurring({
    key: 'draw',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-04')),
    amount: (_day, random) => -random.integerNear(1_900_000, 2_150_000, 2_500_000),
    description: 'KESTREL HOLDINGS OWNER DRAW',
    merchantName: 'Kestrel Holdings',
    category: 'INCOME_SALARY',
  }),
  recurring({
    key: 'lease',
    accountKey: 'checking',
    schedule: monthly(1, 'after'),
    amount: 385_000,
    description: 'WHARFSIDE PROPERTIES LEASE',
    merchantName: 'Wharfside Properties',
    category: 'RENT_AND_UTILITIES_RENT',
  }),
  recurring({
    key: 'line-rental',
    accountKey: 'card-office',
    byCard: true,
    schedule: monthly(10),
    amount: priceRisingEveryTwoYears(21_900, 2_000),
    description: 'SKEIN FIBER BUSINESS',
    merchantName: 'Skein Fiber',
    category: 'RENT_AND_UTILITIES_INTERNET_AND_CABLE',
  }),
];

/** A person with more than 100,000 transactions, to test the product with a large amount of data. */
export const heavySpender: Person = definePerson(
  {
    username: 'user_heavy',
    password: 'pass_heavy',
    fullName: 'Ignatius Kestrel',
    description: 'A heavy spender with more than 100,000 transactions on three cards.',
  },
  { accounts, sources: [purchases, ...recurringSources] },
);
