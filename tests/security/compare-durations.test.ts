import { expect, test } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { compareDurations } from './compare-durations.ts';

const limits = { tolerance: 5, pairsPerRound: 100, maxRounds: 10 };

/** Compares pairs of requests. The second takes `slowerBy` longer; the machine delays each by up to `maxDelay`. */
function compare(slowerBy: number, maxDelay: number) {
  const random = seededRandom(1);
  return compareDurations(() => slowerBy + (random() - random()) * maxDelay, limits);
}

test('durations that differ by less than the tolerance are similar after one round', async () => {
  expect(await compare(1, 10)).toMatchObject({ verdict: 'similar', pairs: 100 });
  expect(await compare(-1, 10)).toMatchObject({ verdict: 'similar', pairs: 100 });
});

test('a second request that is slower or faster by more than the tolerance is different', async () => {
  expect(await compare(8, 10)).toMatchObject({ verdict: 'different', pairs: 100 });
  expect(await compare(-8, 10)).toMatchObject({ verdict: 'different', pairs: 100 });
});

test('on a busy machine, more rounds show whether durations are similar or different', async () => {
  const similar = await compare(0, 40);
  expect(similar.verdict).toBe('similar');
  expect(similar.pairs).toBeGreaterThan(100);
  const different = await compare(10, 40);
  expect(different.verdict).toBe('different');
  expect(different.pairs).toBeGreaterThan(100);
});

test('on a machine that is too busy, the result is inconclusive for equal and for different durations', async () => {
  for (const slowerBy of [0, 8])
    expect(await compare(slowerBy, 400)).toMatchObject({
      verdict: 'inconclusive',
      pairs: 1_000,
    });
});

test('a tenth of the requests being slow does not widen the interval', async () => {
  const random = seededRandom(1);
  const measurePair = () => (random() < 0.1 ? 500 : 0) + (random() - random()) * 10;
  expect(await compareDurations(measurePair, limits)).toMatchObject({
    verdict: 'similar',
    pairs: 100,
  });
});

test('with too few pairs for a confidence interval, the result is inconclusive', async () => {
  expect(
    await compareDurations(() => 0, { tolerance: 5, pairsPerRound: 5, maxRounds: 2 }),
  ).toMatchObject({ verdict: 'inconclusive' });
});
