import { coins } from './coins.ts';

/** What somebody holds in one wallet of an exchange. */
export interface Held {
  code: string;
  /** Decimal text, as the exchange writes it. */
  amount: string;
  /** Put away: the same coin may also lie in a wallet. */
  vault?: true;
}

/** Somebody with an account at the exchange. */
export interface ExchangePerson {
  username: string;
  fullName: string;
  /** One sentence for people choosing whom to try. */
  description: string;
  holdings: readonly Held[];
}

const held = (code: string, amount: string): Held => ({ code, amount });

/** Everyone who holds something, the one most people try first. */
export const exchangePeople: readonly ExchangePerson[] = [
  {
    username: 'user_good',
    fullName: 'Dana Okafor',
    description: 'A calm holder: a few coins, some dust, some dollars.',
    holdings: [
      held('BTC', '0.24150000'),
      held('ETH', '3.750000000000000000'),
      held('SOL', '42.500000000'),
      held('LINK', '120.000000000000000000'),
      held('USDC', '850.000000'),
      held('ADA', '0.310000'),
      held('DOGE', '1.25000000'),
      held('LTC', '0.00000000'),
      held('USD', '312.40'),
    ],
  },
  {
    username: 'user_odd',
    fullName: 'Odd Nilsen',
    description:
      'Everything that is odd: dust, 18 decimals, a thousand million coins, no price, a vault, euros.',
    holdings: [
      held('BTC', '0.00000001'),
      held('BTC', '0.10000000'),
      { code: 'BTC', amount: '0.05000000', vault: true },
      held('ETH', '0.123456789012345678'),
      held('SHIB', '1000000000.000000000000000000'),
      held('OLDC', '25.00000000'),
      held('DOT', '0.0000000000'),
      held('EUR', '1250.75'),
      held('GBP', '0.00'),
      held('USD', '0.01'),
    ],
  },
  {
    username: 'user_many',
    fullName: 'Mona Castellanos',
    description: 'One hundred and thirty wallets: more than a page of them.',
    holdings: [
      ...coins.filter(({ kind }) => kind === 'crypto').map(({ code }) => held(code, '2.50000000')),
      ...Array.from({ length: 118 }, (_, index) =>
        held(`T${String(index + 1).padStart(3, '0')}`, `${index % 4}.50000000`),
      ),
    ],
  },
  {
    username: 'user_empty',
    fullName: 'Nell Brandt',
    description: 'An account with nothing in it.',
    holdings: [held('BTC', '0.00000000'), held('USD', '0.00')],
  },
];

/** The person of this name at the exchange, or null. */
export const exchangePersonOf = (username: string): ExchangePerson | null =>
  exchangePeople.find((person) => person.username === username) ?? null;
