import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CircuitOpen, createCircuitBreakers } from './circuit-breakers.ts';

class Unavailable extends Error {}
class Rejected extends Error {}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates breakers that open after three failures for a second, and records what they do. */
function createBreakers() {
  const changes: string[] = [];
  const sent: string[] = [];
  const circuit = createCircuitBreakers({
    policy: { failures: 3, openFor: 1_000 },
    isFailure: (error) => error instanceof Unavailable,
    onChange: (key, state) => changes.push(`${key} ${state}`),
  });
  /** Sends a call that fails with `error`, or succeeds. Returns what it throws, or 'ok'. */
  const call = (key: string, error?: Error) =>
    circuit(key)(async () => {
      sent.push(key);
      if (error !== undefined) throw error;
      return 'ok';
    }).catch((thrown: unknown) => thrown);
  const fail = async (key: string, times: number) => {
    for (let count = 0; count < times; count += 1) await call(key, new Unavailable());
  };
  return { call, fail, changes, sent };
}

test('a circuit opens after several failures in a row, and then sends no calls', async () => {
  const { call, fail, changes, sent } = createBreakers();
  await fail('slow', 3);
  expect(await call('slow')).toBeInstanceOf(CircuitOpen);
  expect(sent).toHaveLength(3);
  expect(changes).toEqual(['slow opened']);
});

test('an open circuit does not affect other circuits', async () => {
  const { call, fail } = createBreakers();
  await fail('slow', 3);
  expect(await call('fast')).toBe('ok');
});

test('a success or another error between failures keeps a circuit closed', async () => {
  const { call, fail, changes } = createBreakers();
  await fail('slow', 2);
  expect(await call('slow')).toBe('ok');
  await fail('slow', 2);
  expect(await call('slow', new Rejected())).toBeInstanceOf(Rejected);
  await fail('slow', 2);
  expect(changes).toEqual([]);
});

test('after a while, an open circuit sends one call, and its success closes the circuit', async () => {
  const { call, fail, changes } = createBreakers();
  await fail('slow', 3);
  vi.advanceTimersByTime(1_000);
  expect(await call('slow')).toBe('ok');
  expect(await call('slow')).toBe('ok');
  expect(changes).toEqual(['slow opened', 'slow closed']);
});

test('after a while, an open circuit sends one call, and its failure keeps the circuit open', async () => {
  const { call, fail, sent } = createBreakers();
  await fail('slow', 3);
  vi.advanceTimersByTime(1_000);
  expect(await call('slow', new Unavailable())).toBeInstanceOf(Unavailable);
  expect(await call('slow')).toBeInstanceOf(CircuitOpen);
  expect(sent).toHaveLength(4);
});
