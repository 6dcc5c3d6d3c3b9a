import { recurring } from '../calendar/recurring.ts';
import { monthly, weekly } from '../calendar/schedule.ts';
import type { TransactionSource } from '../draft-transaction.ts';
import { cardPostingDay, cardTransaction } from '../draft-transaction.ts';
import { definePerson } from '../generate-life.ts';
import type { Person } from '../life.ts';
import type { AccountPlan } from '../life-plan.ts';
import type { Merchant } from '../merchants.ts';
import { onlineMerchant, storeMerchant } from '../merchants.ts';
import { investmentValue } from '../money/balance-models.ts';
import { investSurplus } from '../money/sweep-labels.ts';

/** Names that break careless software through formulas, markup, SQL, layout, or text direction. */
const edgeCaseMerchantNames: readonly string[] = [
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

const merchants: readonly Merchant[] = edgeCaseMerchantNames.map((name, index) =>
  index % 2 === 0
    ? storeMerchant(name, 'FOOD_AND_DRINK_RESTAURANT', [600, 1900, 5200])
    : onlineMerchant(
        name,
        'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE',
        [500, 2700, 8800],
        'odd.example',
      ),
);

/** Cycles through all merchants, so that every month contains each of them. */
const edgeCasePurchases: TransactionSource = {
  key: 'odd',
  generate(day, random, add) {
    for (let count = 0; count < 2; count++) {
      const index =
        (((day.number * 2 + count) % merchants.length) + merchants.length) % merchants.length;
      for (const merchant of merchants.slice(index, index + 1)) {
        const days = {
          originDay: day.number,
          day: day.number,
          postingDay: cardPostingDay(day.number, random),
        };
        const key = `odd-${day.iso}-${count}`;
        add(cardTransaction(key, 'card', merchant, random.integerNear(...merchant.prices), days));
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
      kind: 'target',
      target: 250_000,
      sweep: { to: 'brokerage', schedule: monthly(16), ...investSurplus },
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
      payment: { from: 'checking', closingDay: 14, paymentDay: 9 },
    },
  },
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'תיק השקעות Brokerage',
    officialName: '@SUM(A1:A9)',
    mask: '0000',
    balance: { kind: 'computed', balanceOn: investmentValue(4_700_000, 20) },
  },
];

/** A person whose account and merchant names are edge cases. */
export const edgeCasePerson: Person = definePerson(
  {
    username: 'user_odd',
    password: 'pass_odd',
    fullName: 'Zoë "Zed" O\'Brien-Śmiałek 🦊',
    description: 'Merchant names with quotes, formulas, markup, emoji, and right-to-left text.',
  },
  {
    accounts,
    sources: [
      edgeCasePurchases,
      recurring({
        key: 'pay',
        accountKey: 'checking',
        schedule: weekly(5),
        amount: -98_000,
        description: 'PAY, "WEEKLY" <NET>',
        merchantName: '=Payroll & Söhne',
        category: 'INCOME_SALARY',
      }),
      recurring({
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
