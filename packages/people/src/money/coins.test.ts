import { describe, expect, test } from 'vitest';
import { demoCrypto } from '../demo/demo-crypto.ts';
import { coins, formatDecimal, priceAt, rateAt } from './coins.ts';

describe('coin rates', () => {
  test('a rate is the number of coins a dollar buys, as plain decimal text', () => {
    for (const { code, basePrice } of coins) {
      const rate = rateAt(code, '2026-11-21', 12, 1);
      if (basePrice === null) expect(rate).toBeNull();
      else expect(rate, code).toMatch(/^\d+(\.\d+)?$/);
    }
    expect(rateAt('USD', '2026-11-21', 12, 1)).toBe('1.0');
    expect(
      Number(rateAt('BTC', '2026-11-21', 12, 1)) * (priceAt('BTC', '2026-11-21', 12, 1) ?? 0),
    ).toBeCloseTo(1, 9);
  });

  test('a price changes by hour and seed and stays near its base price', () => {
    const bitcoinPrice = (hour: number, seed: number) => priceAt('BTC', '2026-11-21', hour, seed);
    expect(bitcoinPrice(12, 1)).toBe(bitcoinPrice(12, 1));
    expect(new Set([bitcoinPrice(12, 1), bitcoinPrice(13, 1), bitcoinPrice(12, 2)]).size).toBe(3);
    for (const { code, basePrice, kind } of coins)
      for (let day = 1; day <= 28; day += 1) {
        const price = priceAt(code, `2026-02-${String(day).padStart(2, '0')}`, 5, 3);
        if (basePrice !== null)
          expect((price ?? 0) / basePrice, `${code} ${kind}`).toBeGreaterThan(0.4);
      }
  });

  test('very small and very large rates have no exponent', () => {
    expect(formatDecimal(1 / 91_400)).toBe('0.0000109409190372');
    expect(formatDecimal(106_382.978_723_404_25)).toBe('106382.978723');
    expect(formatDecimal(1e-9)).toBe('0.000000001');
  });
});

describe('demo crypto holdings', () => {
  test('the history is two years up to today, and past days are the same tomorrow', () => {
    const today = [...demoCrypto('2026-11-21', 1)];
    const tomorrow = [...demoCrypto('2026-11-22', 1)];
    expect([today[0]?.day, today.at(-1)?.day, today.length]).toEqual([
      '2024-11-22',
      '2026-11-21',
      730,
    ]);
    expect(tomorrow.slice(0, -1)).toEqual(today.slice(1));
  });

  test('the holdings cover every case on the screen: cash, dust, no price, and several large holdings', () => {
    const { holdings } = [...demoCrypto('2026-11-21', 1)].at(-1) ?? { holdings: [] };
    expect(holdings.filter(({ kind }) => kind === 'fiat')).toHaveLength(1);
    expect(holdings.filter(({ rate }) => rate === null)).toHaveLength(1);
    const values = holdings.map(({ amount, rate }) => Number(amount) / Number(rate ?? Number.NaN));
    expect(values.filter((value) => value > 500).length).toBeGreaterThanOrEqual(4);
    expect(values.filter((value) => value > 0 && value < 1)).toHaveLength(2);
  });
});
