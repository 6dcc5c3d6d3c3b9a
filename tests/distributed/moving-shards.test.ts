import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { customPerson } from '../support/bank/listed-transactions.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../support/requests/test-client.ts';

const bank = customPerson({
  name: 'Everyday',
  transactions: [{ amount: 4.5, description: 'COFFEE' }],
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A user who renames an account again and again. */
interface Writer {
  client: TestClient;
  accountId: string;
  /** The names that the server acknowledged, and those of calls that failed. */
  acknowledged: string[];
  failed: string[];
}

async function createWriter(): Promise<Writer> {
  const client = await signUpPaid(server);
  await client.linkBank(bank);
  const { accounts } = await client.request('GET /user/accounts');
  return {
    client,
    accountId: accounts[0]?.account_id ?? '',
    acknowledged: [],
    failed: [],
  };
}

/** Renames the account until `isDone`. */
async function write(writer: Writer, isDone: () => boolean): Promise<void> {
  for (let n = 1; !isDone(); n += 1) {
    const name = `Name ${n}`;
    const { status } = await writer.client.call('PATCH /user/accounts/:id', {
      params: { id: writer.accountId },
      body: { name },
    });
    (status === 200 ? writer.acknowledged : writer.failed).push(name);
  }
}

/** Lets the writers write until `work` has finished. Returns its result. */
async function writeDuring<T>(writers: readonly Writer[], work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const writing = writers.map((writer) => write(writer, () => isDone));
  try {
    return await work();
  } finally {
    isDone = true;
    await Promise.all(writing);
  }
}

/** Returns the number of shards on each node that stores any, by the node's port. */
async function countShards(): Promise<Record<string, number>> {
  const rows = await queryDatabase<{ port: number; shards: number }>(
    server,
    `select nodeport as port, count(*)::int as shards
     from citus_shards
     where table_name = 'users'::regclass
     group by nodeport`,
  );
  return Object.fromEntries(rows.map(({ port, shards }) => [port, shards]));
}

async function rebalance(): Promise<void> {
  await queryDatabase(server, 'select citus_rebalance_start()');
  const isFinished = async () => {
    const [job] = await queryDatabase<{ state: string }>(
      server,
      'select state::text from citus_rebalance_status()',
    );
    expect(job?.state).not.toBe('failed');
    return job === undefined || job.state === 'finished';
  };
  await eventually(isFinished, 'the shards have moved', 280_000);
}

const setCoordinatorHasShards = (value: boolean) =>
  queryDatabase(
    server,
    `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $1)
     from pg_dist_node where groupid = 0`,
    [value],
  );

test.skipIf(inject('nodeUrls').length === 1)(
  'shards that move to another node and back under load lose no acknowledged write, and no call fails',
  async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, createWriter));
    const before = await countShards();
    const spread = await writeDuring(writers, async () => {
      await setCoordinatorHasShards(true);
      await rebalance();
      const shards = await countShards();
      await setCoordinatorHasShards(false);
      await queryDatabase(
        server,
        'select citus_drain_node(nodename, nodeport) from pg_dist_node where groupid = 0',
      );
      return shards;
    });

    expect(Object.keys(spread).length).toBe(Object.keys(before).length + 1);
    expect(Object.keys(await countShards())).toEqual(Object.keys(before));
    for (const { client, accountId, acknowledged, failed } of writers) {
      expect(failed).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(10);
      const { accounts } = await client.request('GET /user/accounts');
      const stored = accounts.find(({ account_id }) => account_id === accountId);
      expect(stored?.name).toBe(acknowledged.at(-1));
      const { id } = await client.request('GET /user/me');
      const renamed = await queryDatabase<{ after: string }>(
        server,
        `select after from account_events where user_id = $1 and event = 'renamed' order by at`,
        [id],
      );
      expect(renamed.map(({ after }) => after)).toEqual(acknowledged);
    }
  },
);
