import { parseDay } from './calendar.ts';
import type { Ingredient } from './entry.ts';
import { cardEntry, cardPosts } from './entry.ts';
import type { Person } from './life.ts';
import { personOf } from './live.ts';
import type { Merchant } from './merchants.ts';
import * as places from './merchants.ts';
import type { AccountPlan } from './plan.ts';
import type { Repeating } from './repeating.ts';
import { repeating, risingPrice } from './repeating.ts';
import { biweekly, monthly } from './schedule.ts';
import { investTheRest } from './sweep-words.ts';
import { invested } from './values.ts';

const cardKeys = ['card-office', 'card-fleet', 'card-household'] as const;

const cards: readonly AccountPlan[] = cardKeys.map((key, at) => ({
  key,
  type: 'credit',
  subtype: 'credit card',
  name: ['Office Card', 'Fleet Card', 'Household Card'][at] ?? 'Card',
  officialName: 'Unlimited Business Credit Card',
  mask: `55${10 + at}`,
  balance: {
    kind: 'card',
    limit: 6_000_000,
    payment: { from: 'checking', closesOn: 12 + at, paidOn: 6 + at },
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
      kind: 'kept',
      keep: 4_200_000,
      sweep: { to: 'brokerage', schedule: monthly(20, 'after'), ...investTheRest },
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
    balance: { kind: 'valued', at: invested(93_100_000, 7) },
  },
];

/** Small things bought all day long by a busy household and the business run from it. */
const merchants: readonly Merchant[] = [
  ...places.coffee,
  ...places.fastFood,
  ...places.transit,
  ...places.gettingAround,
  places.shop('Snackwell Vending', 'FOOD_AND_DRINK_VENDING_MACHINES', [125, 250, 450]),
  places.shop('Corner Larder', 'GENERAL_MERCHANDISE_CONVENIENCE_STORES', [190, 620, 1900]),
  places.shop('Postbox & Parcel', 'GENERAL_SERVICES_POSTAGE_AND_SHIPPING', [380, 790, 2400]),
  places.shop('Inkpot Office Supply', 'GENERAL_MERCHANDISE_OFFICE_SUPPLIES', [290, 980, 3900]),
  places.webShop(
    'Cloudrow Compute',
    'GENERAL_SERVICES_OTHER_GENERAL_SERVICES',
    [12, 240, 1900],
    'cloudrow.example',
  ),
  places.webShop('Pixelbarn', 'ENTERTAINMENT_VIDEO_GAMES', [99, 299, 999], 'pixelbarn.example'),
];

/** From Sunday on; 24 months have at least 104 of each weekday, which makes more than 100,000 rows. */
const purchasesOfDay = [130, 136, 136, 136, 136, 142, 150] as const;

const purchases: Ingredient = {
  key: 'purchase',
  cook(day, dice, add) {
    const count = purchasesOfDay[day.weekday] ?? 0;
    for (let number = 0; number < count; number++) {
      const merchant = dice.pick(merchants);
      const amount = dice.around(...merchant.prices);
      const refunded = dice.chance(0.004);
      const when = {
        origin: day.number,
        day: day.number,
        posts: cardPosts(day.number, dice),
      };
      const key = `purchase-${day.iso}-${number}`;
      add(cardEntry(key, dice.pick(cardKeys), merchant, refunded ? -amount : amount, when));
    }
  },
};

const repeatings: readonly Repeating[] = [
  repeating({
    key: 'draw',
    accountKey: 'checking',
    schedule: biweekly(parseDay('2024-01-04')),
    amount: (_day, dice) => -dice.around(1_900_000, 2_150_000, 2_500_000),
    description: 'KESTREL HOLDINGS OWNER DRAW',
    merchantName: 'Kestrel Holdings',
    category: 'INCOME_SALARY',
  }),
  repeating({
    key: 'lease',
    accountKey: 'checking',
    schedule: monthly(1, 'after'),
    amount: 385_000,
    description: 'WHARFSIDE PROPERTIES LEASE',
    merchantName: 'Wharfside Properties',
    category: 'RENT_AND_UTILITIES_RENT',
  }),
  repeating({
    key: 'line-rental',
    accountKey: 'card-office',
    byCard: true,
    schedule: monthly(10),
    amount: risingPrice(21_900, 2_000),
    description: 'SKEIN FIBER BUSINESS',
    merchantName: 'Skein Fiber',
    category: 'RENT_AND_UTILITIES_INTERNET_AND_CABLE',
  }),
];

/** Someone with more than 100,000 transactions, to see what the product does with many. */
export const heavySpender: Person = personOf(
  {
    username: 'user_heavy',
    password: 'pass_heavy',
    fullName: 'Ignatius Kestrel',
    description: 'A heavy spender with more than 100,000 transactions on three cards.',
  },
  { accounts, ingredients: [purchases, ...repeatings] },
);
