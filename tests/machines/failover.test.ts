import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { eventually } from '../support/eventually.ts';
import {
  etcd,
  haproxy,
  patroni,
  pgbouncer,
  postgres,
  skipReason,
} from '../support/machines/required-program.ts';
import {
  type DatabaseCluster,
  startDatabaseCluster,
  superuserPassword,
} from '../support/machines/start-database-cluster.ts';
import { type Balancer, startHaproxy } from '../support/machines/start-haproxy.ts';
import { type Pooler, startPgbouncer } from '../support/machines/start-pgbouncer.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { type ApiResponse, type AppUnderTest, signUp } from '../support/requests/test-client.ts';

const failovers = Number(process.env.CAIRN_FAILOVERS ?? 3);
const userCount = 8;
const categories = ['TRAVEL', 'MEDICAL', 'PERSONAL_CARE', 'ENTERTAINMENT'] as const;
const skipped = skipReason([etcd, haproxy, patroni, pgbouncer, postgres]);

/** The role and the database of Cairn, as an operator creates them on the primary. */
async function createRoleAndDatabase(port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  await client.query("create role cairn login password 'cairn'");
  await client.query('create database cairn_failover owner cairn');
  await client.end();
}

describe.skipIf(skipped !== '')(
  `Cairn behind HAProxy and PgBouncer, on PostgreSQL with a synchronous standby that Patroni manages${skipped}`,
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-failover-'));
    const ports: number[] = [];
    let cluster: DatabaseCluster;
    let balancer: Balancer;
    let pooler: Pooler;
    let servers: ServerProcess[] = [];
    let direct: string;

    beforeAll(async () => {
      cluster = await startDatabaseCluster();
      const [first, second] = [await freePort(), await freePort()];
      ports.push(first, second);
      balancer = await startHaproxy([first, second], cluster.nodes);
      direct = `postgresql://cairn:cairn@127.0.0.1:${balancer.primaryPort}/cairn_failover`;
      await eventually(
        () => createRoleAndDatabase(balancer.primaryPort).then(() => true),
        'HAProxy connects to the primary',
      );
      pooler = await startPgbouncer(direct);
      servers = await Promise.all([
        ...ports.map((port) => start({ ROLE: 'web', PORT: String(port) })),
        start({ ROLE: 'worker' }),
      ]);
      await eventually(
        () => fetch(`${balancer.url}/readyz`).then(({ ok }) => ok),
        'HAProxy has noticed that the web processes are ready',
      );
    }, 600_000);
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await pooler?.stop();
      await balancer?.stop();
      await cluster?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const start = (environment: Record<string, string>) =>
      startServerProcess({
        DATA_DIR: dataDir,
        DATABASE_URL: pooler.urlOf(direct),
        DATABASE_LISTEN_URL: direct,
        DATABASE_PREPARED_STATEMENTS: pooler.supportsPreparedStatements ? 'on' : 'off',
        TRUST_PROXY: '127.0.0.1',
        ...environment,
      });

    /** Creates a user with a budget. */
    async function createUser() {
      const client = await signUp({ url: balancer.url } as AppUnderTest);
      const { id } = await client.request('GET /user/me');
      const database = new pg.Client({ connectionString: direct });
      await database.connect();
      await database.query("update users set paid_until = 'infinity' where user_id = $1", [id]);
      await database.end();
      const { budgets } = await client.request('POST /user/budget', {
        body: { earnings: 100, bills: 10, spending: 10 },
      });
      return { client, budgetId: budgets[0]?.budget.id ?? '' };
    }

    test(`a standby takes over from a lost primary, ${failovers} times: no confirmed change is lost, and other changes get 503`, async () => {
      const users = await Promise.all(Array.from({ length: userCount }, createUser));
      const writers = users.map((user) => startWriter(user.client, user.budgetId));
      for (let round = 1; round <= failovers; round += 1) {
        const primary = await cluster.waitForStandby();
        await eventuallyWritten(writers);
        // From here on, a change that is confirmed before the standby has it would be lost.
        primary.freezeReplication();
        await eventuallyBlocked(writers);
        await primary.lose();
        const lostAt = performance.now();
        await eventuallyWritten(writers);
        const seconds = (performance.now() - lostAt) / 1_000;
        console.log(`Failover ${round}: changes were possible again after ${seconds.toFixed(1)} s`);
        primary.start();
      }
      await cluster.waitForStandby();
      // Every amount is read again.
      await eventuallyWritten(writers, 2 * categories.length);
      const results = await Promise.all(writers.map((writer) => writer.stop()));
      const sum = (key: 'acknowledged' | 'unavailable') =>
        results.reduce((total, result) => total + result[key], 0);
      console.log(
        `Failover: ${sum('acknowledged')} changes confirmed, ${sum('unavailable')} got 503 with Retry-After`,
      );
      expect(results.flatMap(({ unexpected }) => unexpected)).toEqual([]);
      expect(sum('unavailable')).toBeGreaterThan(0);
      expect(results.flatMap(({ lost }) => lost)).toEqual([]);
    }, 900_000);
  },
);

