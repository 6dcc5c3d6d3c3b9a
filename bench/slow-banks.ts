import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchSandbox, startSandbox } from './bench-sandbox.ts';
import { type BenchServer, startServer } from './bench-server.ts';
import { type BenchUser, renewToken, signUpPaid, withDatabase } from './bench-user.ts';
import type { Figure } from './figures.ts';

/** In milliseconds, per call to the provider. */
const providerDelay = 1_000;
const institutions = ['ins_1', 'ins_2', 'ins_3', 'ins_4'];
const users = 10;
const itemsPerUser = 40;
const hangingInstitution = 'ins_12';
const hangingSyncs = 10;
/** The lowest acceptable number of syncs per second. */
const minRate = 20;
/** In seconds: the longest acceptable first sync at another bank. */
const maxFirstSync = 2;

/** What the measurements use: a separate server with its own database, because all servers of a database share its jobs. */
interface BenchSetup {
  server: BenchServer;
  sandbox: BenchSandbox;
  client: pg.Client;
}

/** How syncs cope with slow banks. */
export async function measureSlowBanks(mainServer: BenchServer): Promise<Figure[]> {
  const name = `bench_slow_banks_${Date.now()}`;
  await withDatabase(mainServer, (client) => client.query(`create database ${name}`));
  const address = new URL(mainServer.databaseUrl);
  address.pathname = `/${name}`;
  const sandbox = await startSandbox();
  const server = await startServer({ url: address.href }, sandbox.environment);
  try {
    return await withDatabase(server, async (client) => {
      const setup = { server, sandbox, client };
      return [await measureRate(setup), await measureFirstSyncElsewhere(setup)];
    });
  } finally {
    await server.stop();
    await sandbox.stop();
  }
}

/** Syncs per second if each call to the provider takes a second. */
async function measureRate(setup: BenchSetup): Promise<Figure> {
  const { sandbox, server } = setup;
  const linked: BenchUser[] = [];
  for (let count = 0; count < users; count += 1) {
    const user = await signUp(setup);
    for (let item = 0; item < itemsPerUser; item += 1)
      await link(setup, user, institutions[item % institutions.length] ?? '');
    linked.push(user);
  }
  await waitForSyncs(setup);
  await addFault(sandbox, { kind: 'slow', latency_ms: providerDelay });
  const processorTime = server.processorTime();
  const startedAt = performance.now();
  for (const user of linked) await post(setup, user, '/api/user/plaid/sync_transactions', {});
  await waitForSyncs(setup);
  const seconds = (performance.now() - startedAt) / 1_000;
  await sandbox.control('faults/clear', {});
  const cpuPerSync = (server.processorTime() - processorTime) / (users * itemsPerUser);
  const rate = (users * itemsPerUser) / seconds;
  return {
    name: `Syncs per second, ${providerDelay / 1_000} s per provider call (${users * itemsPerUser} syncs at ${institutions.length} banks, ${cpuPerSync.toFixed(0)} ms CPU each)`,
    measured: `${rate.toFixed(1)} /s`,
    limit: `>= ${minRate} /s`,
    withinLimit: rate >= minRate,
  };
}

/** How long a user's first sync takes while another bank does not respond. */
async function measureFirstSyncElsewhere(setup: BenchSetup): Promise<Figure> {
  const { sandbox, client } = setup;
  const slowUser = await signUp(setup);
  for (let count = 0; count < hangingSyncs; count += 1)
    await link(setup, slowUser, hangingInstitution);
  await waitForSyncs(setup);
  const otherUser = await signUp(setup);
  await addFault(sandbox, { kind: 'timeout', institution_id: hangingInstitution });
  await post(setup, slowUser, '/api/user/plaid/sync_transactions', {});
  // Some of them may not have got a worker.
  await waitUntil(async () => (await countSyncs(client, slowUser, 'running')) >= 2);
  const startedAt = performance.now();
  await link(setup, otherUser, institutions[0] ?? '');
  await waitUntil(async () => (await countSyncs(client, otherUser, 'idle')) === 1);
  const seconds = (performance.now() - startedAt) / 1_000;
  await sandbox.control('faults/clear', {});
  return {
    name: `Link and first sync of a user while ${hangingSyncs} syncs hang at another bank`,
    measured: `${seconds.toFixed(2)} s`,
    limit: `<= ${maxFirstSync} s`,
    withinLimit: seconds <= maxFirstSync,
  };
}

const addFault = (sandbox: BenchSandbox, fault: object) =>
  sandbox.control('faults', { provider: 'plaid', times: 1_000_000, ...fault });

/** Signs up a paid user, and renews the token so that it includes the subscription. */
async function signUp({ server, client }: BenchSetup): Promise<BenchUser> {
  const user = await signUpPaid(server, client);
  return { ...user, token: await renewToken(server, user.token) };
}

async function post(
  { server }: BenchSetup,
  user: BenchUser,
  path: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
}

const link = async (setup: BenchSetup, user: BenchUser, institution: string) =>
  post(setup, user, '/api/plaid/link/token', {
    public_token: await setup.sandbox.createPublicToken(institution),
  });

async function countSyncs(client: pg.Client, user: BenchUser, state: string): Promise<number> {
  const { rows } = await client.query(
    'select 1 from items where user_id = $1 and sync_state = $2 and last_synced_at is not null',
    [user.userId, state],
  );
  return rows.length;
}

const waitForSyncs = ({ client }: BenchSetup) =>
  waitUntil(async () => {
    const { rows } = await client.query(`select 1 from items where sync_state <> 'idle' limit 1`);
    return rows.length === 0;
  });

/** Waits up to five minutes for a condition. */
async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('A sync did not end');
    await wait(25);
  }
}
