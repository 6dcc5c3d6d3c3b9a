import { formatDay, formatMoney } from '../../platform/formats.ts';
import type { HoldingsOfAccount } from './accounts.api.ts';

/** One line of what an account holds. */
export type Holding = HoldingsOfAccount['holdings'][number];

const cents = (amount: number): number => Math.round(amount * 100);

/** What a security is called: its name, else its symbol. */
export const securityName = ({ name, ticker_symbol }: Pick<Holding, 'name' | 'ticker_symbol'>) =>
  name ?? ticker_symbol ?? 'Unnamed security';

const typeNames = new Map([
  ['etf', 'ETF'],
  ['cryptocurrency', 'Crypto'],
  ['fixed income', 'Fixed income'],
  ['mutual fund', 'Mutual fund'],
]);

/** What kind of security it is, for people; '' where that is not told. */
export const securityType = ({ type }: Pick<Holding, 'type'>): string => {
  if (type === null) return '';
  return typeNames.get(type) ?? type.charAt(0).toUpperCase() + type.slice(1);
};

const quantities = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });

/** How much of it, `1,204.5`; null of cash, whose amount is its value. */
export const quantityText = ({ quantity, type }: Pick<Holding, 'quantity' | 'type'>) =>
  type === 'cash' ? null : quantities.format(Number(quantity));

/** What one costs, as finely as it was told, up to four decimals; null of cash. */
export function priceText({ price, currency, type }: Pick<Holding, 'price' | 'currency' | 'type'>) {
  if (type === 'cash') return null;
  const { length = 0 } = price.split('.')[1] ?? '';
  return formatMoney(Number(price), currency, Math.min(4, Math.max(2, length)));
}

/** The day a price is of, in words; null where it is not told. */
export const priceDay = ({ price_as_of, type }: Pick<Holding, 'price_as_of' | 'type'>) =>
  price_as_of === null || type === 'cash' ? null : formatDay(price_as_of, 'short');

/** How much more (less) it is worth than was paid: `+$12.00`, and of that `+4.1%`. Null: not told. */
export function gainText({ gain, cost_basis, currency }: Holding) {
  if (gain === null) return null;
  const sign = gain > 0 ? '+' : '';
  const part = cost_basis === null || cost_basis <= 0 ? null : (gain / cost_basis) * 100;
  return {
    amount: sign + formatMoney(gain, currency),
    percent: part === null ? null : `${sign}${part.toFixed(1)}%`.replace('-', '−'),
  };
}

/** How the lines compare with the account's balance. */
export function coverage({ not_covered: rest, currency, holdings }: HoldingsOfAccount): string {
  if (rest === null) return 'The institution tells no balance to compare this with.';
  if (rest === 0) return 'This adds up to the account’s balance.';
  if (rest > 0 && holdings.some((holding) => holding.currency !== currency))
    return `${formatMoney(rest, currency)} of the balance is not in this total, which leaves out what is in other currencies.`;
  return rest > 0
    ? `${formatMoney(rest, currency)} of the balance is not in this list: the institution does not say what it is in.`
    : `This comes to ${formatMoney(-rest, currency)} more than the account’s balance.`;
}

/** One security with all that is held of it in several accounts. */
export interface HeldSecurity {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  /** Cents. */
  readonly value: number;
  /** Of everything, 0 to 1. */
  readonly share: number;
}

/** What several accounts hold together. */
export interface HeldTogether {
  /** Largest first. */
  readonly securities: readonly HeldSecurity[];
  /** Cents of the accounts' balances of which nobody says what they are in; at least 0. */
  readonly untold: number;
  readonly untoldShare: number;
}

/**
 * What accounts hold together, by security, in one currency. Two institutions name a security by ids of their
 * own: the same symbol, or the same name, is the same security. `total`: the accounts' balances in cents.
 */
export function heldTogether(
  accounts: readonly HoldingsOfAccount[],
  total: number,
  currency: string,
): HeldTogether {
  const lines = accounts
    .flatMap(({ holdings }) => holdings)
    .filter((holding) => holding.currency === currency);
  const bySecurity = Map.groupBy(
    lines,
    ({ ticker_symbol, name, security_id }) => ticker_symbol ?? name ?? security_id,
  );
  const told = lines.reduce((sum, { value }) => sum + cents(value), 0);
  const untold = Math.max(0, total - told);
  const whole = told + untold;
  const share = (value: number) => (whole > 0 ? value / whole : 0);
  const securities = [...bySecurity].flatMap(([key, same]): HeldSecurity[] => {
    const [first] = same;
    if (first === undefined) return [];
    const value = same.reduce((sum, each) => sum + cents(each.value), 0);
    const detail = [first.ticker_symbol, securityType(first)].filter(Boolean).join(' · ');
    return [{ key, name: securityName(first), detail, value, share: share(value) }];
  });
  return {
    securities: securities.sort((one, other) => other.value - one.value),
    untold,
    untoldShare: share(untold),
  };
}
