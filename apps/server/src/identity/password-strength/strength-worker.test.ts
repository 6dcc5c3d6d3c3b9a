import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type StrengthLimits, StrengthWorker } from './strength-worker.ts';

let worker: StrengthWorker;
afterEach(() => worker.stop());

const start = (limits?: Partial<StrengthLimits>) => {
  worker = new StrengthWorker(limits);
  return worker;
};
/** A worker that never responds. */
const silentWorker = new URL('data:text/javascript,setInterval(() => {}, 1000)');

test('the thread starts with the first password, ends when idle, and starts again', async () => {
  const { isRunning } = start({ idleTimeout: 200 });
  expect(isRunning).toBe(false);
  const strength = await worker.estimate('correct horse battery', []);
  expect(strength?.guesses).toBeGreaterThan(1e9);
  expect(worker.isRunning).toBe(true);
  await expect.poll(() => worker.isRunning).toBe(false);
  expect(await worker.estimate('password1234', [])).toMatchObject({
    advice: expect.stringContaining('.'),
  });
});

test('words that are related to the user make a password weaker', async () => {
  start();
  const estimates = await Promise.all([
    worker.estimate('brobdingnag1', []),
    worker.estimate('brobdingnag1', ['brobdingnag']),
  ]);
  expect(estimates[1]?.guesses).toBeLessThan((estimates[0]?.guesses ?? 0) / 100);
});

test('the event loop is not blocked while the longest password is estimated', async () => {
  start();
  await worker.estimate('warm up', []);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  const before = performance.now();
  await worker.estimate('P@ssw0rd1! '.repeat(24), ['ada', 'lovelace']);
  const duration = performance.now() - before;
  clearInterval(timer);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(duration / 50));
  expect(duration).toBeLessThan(3_000);
});

test('a password that takes too long is not estimated, and neither is one beyond the limit of waiting passwords', async () => {
  worker = new StrengthWorker({ startTimeout: 300, maxWaiting: 2 }, silentWorker);
  const estimates = [1, 2, 3].map(() => worker.estimate('correct horse battery', []));
  expect(await estimates[2]).toBeNull();
  expect(worker.isRunning).toBe(true);
  expect(await Promise.all(estimates)).toEqual([null, null, null]);
  expect(worker.isRunning).toBe(false);
});

test('a password is not estimated if the thread fails, and the thread is then no longer running', async () => {
  worker = new StrengthWorker({}, new URL('data:text/javascript,throw new Error("broken")'));
  expect(await worker.estimate('correct horse battery', [])).toBeNull();
  await wait(50);
  expect(worker.isRunning).toBe(false);
});
