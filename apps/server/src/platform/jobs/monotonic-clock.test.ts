import { afterEach, expect, test, vi } from 'vitest';
import { monotonicClock } from './monotonic-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the clock of the job queue does not follow the system clock when it is set back', () => {
  const before = monotonicClock.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(monotonicClock.now()).toBeGreaterThanOrEqual(before);
});

test('the clock of the job queue starts at the system time', () => {
  expect(Math.abs(monotonicClock.now() - Date.now())).toBeLessThan(3_600_000);
});
