import { expect, test, vi } from 'vitest';
import { readOncePer } from './read-once.ts';

test('who asks at the same moment or soon after gets the same reading', async () => {
  let readings = 0;
  const read = readOncePer(60_000, async () => {
    readings += 1;
    return readings;
  });
  expect(await Promise.all(Array.from({ length: 500 }, read))).toEqual(Array(500).fill(1));
  expect(await read()).toBe(1);
});

test('after its time it is read anew', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let readings = 0;
    const read = readOncePer(2_000, async () => {
      readings += 1;
      return readings;
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

test('a failure reaches those who waited for it, and nobody after', async () => {
  let fails = true;
  const read = readOncePer(60_000, async () => {
    if (fails) throw new Error('away');
    return 'there';
  });
  const together = await Promise.allSettled([read(), read()]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await read()).toBe('there');
});
