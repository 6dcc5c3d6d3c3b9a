import { describe, expect, test } from 'vitest';
import { MalformedResponse, parseBalances, parsePage, parseRates, parseTokens } from './map.ts';

const wallet = (code: string, amount: unknown, changes: object = {}) => ({
  id: `${code} ${amount}`,
  type: 'wallet',
  currency: { code, name: `The ${code}`, type: 'crypto' },
  balance: { amount, currency: code },
  ...changes,
});

describe('balances', () => {
  test('are exact text, and empty wallets are skipped', () => {
    expect(
      parseBalances([
        wallet('ETH', '0.123456789012345678'),
        wallet('BTC', '0.00000001'),
        wallet('SHIB', '1000000000.000000000000000000'),
        wallet('LTC', '0.00000000'),
        wallet('USD', '12.50', { type: 'fiat', currency: { code: 'USD', name: 'US Dollar' } }),
      ]),
    ).toEqual([
      { code: 'BTC', name: 'The BTC', kind: 'crypto', amount: '0.00000001' },
      { code: 'ETH', name: 'The ETH', kind: 'crypto', amount: '0.123456789012345678' },
      { code: 'SHIB', name: 'The SHIB', kind: 'crypto', amount: '1000000000.000000000000000000' },
      { code: 'USD', name: 'US Dollar', kind: 'fiat', amount: '12.50' },
    ]);
  });

  test('of several wallets in one currency are summed exactly', () => {
    const rows = [
      wallet('BTC', '0.1'),
      wallet('BTC', '0.2', { type: 'vault' }),
      wallet('BTC', '0.00000001'),
    ];
    expect(parseBalances(rows).map(({ amount }) => amount)).toEqual(['0.30000001']);
  });

  test('accept a currency code instead of an object, as in old versions of the API', () => {
    expect(parseBalances([wallet('BTC', '1', { currency: 'BTC' })])).toEqual([
      { code: 'BTC', name: 'BTC', kind: 'crypto', amount: '1' },
    ]);
  });

  test('with more than 18 decimals are truncated, not rounded', () => {
    const [balance] = parseBalances([wallet('NEAR', '1.999999999999999999999999')]);
    expect(balance?.amount).toBe('1.999999999999999999');
  });

  test.each([
    [wallet('BTC', 5)],
    [wallet('BTC', 'many')],
    [wallet('BTC', '1', { currency: {} })],
    [wallet('BTC', `1${'0'.repeat(30)}`)],
    [null],
  ])('reject %o instead of treating it as zero', (row) => {
    expect(() => parseBalances([row])).toThrow(MalformedResponse);
  });
});

describe('pages', () => {
  test('are followed by the cursor of next_uri, never by its host', () => {
    const next_uri = 'https://evil.example/v2/accounts?limit=100&starting_after=abc';
    expect(parsePage({ data: [1], pagination: { next_uri } })).toEqual({ rows: [1], after: 'abc' });
    for (const pagination of [undefined, {}, { next_uri: null }, { next_uri: '' }])
      expect(parsePage({ data: [], pagination }).after).toBeNull();
  });

  test('without a list or a cursor are malformed', () => {
    expect(() => parsePage({})).toThrow(MalformedResponse);
    expect(() => parsePage({ data: [], pagination: { next_uri: '/v2/accounts' } })).toThrow(
      MalformedResponse,
    );
  });
});

test('rates that are not numbers are skipped, and zero rates are kept', () => {
  const rates = { BTC: '0.0000105', ZERO: '0', TEXT: 'soon', NUMBER: 5, TINY: '1e-12', NOT: 'NaN' };
  expect([...parseRates({ data: { rates } })]).toEqual([
    ['BTC', '0.0000105'],
    ['ZERO', '0'],
    ['TINY', '0.000000000001'],
  ]);
  expect(() => parseRates({ data: {} })).toThrow(MalformedResponse);
});

test('a refresh token and a lifetime are optional, but an access token is required', () => {
  expect(parseTokens({ access_token: 'a', refresh_token: 'r', expires_in: 3600 })).toEqual({
    access: 'a',
    refresh: 'r',
    accessLifetime: 3600,
  });
  expect(parseTokens({ access_token: 'a' })).toEqual({
    access: 'a',
    refresh: null,
    accessLifetime: 3600,
  });
  for (const body of [undefined, {}, { access_token: '' }, 'a'])
    expect(() => parseTokens(body)).toThrow(MalformedResponse);
});
