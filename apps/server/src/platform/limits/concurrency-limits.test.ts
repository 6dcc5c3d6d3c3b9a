import { expect, test } from 'vitest';
import { parseConcurrencyLimits } from './concurrency-limits.ts';

test('parsed concurrency limits override their defaults', () => {
  const errors: string[] = [];
  const limits = parseConcurrencyLimits('calls=32, user_calls_wait_ms=100', errors);
  expect(limits.calls).toEqual({ maxRunning: 32, maxQueued: 100, maxWait: 400 });
  expect(limits.user_calls).toEqual({ maxRunning: 2, maxQueued: 50, maxWait: 100 });
  expect(errors).toEqual([]);
});

test.each(['calls', 'calls=0', 'calls=x', 'callers=3'])(
  'the concurrency limit %j is rejected',
  (text) => {
    const errors: string[] = [];
    parseConcurrencyLimits(text, errors);
    expect(errors).toEqual([
      expect.stringContaining(`CONCURRENCY_LIMITS has '${text}': write name=count`),
    ]);
  },
);
