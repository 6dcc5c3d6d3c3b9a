/**
 * What holdings are worth. Amounts and prices are decimal text of any length; nothing here is a float.
 * A price is how many units of a currency one unit of the main currency buys, so a value is the
 * amount divided by it.
 */

/** A decimal number, exactly: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** 0 or more. */
  readonly scale: number;
}

/** Longer than any balance; what is longer is no number to us. */
const longestText = 100;
const largestExponent = 60;

/** Reads decimal text such as `-0.00000001` or `1.05e-7`; null for everything else. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > longestText) return null;
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (Math.abs(Number(exponent)) > largestExponent) return null;
  const unsigned = BigInt(whole + fraction);
  const digits = sign === '-' ? -unsigned : unsigned;
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Plain decimal text, with as many decimals as the scale says. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + whole : `${sign}${whole}.${text.slice(text.length - scale)}`;
}

/** The sum of two, exactly; its scale is the larger one. */
export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  return { digits: at(one) + at(other), scale };
}

/**
 * The value of a holding in cents of the main currency: amount / price, rounded to the nearest cent,
 * halves away from zero. Null where there is no price above zero: such a holding is listed and not counted.
 */
export function valueInCents(amount: string, price: string | undefined): bigint | null {
  const held = parseDecimal(amount);
  const rate = price === undefined ? null : parseDecimal(price);
  if (held === null || rate === null || rate.digits <= 0n) return null;
  return divideRounded(
    held.digits * 10n ** BigInt(rate.scale) * 100n,
    rate.digits * 10n ** BigInt(held.scale),
  );
}

/** `divisor` above 0. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** One holding as the calls tell it. */
export interface HeldAmount {
  readonly currency: { readonly code: string };
  readonly balance: { readonly amount: string };
}

/**
 * The total of holdings in cents: the sum of the holdings' values, each to the cent, so that a list of
 * them adds up to it.
 */
export const totalInCents = (
  holdings: readonly HeldAmount[],
  prices: Readonly<Record<string, string>>,
): bigint =>
  holdings.reduce(
    (sum, { currency, balance }) =>
      sum + (valueInCents(balance.amount, priceOf(prices, currency.code)) ?? 0n),
    0n,
  );

/** The price of a currency, if there is one: also of one that is called like a property of every object. */
export const priceOf = (
  prices: Readonly<Record<string, string>>,
  code: string,
): string | undefined => (Object.hasOwn(prices, code) ? prices[code] : undefined);

/** Cents as decimal text in major units, for a database or a formatter. */
export const centsText = (cents: bigint): string => decimalText({ digits: cents, scale: 2 });

/** The id that coins at exchanges have among the accounts of the net worth. */
export const cryptoHolding = 'crypto';
