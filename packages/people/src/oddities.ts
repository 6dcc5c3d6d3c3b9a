import type { Ingredient } from './entry.ts';
import { cardEntry, cardPosts } from './entry.ts';
import type { Person } from './life.ts';
import { personOf } from './live.ts';
import type { Merchant } from './merchants.ts';
import { shop, webShop } from './merchants.ts';
import type { AccountPlan } from './plan.ts';
import { repeating } from './repeating.ts';
import { monthly, weekly } from './schedule.ts';
import { investTheRest } from './sweep-words.ts';
import { invested } from './values.ts';

/** Names that break careless software: spreadsheets, markup, queries, layout, text direction. */
const oddNames: readonly string[] = [
  'Mabel\'s "Famous" Pies',
  'Smith, Jones, and Sons, Ltd',
  '=cmd("calc")!A1',
  '=1+1',
  '+1 Pizza',
  '-5 Degrees Ice Cream',
  '@x Coffee',
  "'=Quoted Formula",
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt;Bold & Brew&lt;/b&gt;',
  "Robert'); drop table transactions;--",
  '100%_wild\\card%',
  '{{7*7}} $\u007b7*7} Diner',
  '🍕🍕 Pizza Party 👩‍👩‍👧‍👦🇳🇴',
  'مقهى السلام',
  'חנות הספרים (2) של רות',
  'Safe\u202Egnp.exe',
  '東京ラーメン 本店',
  'Ünïçødé Straße ﬁve',
  'Zero\u200BWidth\u00A0Space',
  'Tab\tStop',
  'Two\nLine Café',
  '  Leading and trailing  ',
  'null',
  'undefined',
  '0',
  'Z̷̤̈́a̴̛͓l̸̰̆g̶̣̈́o̵̗͝ Bakery',
  `The Very Long Name ${'Wholesale and Retail '.repeat(12)}Company`,
  `Unbroken${'a'.repeat(200)}`,
];

const places: readonly Merchant[] = oddNames.map((name, at) =>
  at % 2 === 0
    ? shop(name, 'FOOD_AND_DRINK_RESTAURANT', [600, 1900, 5200])
    : webShop(
        name,
        'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE',
        [500, 2700, 8800],
        'odd.example',
      ),
);

/** Goes round all the names, so that every month shows each of them. */
const oddPurchases: Ingredient = {
  key: 'odd',
  cook(day, dice, add) {
    for (let turn = 0; turn < 2; turn++) {
      const number = (((day.number * 2 + turn) % places.length) + places.length) % places.length;
      for (const place of places.slice(number, number + 1)) {
        const when = { origin: day.number, day: day.number, posts: cardPosts(day.number, dice) };
        const key = `odd-${day.iso}-${turn}`;
        add(cardEntry(key, 'card', place, dice.around(...place.prices), when));
      }
    }
  },
};

const accounts: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Checking "Ümlaut" & Co, <b>bold</b>',
    officialName: '=HYPERLINK("http://odd.example";"Checking")',
    mask: '0042',
    balance: {
      kind: 'kept',
      keep: 250_000,
      sweep: { to: 'brokerage', schedule: monthly(16), ...investTheRest },
    },
  },
  {
    key: 'card',
    type: 'credit',
    subtype: 'credit card',
    name: '💳 بطاقة Card',
    officialName: '',
    mask: '07',
    balance: {
      kind: 'card',
      limit: 400_000,
      payment: { from: 'checking', closesOn: 14, paidOn: 9 },
    },
  },
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'תיק השקעות Brokerage',
    officialName: '@SUM(A1:A9)',
    mask: '0000',
    balance: { kind: 'valued', at: invested(4_700_000, 20) },
  },
];

/** Someone whose bank writes names that nobody tested with. */
export const oddity: Person = personOf(
  {
    username: 'user_odd',
    password: 'pass_odd',
    fullName: 'Zoë "Zed" O\'Brien-Śmiałek 🦊',
    description: 'Merchant names with quotes, formulas, markup, emoji and right-to-left text.',
  },
  {
    accounts,
    ingredients: [
      oddPurchases,
      repeating({
        key: 'pay',
        accountKey: 'checking',
        schedule: weekly(5),
        amount: -98_000,
        description: 'PAY, "WEEKLY" <NET>',
        merchantName: '=Payroll & Söhne',
        category: 'INCOME_SALARY',
      }),
      repeating({
        key: 'rent',
        accountKey: 'checking',
        schedule: monthly(31),
        amount: 120_000,
        description: "@LANDLORD'S RENT, APT #5",
        merchantName: "@Landlord's, Inc",
        category: 'RENT_AND_UTILITIES_RENT',
      }),
    ],
  },
);
