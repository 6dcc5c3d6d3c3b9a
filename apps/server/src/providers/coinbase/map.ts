import { addDecimals, type Decimal, decimalText, parseDecimal } from '@cairn/contract/crypto-value';
import type { ExchangeBalance, ExchangeTokens } from '../../platform/exchange-provider.ts';

/** An answer that has not the form of one. */
export class Malformed extends Error {}

/** Decimals that are kept of an amount; the finest coins are counted in as many. */
const decimalsKept = 18;
/** More of anything is a mistake. */
const mostDigits = 20;
const longestName = 100;
const longestCode = 32;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value) as Fields; // Each is looked at where it is used.

/** The tokens in an answer of the token endpoint (RFC 6749, 5.1). */
export function tokensIn(body: unknown): ExchangeTokens {
  const { access_token, refresh_token, expires_in } = fieldsOf(body);
  if (typeof access_token !== 'string' || access_token === '') throw new Malformed('TOKENS');
  const lives = Number(expires_in);
  return {
    access: access_token,
    // Without a time it is asked for when it is refused.
    accessLives: Number.isFinite(lives) && lives > 0 ? Math.min(lives, 86_400) : 3_600,
    refresh: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null,
  };
}

/** One page of `GET /v2/accounts`: its rows, and the id that the next page starts after. */
export function pageIn(body: unknown): { rows: readonly unknown[]; after: string | null } {
  const { data, pagination } = fieldsOf(body);
  if (!Array.isArray(data)) throw new Malformed('ACCOUNTS');
  const { next_uri } = fieldsOf(pagination);
  if (typeof next_uri !== 'string' || next_uri === '') return { rows: data, after: null };
  // Only the place is taken from it, never the address.
  const query = next_uri.includes('?') ? next_uri.slice(next_uri.indexOf('?') + 1) : '';
  const after = new URLSearchParams(query).get('starting_after');
  if (after === null) throw new Malformed('NEXT_URI');
  return { rows: data, after };
}

/**
 * What rows of `GET /v2/accounts` add up to by currency, in the order of their codes. What is empty is
 * left out. `currency` is an object, or on old versions of the API a code.
 */
export function balancesIn(rows: readonly unknown[]): ExchangeBalance[] {
  const sums = new Map<string, { name: string; kind: ExchangeBalance['kind']; sum: Decimal }>();
  for (const row of rows) {
    const { currency, balance, type } = fieldsOf(row);
    const { amount } = fieldsOf(balance);
    const held = typeof amount === 'string' ? parseDecimal(amount) : null;
    const described = typeof currency === 'string' ? { code: currency } : fieldsOf(currency);
    const { code, name } = described as Fields;
    if (held === null || typeof code !== 'string' || code === '' || code.length > longestCode)
      throw new Malformed('ACCOUNT');
    if (held.digits === 0n) continue;
    const known = sums.get(code);
    const isFiat = type === 'fiat' || fieldsOf(currency).type === 'fiat';
    sums.set(code, {
      name: known?.name ?? (typeof name === 'string' && name !== '' ? clean(name) : code),
      kind: known?.kind ?? (isFiat ? 'fiat' : 'crypto'),
      sum: known ? addDecimals(known.sum, held) : held,
    });
  }
  return [...sums]
    .filter(([, { sum }]) => sum.digits !== 0n)
    .map(([code, { name, kind, sum }]) => ({
      code: clean(code),
      name,
      kind,
      amount: amountText(sum),
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** PostgreSQL takes neither NUL nor half a character. */
const clean = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().slice(0, longestName);

/** What is finer than we keep is cut off: nobody is shown more than they have. */
function amountText({ digits, scale }: Decimal): string {
  const kept =
    scale <= decimalsKept
      ? { digits, scale }
      : { digits: digits / 10n ** BigInt(scale - decimalsKept), scale: decimalsKept };
  const whole = (kept.digits < 0n ? -kept.digits : kept.digits) / 10n ** BigInt(kept.scale);
  if (whole.toString().length > mostDigits) throw new Malformed('AMOUNT');
  return decimalText(kept);
}

/** The rates of `GET /v2/exchange-rates`: as they are sent where they are numbers, else left out. */
export function pricesIn(body: unknown): ReadonlyMap<string, string> {
  const { rates } = fieldsOf(fieldsOf(body).data);
  if (typeof rates !== 'object' || rates === null) throw new Malformed('RATES');
  const prices = new Map<string, string>();
  for (const [code, rate] of Object.entries(rates)) {
    const number = typeof rate === 'string' ? parseDecimal(rate) : null;
    if (number !== null) prices.set(code, decimalText(number));
  }
  return prices;
}
