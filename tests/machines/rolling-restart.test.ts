import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { queryDirectly } from '../support/database/direct-connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { haproxy, skipReason } from '../support/machines/required-program.ts';
import { type Balancer, startHaproxy } from '../support/machines/start-haproxy.ts';
import { readUnit } from '../support/machines/unit-environment.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { type EventStream, openEventStream } from '../support/requests/event-stream.ts';
import { type AppUnderTest, signUp, TestClient } from '../support/requests/test-client.ts';

const minRequests = Number(process.env.CAIRN_ROLLING_REQUESTS ?? 10_000);
const clientCount = 6;
const skipped = skipReason([haproxy]);

describe.skipIf(skipped !== '')(
  `two web processes behind HAProxy, as deploy/haproxy.cfg and the systemd unit set them up${skipped}`,
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-rolling-'));
    let database: TestDatabase;
    let ports: [number, number];
    let servers: ServerProcess[] = [];
    let balancer: Balancer;

    const startWeb = (port: number) =>
      startServerProcess({
        ...readUnit('cairn-web', String(port)).environment,
        // The sandbox stands in for providers, which production does not allow.
        NODE_ENV: 'development',
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        TRUST_PROXY: '127.0.0.1',
      });
    const throughBalancer = () => ({ url: balancer.url }) as AppUnderTest;

    beforeAll(async () => {
      database = await createTestDatabase();
      ports = [await freePort(), await freePort()];
      servers = await Promise.all(ports.map(startWeb));
      balancer = await startHaproxy(ports);
    }, 300_000);
    afterAll(async () => {
      await balancer?.stop();
      await Promise.all(servers.map((server) => server.kill()));
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    /** Restarts a process while every user has an event stream, and waits until they have one again. */
    async function restart(index: number, streams: readonly OpenStream[]): Promise<void> {
      const port = ports[index] ?? 0;
      const startedAt = performance.now();
      await servers[index]?.stop();
      expect(await servers[index]?.ended).toBe(0);
      const { stopTimeout } = readUnit('cairn-web', String(port));
      expect((performance.now() - startedAt) / 1_000).toBeLessThan(stopTimeout);
      servers[index] = await startWeb(port);
      await eventually(() => streams.every(({ isOpen }) => isOpen()), 'all streams are open');
    }

    test('a session that ends at one process ends its event stream at the other', async () => {
      const [first, second] = servers;
      const client = await signUp(throughBalancer());
      const onSecond = new TestClient({ url: second?.url } as AppUnderTest, client.token);
      const stream = await openEventStream(onSecond);
      await stream.waitFor(({ name }) => name === 'subscription');
      const onFirst = new TestClient({ url: first?.url } as AppUnderTest, client.token);
      await onFirst.request('POST /auth/logout');
      await eventually(() => stream.ended, 'the stream is closed');
      expect((await onSecond.call('GET /user/me')).status).toBe(401);
    });

    test(`a rolling restart under load fails none of at least ${minRequests} requests, and event streams move`, async () => {
      const users = await Promise.all(
        Array.from({ length: clientCount }, () => signUpWithBudget(throughBalancer(), database)),
      );
      let isRestarted = false;
      let count = 0;
      const failures: string[] = [];
      const load = async ({ send }: (typeof users)[number]) => {
        while (!isRestarted) {
          count += 1;
          const failure = await send(count);
          if (failure !== undefined) failures.push(failure);
        }
      };
      const loads = users.map(load);
      const streams = users.map(({ client }) => keepStreamOpen(client, () => isRestarted));
      await eventually(() => streams.every(({ isOpen }) => isOpen()), 'all streams are open');
      let restarts = 0;
      do {
        for (const index of ports.keys()) await restart(index, streams);
        restarts += 1;
      } while (count < minRequests);
      isRestarted = true;
      await Promise.all(loads);
      console.log(`${restarts} rolling restarts: ${failures.length} of ${count} requests failed`);
      const reasons = servers.flatMap(({ logged }) => logged.flatMap(({ reason }) => reason ?? []));
      expect(failures, `reasons of the servers: ${reasons.join(', ')}`).toEqual([]);
      expect(count).toBeGreaterThanOrEqual(minRequests);
      // Each stream was at one of the processes, and both were restarted.
      expect(streams.filter(({ moves }) => moves() === 0)).toEqual([]);
      for (const stream of streams) stream.close();
    }, 3_600_000);
  },
);

/** A user with a budget, who reads and writes. */
async function signUpWithBudget(app: AppUnderTest, database: TestDatabase) {
  const client = await signUp(app);
  const { id } = await client.request('GET /user/me');
  await queryDirectly(database.url, "update users set paid_until = 'infinity' where user_id = $1", [
    id,
  ]);
  const { budgets } = await client.request('POST /user/budget', {
    body: { earnings: 100, bills: 10, spending: 10 },
  });
  const budget_id = budgets[0]?.budget.id ?? '';
  const requests = [
    () => client.call('GET /user/me'),
    (amount: number) =>
      client.call('POST /user/budget/cat', { body: { category: 'TRAVEL', amount, budget_id } }),
    () => client.call('GET /user/budget'),
    () => client.call('GET /config'),
  ];
  return {
    client,
    /** Sends one of the requests. Returns a description of the failure if the request fails. */
    async send(number: number): Promise<string | undefined> {
      try {
        const response = await requests[number % requests.length]?.(1 + number);
        return response !== undefined && response.status < 300
          ? undefined
          : `status ${response?.status}: ${JSON.stringify(response?.problem)}`;
      } catch (error) {
        return String(error instanceof Error ? (error.cause ?? error) : error);
      }
    },
  };
}

type OpenStream = ReturnType<typeof keepStreamOpen>;

/** Keeps an event stream open as the web app does: it reconnects when the stream ends, and must receive the current state. */
function keepStreamOpen(client: TestClient, isDone: () => boolean) {
  let stream: EventStream | undefined;
  let moves = -1;
  let isClosed = false;
  const keepOpen = async () => {
    while (!isClosed) {
      stream = await openEventStream(client).catch(() => undefined);
      if (stream === undefined) continue;
      const opened = stream;
      await opened.waitFor(({ name }) => name === 'subscription');
      moves += 1;
      await eventually(() => opened.ended || isClosed || isDone(), 'the stream ends', 600_000);
      if (isDone()) return;
    }
  };
  void keepOpen();
  return {
    isOpen: () => stream?.ended === false,
    moves: () => moves,
    close() {
      isClosed = true;
      stream?.close();
    },
  };
}
