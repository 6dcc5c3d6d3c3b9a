import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

const draws = (random: SeededRandom, count: number) =>
  Array.from({ length: count }, () => random.next());

test('the same seed and key give the same numbers', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (seed, key) => {
      expect(draws(new SeededRandom(seed).split(key), 5)).toEqual(
        draws(new SeededRandom(seed).split(key), 5),
      );
    }),
  );
});

test('draws for one key do not change the numbers for another key', () => {
  const unused = new SeededRandom(7);
  const used = new SeededRandom(7);
  draws(used.split('coffee'), 1000);
  draws(used, 10);
  expect(draws(used.split('rent'), 5)).toEqual(draws(unused.split('rent'), 5));
});

test('adjacent keys and seeds give different numbers', () => {
  const numbers = new Set<number>();
  for (let seed = 0; seed < 100; seed++) {
    for (let day = 20_000; day < 20_100; day++)
      numbers.add(new SeededRandom(seed).split(day).next());
  }
  expect(numbers.size).toBeGreaterThan(9_990);
});

test('numbers are distributed evenly across days', () => {
  const root = new SeededRandom(1).split('coffee');
  const counts = new Array<number>(10).fill(0);
  for (let day = 0; day < 20_000; day++) {
    const bin = Math.floor(root.split(day).next() * 10);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});

test('integers stay within their bounds', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(10_000), fc.nat(10_000), (seed, low, span) => {
      const random = new SeededRandom(seed);
      for (const value of [
        random.integer(low, low + span),
        random.integerNear(low, low + span / 3, low + span),
      ]) {
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(low + span);
      }
    }),
  );
});

test('picking from an empty list throws a RangeError', () => {
  expect(() => new SeededRandom(1).pick([])).toThrow(RangeError);
});
