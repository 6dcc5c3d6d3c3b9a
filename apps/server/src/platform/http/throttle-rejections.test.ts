import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRejectionThrottle, rejectionsPerTurn } from './throttle-rejections.ts';

test('of calls that arrive together, only a few are rejected per turn of the event loop', async () => {
  const throttle = createRejectionThrottle(2);
  let rejected = 0;
  const calls = Array.from({ length: 10 * rejectionsPerTurn }, () =>
    throttle({}).then(() => {
      rejected += 1;
    }),
  );
  let before = 0;
  while (rejected < calls.length) {
    await nextTurn();
    expect(rejected - before).toBeLessThanOrEqual(rejectionsPerTurn);
    before = rejected;
  }
});

test('a call that arrives while others are being rejected is rejected after them', async () => {
  const throttle = createRejectionThrottle(2);
  const order: string[] = [];
  const early = Array.from({ length: 2 * rejectionsPerTurn }, () =>
    throttle({}).then(() => order.push('early')),
  );
  await nextTurn();
  await Promise.all([throttle({}).then(() => order.push('late')), ...early]);
  expect(order.at(-1)).toBe('late');
});
