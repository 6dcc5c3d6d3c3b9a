import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRejectionPace, rejectionsPerTurn } from './pace-rejections.ts';

test('of calls that arrive together, only a few are rejected per turn of the event loop', async () => {
  const pace = createRejectionPace(2);
  let rejected = 0;
  const calls = Array.from({ length: 10 * rejectionsPerTurn }, () =>
    pace({}).then(() => {
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
  const pace = createRejectionPace(2);
  const order: string[] = [];
  const early = Array.from({ length: 2 * rejectionsPerTurn }, () =>
    pace({}).then(() => order.push('early')),
  );
  await nextTurn();
  await Promise.all([pace({}).then(() => order.push('late')), ...early]);
  expect(order.at(-1)).toBe('late');
});
