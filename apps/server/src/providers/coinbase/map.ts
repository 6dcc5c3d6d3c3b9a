import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
} from '@cairn/contract/rules/crypto-value';
import type {
  ExchangeBalance,
  ExchangeTokens,
} from '../../platform/providers/exchange-provider.ts';

/** A response is malformed. The message names the malformed part. */
export class MalformedResponse extends Error {}

/** How many decimals of an amount are stored: as many as the most divisible coins have. */
const maxDecimals = 18;
/** The maximum number of integer digits. A larger amount is rejected as an error. */
const maxIntegerDigits = 20;
const maxNameLength = 100;
const maxCodeLength = 32;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value) as Fields; // Each field is checked where it is used.

/** Parses a response of the token endpoint (RFC 6749, 5.1). */
export function parseTokens(body: unknown): ExchangeTokens {
  const { access_token, refresh_token, expires_in } = fieldsOf(body);
  if (typeof access_token !== 'string' || access_token === '')
    throw new MalformedResponse('TOKENS');
  const lifetime = Number(expires_in);
  return {
    access: access_token,
    // If the default is too long, a rejected token is refreshed anyway.
    accessLifetime: Number.isFinite(lifetime) && lifetime > 0 ? Math.min(lifetime, 86_400) : 3_600,
    refresh: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null,
  };
}

/** Parses a page of `GET /v2/accounts`: its rows, and the ID that the next page starts after. */
export function parsePage(body: unknown): { rows: readonly unknown[]; after: string | null } {
  const { data, pagination } = fieldsOf(body);
  if (!Array.isArray(data)) throw new MalformedResponse('ACCOUNTS');
  const { next_uri } = fieldsOf(pagination);
  if (typeof next_uri !== 'string' || next_uri === '') return { rows: data, after: null };
  // Only the cursor is used, never the URL.
  const query = next_uri.includes('?') ? next_uri.slice(next_uri.indexOf('?') + 1) : '';
  const after = new URLSearchParams(query).get('starting_after');
  if (after === null) throw new MalformedResponse('NEXT_URI');
  return { rows: data, after };
}

/**
 * Sums rows of `GET /v2/accounts` by currency, ordered by code. Skips empty balances. `currency` is an
 * object, or a code in old versions of the API.
 */
export function parseBalances(rows: readonly unknown[]): ExchangeBalance[] {
  const sums = new Map<string, { name: string; kind: ExchangeBalance['kind']; sum: Decimal }>();
  for (const row of rows) {
    const { currency, balance, type } = fieldsOf(row);
    const { amount } = fieldsOf(balance);
    const decimal = typeof amount === 'string' ? parseDecimal(amount) : null;
    const details = typeof currency === 'string' ? { code: currency } : fieldsOf(currency);
    const { code, name } = details as Fields;
    if (decimal === null || typeof code !== 'string' || code === '' || code.length > maxCodeLength)
      throw new MalformedResponse('ACCOUNT');
    if (decimal.digits === 0n) continue;
    const previous = sums.get(code);
    const isFiat = type === 'fiat' || fieldsOf(currency).type === 'fiat';
    sums.set(code, {
      name:
        previous?.name ?? (typeof name === 'string' && name !== '' ? toStorableText(name) : code),
      kind: previous?.kind ?? (isFiat ? 'fiat' : 'crypto'),
      sum: previous ? addDecimals(previous.sum, decimal) : decimal,
    });
  }
  return [...sums]
    .filter(([, { sum }]) => sum.digits !== 0n)
    .map(([code, { name, kind, sum }]) => ({
      code: toStorableText(code),
      name,
      kind,
      amount: amountText(sum),
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Removes NUL and replaces lone surrogates, which PostgreSQL can't store. */
const toStorableText = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().slice(0, maxNameLength);

/** Truncates extra decimals instead of rounding, so that a balance is never overstated. */
function amountText({ digits, scale }: Decimal): string {
  const truncated =
    scale <= maxDecimals
      ? { digits, scale }
      : { digits: digits / 10n ** BigInt(scale - maxDecimals), scale: maxDecimals };
  const whole =
    (truncated.digits < 0n ? -truncated.digits : truncated.digits) / 10n ** BigInt(truncated.scale);
  if (whole.toString().length > maxIntegerDigits) throw new MalformedResponse('AMOUNT');
  return formatDecimal(truncated);
}

/** Parses `GET /v2/exchange-rates` into units per dollar by currency. Skips rates that are not numbers. */
export function parseRates(body: unknown): ReadonlyMap<string, string> {
  const { rates } = fieldsOf(fieldsOf(body).data);
  if (typeof rates !== 'object' || rates === null) throw new MalformedResponse('RATES');
  const unitsPerDollar = new Map<string, string>();
  for (const [code, rate] of Object.entries(rates)) {
    const decimal = typeof rate === 'string' ? parseDecimal(rate) : null;
    if (decimal !== null) unitsPerDollar.set(code, formatDecimal(decimal));
  }
  return unitsPerDollar;
}
