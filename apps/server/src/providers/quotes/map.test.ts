import { describe, expect, test } from 'vitest';
import { QuotesError, type QuotesErrorKind } from './errors.ts';
import { parsePrice } from './map.ts';

const now = new Date('2026-11-23T14:00:00Z');
const seconds = (instant: string) => Date.parse(instant) / 1_000;
const t = seconds('2026-11-23T13:59:00Z');

function errorKindOf(body: unknown): QuotesErrorKind | undefined {
  try {
    parsePrice(body, now);
    return undefined;
  } catch (error) {
    if (error instanceof QuotesError) return error.kind;
    throw error;
  }
}

test('a price is the current one, as decimal text', () => {
  const body = { c: 261.74, d: 1.2, dp: 0.46, h: 263.3, l: 260.7, o: 261.1, pc: 260.5, t };
  expect(parsePrice(body, now)).toBe('261.7400');
});

test.each([
  [0.01, '0.0100'],
  [742_350, '742350.0000'],
  [9_999_999.99, '9999999.9900'],
])('the price %d is formatted as %s', (c, price) => expect(parsePrice({ c, t }, now)).toBe(price));

test('a price from before a long weekend is current', () => {
  expect(parsePrice({ c: 5, t: seconds('2026-11-18T21:00:00Z') }, now)).toBe('5.0000');
});

describe('a quote is rejected if its price is', () => {
  test.each<[string, unknown, QuotesErrorKind]>([
    ['zero, as for an unknown symbol', { c: 0, d: null, dp: null, t: 0 }, 'unknown_symbol'],
    ['negative', { c: -5, t }, 'no_price'],
    ['below half a cent', { c: 0.001, t }, 'no_price'],
    ['higher than that of any stock', { c: 10_000_000, t }, 'no_price'],
    ['years old', { c: 53.7, t: seconds('2022-10-27T20:00:00Z') }, 'no_price'],
    ['text', { c: '261.74', t }, 'unexpected'],
    ['NaN', { c: Number.NaN, t }, 'no_price'],
    ['missing', { t }, 'unexpected'],
    ['without a time', { c: 261.74 }, 'unexpected'],
    ['in an array', [261.74], 'unexpected'],
    ['missing: the body is a string', 'AAPL', 'unexpected'],
    ['missing: the body is null', null, 'unexpected'],
  ])('%s', (_defect, body, kind) => expect(errorKindOf(body)).toBe(kind));
});
