/**
 * Crypto values, in US dollars. Amounts and rates are decimal text of any length and are never converted to floats.
 * A rate is the number of units that one dollar buys, so a value is amount / rate.
 */

/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** The number of decimals, 0 or more. */
  readonly scale: number;
}

/** In characters. More than any real balance needs. Longer text is rejected. */
const maxTextLength = 100;
const maxExponent = 60;

/** Parses decimal text such as `-0.00000001` or `1.05e-7`. Null if the text is not a decimal number. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > maxTextLength) return null;
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (Math.abs(Number(exponent)) > maxExponent) return null;
  const unsigned = BigInt(whole + fraction);
  const digits = sign === '-' ? -unsigned : unsigned;
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Formats a decimal as plain text with `scale` decimals. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + whole : `${sign}${whole}.${text.slice(text.length - scale)}`;
}

/** Adds two decimals exactly. The sum has the larger of the two scales. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const rescale = (value: Decimal) => value.digits * 10n ** BigInt(scale - value.scale);
  return { digits: rescale(a) + rescale(b), scale };
}

/**
 * Returns the value of a holding in cents: amount / rate, rounded to the nearest cent. Half cents are rounded away from
 * zero. Null without a rate above zero: such a holding is listed but not counted.
 */
export function valueInCents(amount: string, unitsPerDollar: string | undefined): bigint | null {
  const quantity = parseDecimal(amount);
  const rate = unitsPerDollar === undefined ? null : parseDecimal(unitsPerDollar);
  if (quantity === null || rate === null || rate.digits <= 0n) return null;
  return divideRounded(
    quantity.digits * 10n ** BigInt(rate.scale) * 100n,
    rate.digits * 10n ** BigInt(quantity.scale),
  );
}

/** Divides and rounds to the nearest integer. Halves are rounded away from zero. `divisor` must be above 0. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** The parts of a holding that its value depends on. */
export interface CryptoAmount {
  readonly currency: { readonly code: string };
  readonly balance: { readonly amount: string };
}

/** Returns the sum of the holdings' values in cents. Each value is rounded first, so the displayed list adds up. */
export const totalInCents = (
  holdings: readonly CryptoAmount[],
  unitsPerDollar: Readonly<Record<string, string>>,
): bigint =>
  holdings.reduce(
    (sum, { currency, balance }) =>
      sum + (valueInCents(balance.amount, rateOf(unitsPerDollar, currency.code)) ?? 0n),
    0n,
  );

/** Returns the rate of a currency, if any. Only own keys count: a currency may be called `constructor`. */
export const rateOf = (
  unitsPerDollar: Readonly<Record<string, string>>,
  code: string,
): string | undefined => (Object.hasOwn(unitsPerDollar, code) ? unitsPerDollar[code] : undefined);

/** Formats cents as decimal text in major units, for the database or a number format. */
export const formatCents = (cents: bigint): string => formatDecimal({ digits: cents, scale: 2 });

/** The account ID under which the net worth lists all crypto. */
export const cryptoAccountId = 'crypto';
