import { coins } from './money/coins.ts';

/** The content of one wallet at the exchange. */
export interface ExchangeHolding {
  code: string;
  /** Decimal text, as the exchange formats it. */
  amount: string;
  /** Set for a vault. The same coin can also be in a wallet. */
  vault?: true;
}

/** A built-in person with an account at the exchange. */
export interface ExchangePerson {
  username: string;
  fullName: string;
  /** One sentence that helps to choose a person. */
  description: string;
  holdings: readonly ExchangeHolding[];
}

const holding = (code: string, amount: string): ExchangeHolding => ({ code, amount });

/** All built-in people at the exchange. The default person comes first. */
export const exchangePeople: readonly ExchangePerson[] = [
  {
    username: 'user_good',
    fullName: 'Dana Okafor',
    description: 'A typical portfolio: a few coins, some dust, and some dollars.',
    holdings: [
      holding('BTC', '0.24150000'),
      holding('ETH', '3.750000000000000000'),
      holding('SOL', '42.500000000'),
      holding('LINK', '120.000000000000000000'),
      holding('USDC', '850.000000'),
      holding('ADA', '0.310000'),
      holding('DOGE', '1.25000000'),
      holding('LTC', '0.00000000'),
      holding('USD', '312.40'),
    ],
  },
  {
    username: 'user_odd',
    fullName: 'Odd Nilsen',
    description:
      'Edge cases: dust, 18 decimals, a billion coins, a missing price, a vault, and euros.',
    holdings: [
      holding('BTC', '0.00000001'),
      holding('BTC', '0.10000000'),
      { code: 'BTC', amount: '0.05000000', vault: true },
      holding('ETH', '0.123456789012345678'),
      holding('SHIB', '1000000000.000000000000000000'),
      holding('OLDC', '25.00000000'),
      holding('DOT', '0.0000000000'),
      holding('EUR', '1250.75'),
      holding('GBP', '0.00'),
      holding('USD', '0.01'),
    ],
  },
  {
    username: 'user_many',
    fullName: 'Mona Castellanos',
    description: 'About 130 wallets, more than fit on one page.',
    holdings: [
      ...coins
        .filter(({ kind }) => kind === 'crypto')
        .map(({ code }) => holding(code, '2.50000000')),
      ...Array.from({ length: 118 }, (_, index) =>
        holding(`T${String(index + 1).padStart(3, '0')}`, `${index % 4}.50000000`),
      ),
    ],
  },
  {
    username: 'user_empty',
    fullName: 'Nell Brandt',
    description: 'An empty account.',
    holdings: [holding('BTC', '0.00000000'), holding('USD', '0.00')],
  },
];

/** Returns the person with this username at the exchange, or null. */
export const findExchangePerson = (username: string): ExchangePerson | null =>
  exchangePeople.find((person) => person.username === username) ?? null;
