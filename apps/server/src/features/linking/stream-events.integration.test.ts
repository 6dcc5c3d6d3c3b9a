import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDirectly } from '../../../../../tests/support/database/direct-connection.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../tests/support/requests/event-stream.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../tests/support/requests/test-client.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { createEventStreams } from './stream-events.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const sessionOf = ({ token = '' }: TestClient): { id: UserId; sid: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('the sessions of a user are checked once per interval, however many streams are open', async () => {
  const client = await signUp(server);
  const { username } = await client.request('GET /user/me');
  const device = new TestClient(server, await signIn(server, username, testPassword));
  let checks = 0;
  const { database } = server.services;
  const countingDatabase: typeof database = {
    ...database,
    rows: (statement) => {
      if (statement.text.includes('from sessions')) checks += 1;
      return database.rows(statement);
    },
  };
  const streamEvents = createEventStreams({ ...server.services, database: countingDatabase }, 200);
  const app = Fastify();
  app.get('/:device', (request, reply) => {
    const { id: userId, sid: sessionId } = sessionOf(request.url === '/phone' ? device : client);
    const identity = { userId, sessionId } as CallerIdentity; // Event streams use only these fields.
    return streamEvents({ identity, request, reply });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const heartbeats: number[] = [];
    const read = async (path: string, index: number) => {
      heartbeats[index] = 0;
      const { body } = await fetch(`${url}${path}`);
      for await (const chunk of body ?? [])
        heartbeats[index] += Buffer.from(chunk).toString().split(': heartbeat').length - 1;
    };
    const paths = Array.from({ length: 10 }, (_, index) => (index % 2 ? '/phone' : '/laptop'));
    const reading = paths.map(read);
    await eventually(
      () => heartbeats.length === 10 && Math.min(...heartbeats) >= 1,
      'every stream is open',
    );
    const [checksBefore, heartbeatsBefore] = [checks, heartbeats[0] ?? 0];
    await eventually(() => (heartbeats[0] ?? 0) >= heartbeatsBefore + 5, 'five heartbeats');
    expect(checks - checksBefore).toBeGreaterThanOrEqual(3);
    expect(checks - checksBefore).toBeLessThanOrEqual((heartbeats[0] ?? 0) - heartbeatsBefore + 1);

    // This update publishes no event, so the next check must detect the ended session and end its streams.
    await database.executeSql('update sessions set ended_at = now() where session_id = $1', [
      sessionOf(device).sid,
    ]);
    await Promise.all(reading.filter((_, index) => index % 2 === 1));
    await database.executeSql('update sessions set ended_at = now() where session_id = $1', [
      sessionOf(client).sid,
    ]);
    await Promise.all(reading);
  } finally {
    app.server.closeAllConnections();
    await app.close();
  }
});

test('changes whose events were lost with the connection reach open streams once the connection is restored', async () => {
  const client = await signUp(server);
  const { username } = await client.request('GET /user/me');
  const device = new TestClient(server, await signIn(server, username, testPassword));
  const stream = await openEventStream(client);
  const endedStream = await openEventStream(device);
  for (const opened of [stream, endedStream])
    await opened.waitFor(({ data }) => data.subscription_status === 'free');
  const { database } = server;
  // These updates publish no events, as if the events were lost.
  await queryDirectly(database.url, "update users set paid_until = 'infinity' where user_id = $1", [
    sessionOf(client).id,
  ]);
  await queryDirectly(database.url, 'update sessions set ended_at = now() where session_id = $1', [
    sessionOf(device).sid,
  ]);
  const { rows } = await queryDirectly(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'cairn listener'`,
  );
  expect(rows).toHaveLength(1);
  await stream.waitFor(({ data }) => data.subscription_status === 'paid');
  await eventually(() => endedStream.ended, 'the stream of the ended session is closed');
  expect(stream.ended).toBe(false);
  stream.close();
});
