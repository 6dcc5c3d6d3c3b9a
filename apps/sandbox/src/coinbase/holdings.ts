import { hash } from 'node:crypto';
import { type ExchangeHolding, findExchangePerson } from '@cairn/people/exchange-people';
import { coinOf, coins, rateAt } from '@cairn/people/money/coins';
import type { Clock } from '../clock.ts';

/** Holdings and rates of the exchange, including overrides by control calls. */
export class Holdings {
  readonly #clock: Clock;
  readonly #seed: () => number;
  readonly #holdingOverrides = new Map<string, readonly ExchangeHolding[]>();
  readonly #rateOverrides = new Map<string, string | null>();

  constructor(clock: Clock, seed: () => number) {
    this.#clock = clock;
    this.#seed = seed;
  }

  /** Returns a user's holdings. An unknown user has an empty account. */
  of(user: string): readonly ExchangeHolding[] {
    return this.#holdingOverrides.get(user) ?? findExchangePerson(user)?.holdings ?? [];
  }

  setHoldings(user: string, holdings: readonly ExchangeHolding[]): void {
    this.#holdingOverrides.set(user, holdings);
  }

  /** Overrides a rate. Null removes the override; '' means that the currency has no rate. */
  setRate(code: string, rate: string | null): void {
    if (rate === null) this.#rateOverrides.delete(code);
    else this.#rateOverrides.set(code, rate === '' ? null : rate);
  }

  /**
   * Returns how many units of each currency one dollar buys, in the exchange's format. Rates change every
   * hour, even if the clock's day is fixed.
   */
  rates(): Record<string, string> {
    const hour = new Date(this.#clock.now()).getUTCHours();
    const defaults = coins.map(
      ({ code }) => [code, rateAt(code, this.#clock.today(), hour, this.#seed())] as const,
    );
    const all = new Map<string, string | null>([...defaults, ...this.#rateOverrides]);
    return Object.fromEntries(
      [...all].flatMap(([code, rate]) => (rate === null ? [] : [[code, rate]])),
    );
  }

  clear(): void {
    this.#holdingOverrides.clear();
    this.#rateOverrides.clear();
  }
}

/** Returns a user's wallets as in `GET /v2/accounts`. IDs are stable. */
export function walletsOf(user: string, holdings: readonly ExchangeHolding[]) {
  return holdings.map(({ code, amount, vault }, index) => {
    const { name, kind, exponent, color } = coinOf(code);
    const id = uuidFor(`${user} ${index} ${code}`);
    return {
      id,
      name: `${code} ${vault ? 'Vault' : 'Wallet'}`,
      primary: index === 0,
      type: vault ? 'vault' : kind === 'fiat' ? 'fiat' : 'wallet',
      currency: {
        code,
        name,
        color,
        sort_index: 100 + index,
        exponent,
        type: kind,
        asset_id: uuidFor(code),
        slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      },
      balance: { amount, currency: code },
      created_at: '2023-02-01T10:00:00Z',
      updated_at: '2026-11-19T08:30:00Z',
      resource: 'account',
      resource_path: `/v2/accounts/${id}`,
      allow_deposits: true,
      allow_withdrawals: true,
    };
  });
}

/** Derives an ID in UUID format from a text. */
function uuidFor(text: string): string {
  const digest = hash('sha256', `coinbase ${text}`, 'hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5000-8000-${digest.slice(12, 24)}`;
}
