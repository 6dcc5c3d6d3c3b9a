import { expect, test } from 'vitest';
import { createTaskLimiter } from './task-limiter.ts';

/** Creates tasks that run until the test ends them, and lists the names of those that have started. */
function createTasks() {
  const started: string[] = [];
  const running = new Map<string, { finish: () => void; fail: () => void }>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve, reject) =>
      running.set(name, { finish: () => resolve(name), fail: () => reject(new Error(name)) }),
    );
  };
  return { started, running, task };
}

const limit = { key: 'a', maxRunning: 2, createError: () => new Error('the queue is full') };

test('tasks of one key wait in order until fewer than the limit are running', async () => {
  const runLimited = createTaskLimiter();
  const { started, running, task } = createTasks();
  const results = ['1', '2', '3', '4'].map((name) => runLimited(limit, task(name)));
  const other = runLimited({ ...limit, key: 'b' }, task('other'));
  await expect.poll(() => started).toEqual(['1', '2', 'other']);
  running.get('2')?.finish();
  expect(await results[1]).toBe('2');
  await expect.poll(() => started).toEqual(['1', '2', 'other', '3']);
  running.get('1')?.fail();
  await expect(results[0]).rejects.toThrow('1');
  await expect.poll(() => started).toEqual(['1', '2', 'other', '3', '4']);
  for (const { finish } of running.values()) finish();
  expect(await Promise.all([results[2], results[3], other])).toEqual(['3', '4', 'other']);
});

test('a task is rejected if a hundred others wait, and accepted later', async () => {
  const runLimited = createTaskLimiter();
  const { running, task } = createTasks();
  const results = Array.from({ length: 102 }, (_, n) => runLimited(limit, task(String(n))));
  await expect(runLimited(limit, task('last'))).rejects.toThrow('the queue is full');
  for (let n = 0; n < 102; n += 1) {
    await expect.poll(() => running.has(String(n))).toBe(true);
    running.get(String(n))?.finish();
  }
  await Promise.all(results);
  expect(await runLimited(limit, async () => 'later')).toBe('later');
});
