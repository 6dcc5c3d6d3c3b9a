import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLines, type LineLimits } from './lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A line of one key that records who has entered, in order. */
function createLine(limits: LineLimits) {
  const enter = createLines();
  const entered: string[] = [];
  const arrive = async (name: string) => {
    const place = await enter({ key: 'a', limits, createError: (reason) => new Error(reason) });
    entered.push(name);
    return place;
  };
  return { arrive, entered };
}

test('tasks enter a line in order, each once another has left', async () => {
  const { arrive, entered } = createLine({ running: 1, waiting: 2 });
  const first = await arrive('first');
  const second = arrive('second');
  const third = arrive('third');
  expect(entered).toEqual(['first']);
  first.leave();
  first.leave();
  await second;
  expect(entered).toEqual(['first', 'second']);
  (await second).leave();
  (await third).leave();
  expect(entered).toEqual(['first', 'second', 'third']);
});

test('a task is turned away at once from a full line', async () => {
  const { arrive } = createLine({ running: 1, waiting: 1 });
  const first = await arrive('first');
  const second = arrive('second');
  await expect(arrive('third')).rejects.toThrow('full');
  first.leave();
  (await second).leave();
  await expect(arrive('fourth')).resolves.toBeDefined();
});

test('a task that has waited too long is turned away, and its turn goes to the next one', async () => {
  const { arrive, entered } = createLine({ running: 1, waiting: 2, maxWait: 100 });
  const first = await arrive('first');
  const slow = expect(arrive('slow')).rejects.toThrow('timeout');
  await vi.advanceTimersByTimeAsync(60);
  const next = arrive('next');
  await vi.advanceTimersByTimeAsync(60);
  await slow;
  first.leave();
  await next;
  expect(entered).toEqual(['first', 'next']);
});

test('while a task is paused another one runs, and the task continues at once', async () => {
  const { arrive, entered } = createLine({ running: 1, waiting: 2 });
  const paused = await arrive('paused');
  paused.pause();
  paused.pause();
  const second = await arrive('second');
  paused.resume();
  second.leave();
  const third = await arrive('third');
  paused.resume();
  third.leave();
  const fourth = arrive('fourth');
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual(['paused', 'second', 'third']);
  paused.leave();
  await fourth;
});

test('a task that ends during its pause frees its place once', async () => {
  const { arrive, entered } = createLine({ running: 1, waiting: 1 });
  const gone = await arrive('gone');
  gone.pause();
  gone.leave();
  gone.resume();
  const next = await arrive('next');
  const last = arrive('last');
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual(['gone', 'next']);
  next.leave();
  await last;
});
