import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { withDatabaseName } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { pgbouncer, skipReason } from '../support/machines/required-program.ts';
import { type Pooler, startPgbouncer } from '../support/machines/start-pgbouncer.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { openEventStream } from '../support/requests/event-stream.ts';
import { type AppUnderTest, signUp } from '../support/requests/test-client.ts';

const skipped = skipReason([pgbouncer]);

describe.skipIf(skipped !== '')(
  `on an empty database behind PgBouncer in transaction mode, as deploy/pgbouncer.ini sets it up${skipped}`,
  () => {
    const name = `pooled_${randomUUID().replaceAll('-', '')}`;
    const direct = withDatabaseName(inject('databaseUrl'), name);
    let admin: pg.Client;
    let pooler: Pooler;
    let server: ServerProcess;

    beforeAll(async () => {
      admin = new pg.Client({ connectionString: inject('databaseUrl') });
      await admin.connect();
      await admin.query(`create database ${name}`);
      pooler = await startPgbouncer(inject('databaseUrl'));
      server = await startServerProcess({
        DATABASE_URL: pooler.urlOf(direct),
        DATABASE_LISTEN_URL: direct,
        DATABASE_PREPARED_STATEMENTS: pooler.supportsPreparedStatements ? 'on' : 'off',
      });
      // All migrations run on the empty database.
    }, 300_000);
    afterAll(async () => {
      await server?.stop();
      await pooler?.stop();
      await admin?.query(`drop database if exists ${name} with (force)`);
      await admin?.end();
    });

    test('a server migrates, becomes ready, and serves many users at once', async () => {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      const app = { url: server.url } as AppUnderTest;
      const clients = await Promise.all(Array.from({ length: 12 }, () => signUp(app)));
      const names = await Promise.all(
        clients.map(async (client) => (await client.request('GET /user/me')).username),
      );
      expect(new Set(names).size).toBe(clients.length);
    });

    test('every session of the pooler has the limits and the time zone of a direct connection', async () => {
      const client = new pg.Client({ connectionString: pooler.urlOf(direct) });
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout,
           current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
           current_setting('jit') as jit`,
      );
      await client.end();
      expect(rows).toEqual([
        { statement_timeout: '4s', lock_timeout: '3500ms', idle: '15s', zone: 'UTC', jit: 'off' },
      ]);
    });

    test('connections for calls, for jobs, and for the listener have different names', async () => {
      const { rows } = await admin.query<{ name: string }>(
        `select distinct application_name as name from pg_stat_activity where datname = $1 order by name`,
        [name],
      );
      const names = rows.map((row) => row.name);
      expect(names).toEqual(expect.arrayContaining(['cairn', 'cairn jobs', 'cairn listener']));
    });

    test('changes reach open event streams', async () => {
      const client = await signUp({ url: server.url } as AppUnderTest);
      const stream = await openEventStream(client);
      await stream.waitFor((event) => event.name === 'subscription');
      const { id } = await client.request('GET /user/me');
      const database = new pg.Client({ connectionString: direct });
      await database.connect();
      await database.query("update users set paid_until = 'infinity' where user_id = $1", [id]);
      await database.query('select pg_notify($1, $2)', ['cairn_user_events', `${id} subscription`]);
      await database.end();
      const event = await stream.waitFor(({ name: eventName }) => eventName === 'subscription');
      expect(event.data.subscription_status).toBe('paid');
      stream.close();
    });

    test('a server that receives SIGTERM exits with 0', async () => {
      await server.stop();
      await eventually(async () => (await server.ended) === 0, 'the server has ended');
    });
  },
);
