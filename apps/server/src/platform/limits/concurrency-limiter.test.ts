import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ConcurrencyLimit, createConcurrencyLimiter } from './concurrency-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a limiter for tasks of one key, and lists the names of those that have started, in order. */
function createLimiter(limit: ConcurrencyLimit) {
  const acquireSlot = createConcurrencyLimiter();
  const started: string[] = [];
  const start = async (name: string) => {
    const slot = await acquireSlot({ key: 'a', limit, createError: (reason) => new Error(reason) });
    started.push(name);
    return slot;
  };
  return { start, started };
}

test('waiting tasks start in order, each once another has released its slot', async () => {
  const { start, started } = createLimiter({ maxRunning: 1, maxQueued: 2 });
  const first = await start('first');
  const second = start('second');
  const third = start('third');
  expect(started).toEqual(['first']);
  first.release();
  first.release();
  await second;
  expect(started).toEqual(['first', 'second']);
  (await second).release();
  (await third).release();
  expect(started).toEqual(['first', 'second', 'third']);
});

test('a task is rejected at once if the queue is full', async () => {
  const { start } = createLimiter({ maxRunning: 1, maxQueued: 1 });
  const first = await start('first');
  const second = start('second');
  await expect(start('third')).rejects.toThrow('queue full');
  first.release();
  (await second).release();
  await expect(start('fourth')).resolves.toBeDefined();
});

test('a task that has waited too long is rejected, and the next one starts in its place', async () => {
  const { start, started } = createLimiter({ maxRunning: 1, maxQueued: 2, maxWait: 100 });
  const first = await start('first');
  const slow = expect(start('slow')).rejects.toThrow('timeout');
  await vi.advanceTimersByTimeAsync(60);
  const next = start('next');
  await vi.advanceTimersByTimeAsync(60);
  await slow;
  first.release();
  await next;
  expect(started).toEqual(['first', 'next']);
});

test('another task runs while one is paused, and the paused task then continues at once', async () => {
  const { start, started } = createLimiter({ maxRunning: 1, maxQueued: 2 });
  const paused = await start('paused');
  paused.pause();
  paused.pause();
  const second = await start('second');
  paused.resume();
  second.release();
  const third = await start('third');
  paused.resume();
  third.release();
  const fourth = start('fourth');
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['paused', 'second', 'third']);
  paused.release();
  await fourth;
});

test('a task that ends during its pause releases its slot only once', async () => {
  const { start, started } = createLimiter({ maxRunning: 1, maxQueued: 1 });
  const ended = await start('ended');
  ended.pause();
  ended.release();
  ended.resume();
  const next = await start('next');
  const last = start('last');
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['ended', 'next']);
  next.release();
  await last;
});
