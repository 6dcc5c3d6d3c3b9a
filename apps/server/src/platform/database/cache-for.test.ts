import { expect, test, vi } from 'vitest';
import { cacheFor } from './cache-for.ts';

test('concurrent and later callers share one read', async () => {
  let reads = 0;
  const read = cacheFor(60_000, async () => {
    reads += 1;
    return reads;
  });
  expect(await Promise.all(Array.from({ length: 500 }, read))).toEqual(Array(500).fill(1));
  expect(await read()).toBe(1);
});

test('the value is read again after it expires', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let reads = 0;
    const read = cacheFor(2_000, async () => {
      reads += 1;
      return reads;
    });
    await read();
    vi.advanceTimersByTime(1_999);
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await read()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('concurrent callers share a failure, but it is not cached', async () => {
  let isFailing = true;
  const read = cacheFor(60_000, async () => {
    if (isFailing) throw new Error('unavailable');
    return 'value';
  });
  const results = await Promise.allSettled([read(), read()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFailing = false;
  expect(await read()).toBe('value');
});