type Writer = ReturnType<typeof startWriter>;

/** Waits until `count` more changes of each user are confirmed. */
async function eventuallyWritten(writers: readonly Writer[], count = 1): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged());
  await eventually(
    () => writers.every((writer, index) => writer.acknowledged() >= (before[index] ?? 0) + count),
    'changes are confirmed',
    180_000,
  );
}

/** Waits until a change of each user gets 503. Also ends if many changes are confirmed, which must not happen. */
async function eventuallyBlocked(writers: readonly Writer[]): Promise<void> {
  const before = writers.map(({ unavailable }) => unavailable());
  const countConfirmed = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged(), 0);
  const tooMany = countConfirmed() + 10 * writers.length;
  await eventually(
    () =>
      countConfirmed() > tooMany ||
      writers.every((writer, index) => writer.unavailable() > (before[index] ?? 0)),
    'every change waits for the standby',
  );
}

/**
 * Sets the amounts of a user's budget one after the other, each greater than the one before. Before it replaces an amount,
 * it reads the stored one: if that is less than the last confirmed one, a confirmed change has been lost.
 */
function startWriter(client: Awaited<ReturnType<typeof signUp>>, budget_id: string) {
  const entries = categories.map((category) => ({ category, confirmed: 0, attempted: 0 }));
  const unexpected: string[] = [];
  const lost: string[] = [];
  let [acknowledged, unavailable, amount, isStopped] = [0, 0, 0, false];

  /** Returns whether the response is a success, and counts it if it is the expected failure. */
  function isSuccess({ status, headers, problem }: ApiResponse<unknown>): boolean {
    if (status === 200) return true;
    if (status === 503 && Number(headers.get('retry-after')) > 0) unavailable += 1;
    else unexpected.push(`${status} ${JSON.stringify(problem)}`);
    return false;
  }

  async function change(entry: (typeof entries)[number]): Promise<void> {
    const { category, confirmed, attempted } = entry;
    const read = await client.call('GET /user/budget');
    if (!isSuccess(read)) return;
    const plan = read.body.budgets[0]?.categories.find((planned) => planned.category === category);
    const stored = Number(plan?.amount ?? 0);
    if (confirmed > 0 && (stored < confirmed || stored > attempted))
      lost.push(`${category} is ${stored}, ${confirmed} was confirmed`);
    amount += 1;
    entry.attempted = amount;
    const body = { category, amount, budget_id };
    if (!isSuccess(await client.call('POST /user/budget/cat', { body }))) return;
    entry.confirmed = amount;
    acknowledged += 1;
  }

  async function changeAll(): Promise<void> {
    for (let index = 0; !isStopped; index += 1) {
      const entry = entries[index % entries.length];
      if (entry !== undefined)
        await change(entry).catch((error: Error) => unexpected.push(String(error.cause ?? error)));
    }
  }

  const writing = changeAll();
  return {
    acknowledged: () => acknowledged,
    unavailable: () => unavailable,
    async stop() {
      isStopped = true;
      await writing;
      return { acknowledged, unavailable, unexpected, lost };
    },
  };
}
