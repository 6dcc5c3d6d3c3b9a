import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay, formatMoney } from '../../../platform/formats/formats.ts';
import type { AccountHoldings } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';

const copy = accountsCopy.holdings;

/** One holding of an account. */
export type Holding = AccountHoldings['holdings'][number];

const cents = (amount: number): number => Math.round(amount * 100);

/** The name of a security, or its symbol if it has no name. */
export const securityName = ({ name, ticker_symbol }: Pick<Holding, 'name' | 'ticker_symbol'>) =>
  name ?? ticker_symbol ?? copy.unnamedSecurity;

const typeNames = new Map(Object.entries<string>(copy.securityTypes));

/** The label of a security's type. '' if the institution doesn't report it. */
export const securityType = ({ type }: Pick<Holding, 'type'>): string => {
  if (type === null) return '';
  return typeNames.get(type) ?? type.charAt(0).toUpperCase() + type.slice(1);
};

const quantities = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });

/** The formatted quantity, such as `1,204.5`. Null for cash, whose quantity is its value. */
export const formatQuantity = ({ quantity, type }: Pick<Holding, 'quantity' | 'type'>) =>
  type === 'cash' ? null : quantities.format(Number(quantity));

/** The price of one unit with two to four decimals, as many as are reported. Null for cash. */
export function formatHoldingPrice({
  price,
  currency,
  type,
}: Pick<Holding, 'price' | 'currency' | 'type'>) {
  if (type === 'cash') return null;
  const { length = 0 } = price.split('.')[1] ?? '';
  return formatMoney(Number(price), currency, Math.min(4, Math.max(2, length)));
}

/** The day of the price. Null if it isn't reported, and for cash. */
export const formatPriceDay = ({ price_as_of, type }: Pick<Holding, 'price_as_of' | 'type'>) =>
  price_as_of === null || type === 'cash' ? null : formatDay(price_as_of, 'short');

/** The gain or loss, such as `+$12.00` and `+4.1%` of the cost. Null if it isn't reported. */
export function formatGain({ gain, cost_basis, currency }: Holding) {
  if (gain === null) return null;
  const sign = gain > 0 ? '+' : '';
  const percent = cost_basis === null || cost_basis <= 0 ? null : (gain / cost_basis) * 100;
  return {
    amount: sign + formatMoney(gain, currency),
    percent: percent === null ? null : `${sign}${percent.toFixed(1)}%`.replace('-', '−'),
  };
}

/** How the sum of the holdings compares with the account's balance. */
export function describeCoverage({
  unaccounted_balance: difference,
  currency,
  holdings,
}: AccountHoldings) {
  if (difference === null) return copy.noBalance;
  if (difference === 0) return copy.matchesBalance;
  const amount = formatMoney(Math.abs(difference), currency);
  if (difference < 0) return formatMessage(copy.exceedsBalance, { amount });
  const hasOtherCurrencies = holdings.some((holding) => holding.currency !== currency);
  return formatMessage(hasOtherCurrencies ? copy.otherCurrencies : copy.missing, { amount });
}

/** One security, added up over several accounts. */
export interface SecurityTotal {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  /** In cents. */
  readonly value: number;
  /** Share of all holdings, 0 to 1. */
  readonly share: number;
}

/** The holdings of several accounts, added up by security. */
export interface SecurityTotals {
  /** Largest first. */
  readonly securities: readonly SecurityTotal[];
  /** The part of the accounts' balances that no reported holding covers, in cents. At least 0. */
  readonly unreported: number;
  readonly unreportedShare: number;
}

/**
 * Adds up the holdings of several accounts by security, in one currency. Each institution has its own ids, so
 * securities are matched by symbol, then by name. `total` is the sum of the accounts' balances in cents.
 */
export function totalBySecurity(
  accounts: readonly AccountHoldings[],
  total: number,
  currency: string,
): SecurityTotals {
  const counted = accounts
    .flatMap(({ holdings }) => holdings)
    .filter((holding) => holding.currency === currency);
  const bySecurity = Map.groupBy(
    counted,
    ({ ticker_symbol, name, security_id }) => ticker_symbol ?? name ?? security_id,
  );
  const reported = counted.reduce((sum, { value }) => sum + cents(value), 0);
  const unreported = Math.max(0, total - reported);
  const sum = reported + unreported;
  const share = (value: number) => (sum > 0 ? value / sum : 0);
  const securities = [...bySecurity].flatMap(([key, holdings]): SecurityTotal[] => {
    const [first] = holdings;
    if (first === undefined) return [];
    const value = holdings.reduce((total, holding) => total + cents(holding.value), 0);
    const detail = [first.ticker_symbol, securityType(first)].filter(Boolean).join(' · ');
    return [{ key, name: securityName(first), detail, value, share: share(value) }];
  });
  return {
    securities: securities.sort((a, b) => b.value - a.value),
    unreported,
    unreportedShare: share(unreported),
  };
}
