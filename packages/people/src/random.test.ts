import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from './random.ts';

const throws = (dice: Dice, count: number) => Array.from({ length: count }, () => dice.next());

test('the same seed throws the same', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (seed, key) => {
      expect(throws(new Dice(seed).split(key), 5)).toEqual(throws(new Dice(seed).split(key), 5));
    }),
  );
});

test('throwing more from one part leaves the others as they were', () => {
  const calm = new Dice(7);
  const busy = new Dice(7);
  throws(busy.split('coffee'), 1000);
  throws(busy, 10);
  expect(throws(busy.split('rent'), 5)).toEqual(throws(calm.split('rent'), 5));
});

test('neighbouring keys and seeds throw differently', () => {
  const first = new Set<number>();
  for (let seed = 0; seed < 100; seed++) {
    for (let day = 20_000; day < 20_100; day++) first.add(new Dice(seed).split(day).next());
  }
  expect(first.size).toBeGreaterThan(9_990);
});

test('throws are spread evenly over days', () => {
  const root = new Dice(1).split('coffee');
  const counts = new Array<number>(10).fill(0);
  for (let day = 0; day < 20_000; day++) {
    const bin = Math.floor(root.split(day).next() * 10);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});

test('whole numbers and amounts stay within their bounds', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(10_000), fc.nat(10_000), (seed, low, span) => {
      const dice = new Dice(seed);
      for (const value of [
        dice.whole(low, low + span),
        dice.around(low, low + span / 3, low + span),
      ]) {
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(low + span);
      }
    }),
  );
});

test('there is nothing to pick from an empty list', () => {
  expect(() => new Dice(1).pick([])).toThrow(RangeError);
});
