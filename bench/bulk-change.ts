import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser } from './bench-user.ts';
import type { Figure } from './figures.ts';

const transactionCount = 100_000;

/** Measures a change of 100,000 transactions and its undo, and how long the user's own list takes meanwhile. */
export async function measureBulkChange(server: BenchServer): Promise<Figure[]> {
  const { token } = await createPaidUser(server, transactionCount);
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}`);
    // The benchmark reads only these fields, which the contract types.
    return (await response.json()) as {
      change_id: string;
      changes: { id: string; pending: number }[];
    };
  };
  const isApplied = async (id: string) => {
    const { changes } = await request('GET', '/user/changes');
    return changes.find((change) => change.id === id)?.pending === 0;
  };
  const listTimes: number[] = [];
  const run = async (path: string, body: object) => {
    const startedAt = performance.now();
    const { change_id } = await request('POST', path, body);
    while (!(await isApplied(change_id))) {
      const listedAt = performance.now();
      await request('POST', '/user/transactions/v2', {});
      listTimes.push(performance.now() - listedAt);
      await sleep(100);
    }
    return { id: change_id, seconds: (performance.now() - startedAt) / 1_000 };
  };
  const change = await run('/user/transactions/bulk', {
    filter: {},
    change: { category: 'food_and_drink_coffee', note: 'Checked' },
  });
  const undo = await run(`/user/changes/${change.id}/undo`, {});
  const slowest = Math.max(...listTimes);
  return [
    figure(
      'A change of 100,000 transactions',
      `${change.seconds.toFixed(1)} s`,
      change.seconds,
      60,
    ),
    figure('Its undo', `${undo.seconds.toFixed(1)} s`, undo.seconds, 60),
    figure("The user's slowest list meanwhile", `${slowest.toFixed(0)} ms`, slowest / 1_000, 1),
  ];
}

/** `limit`: in seconds. */
const figure = (name: string, measured: string, seconds: number, limit: number): Figure => ({
  name,
  measured,
  limit: `<= ${limit} s`,
  withinLimit: seconds <= limit,
});
