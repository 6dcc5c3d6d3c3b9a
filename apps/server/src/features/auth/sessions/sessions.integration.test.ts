import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../../tests/support/requests/event-stream.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let otherServer: TestServer;
let database: pg.Client;
let email: string;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  // A second process with the same database: a session that ends in one must also end in the other.
  const { sandbox, dataDir } = server;
  otherServer = await startTestServer({ database: server.database, sandbox, dataDir });
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await otherServer.stop();
  await server.stop();
});
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  client = await signUp(server, email);
});

const sessionOf = ({ token }: TestClient): string => String(decodeJwt(token ?? '').sid);

/** Signs in on another device of the same user. */
const signInElsewhere = async (at: TestServer = server) =>
  new TestClient(at, await signIn(at, email, testPassword));

const listSessions = async () => (await client.request('GET /user/sessions')).sessions;

/** Backdates a session. `began` and `used` are intervals before now. */
const backdateSession = (session: string, began: string, used: string) =>
  database.query(
    'update sessions set created_at = now() - $2::interval, last_used_at = now() - $3::interval where session_id = $1',
    [session, began, used],
  );

describe('GET /user/sessions', () => {
  test('lists the current session first, then the others by last use', async () => {
    const [tablet, phone] = [await signInElsewhere(), await signInElsewhere()];
    await backdateSession(sessionOf(tablet), '2 days', '1 hour');
    await backdateSession(sessionOf(phone), '3 days', '2 days');
    await backdateSession(sessionOf(client), '4 days', '3 days');
    const sessions = await listSessions();
    expect(sessions.map(({ id, current }) => ({ id, current }))).toEqual([
      { id: sessionOf(client), current: true },
      { id: sessionOf(tablet), current: false },
      { id: sessionOf(phone), current: false },
    ]);
    expect(sessions[2]).toMatchObject({ device: expect.stringContaining(' on ') });
    const [used, began] = [sessions[2]?.last_used_at, sessions[2]?.created_at].map((instant) =>
      Math.round((Date.now() - Date.parse(instant ?? '')) / 86_400_000),
    );
    expect([used, began]).toEqual([2, 3]);
  });

  test('omits sessions that ended, were unused for 30 days, or began 90 days ago', async () => {
    const [ended, idle, old, active] = [
      await signInElsewhere(),
      await signInElsewhere(),
      await signInElsewhere(),
      await signInElsewhere(),
    ];
    await ended.request('POST /auth/logout');
    await backdateSession(sessionOf(idle), '31 days', '30 days 1 minute');
    await backdateSession(sessionOf(old), '90 days 1 minute', '1 minute');
    await backdateSession(sessionOf(active), '89 days', '29 days');
    expect((await listSessions()).map(({ id }) => id)).toEqual([
      sessionOf(client),
      sessionOf(active),
    ]);
    for (const expired of [ended, idle, old])
      expect((await expired.call('GET /user/me')).status).toBe(401);
    expect((await active.call('GET /user/me')).status).toBe(200);
  });
});

describe('a session in use', () => {
  test('has its last use updated, so that it stays active for another 30 days', async () => {
    await backdateSession(sessionOf(client), '60 days', '29 days');
    await client.request('POST /user/upgrade_token');
    await eventually(async () => {
      const [current] = await listSessions();
      return Date.now() - Date.parse(current?.last_used_at ?? '') < 60_000;
    }, 'the last use is updated');
  });

  test('renews its token until it expires', async () => {
    await backdateSession(sessionOf(client), '89 days', '1 minute');
    const { access_token } = await client.request('POST /user/upgrade_token');
    await backdateSession(sessionOf(client), '91 days', '1 minute');
    const renewed = new TestClient(server, access_token);
    expect((await renewed.call('POST /user/upgrade_token')).status).toBe(401);
  });
});

describe('DELETE /user/sessions/:id', () => {
  const endSession = (id: string) => client.call('DELETE /user/sessions/:id', { params: { id } });

  test('ends the session of another device from its next request on, in every process', async () => {
    const tablet = await signInElsewhere(otherServer);
    expect((await tablet.call('GET /user/me')).status).toBe(200);
    expect((await endSession(sessionOf(tablet))).status).toBe(204);
    expect((await tablet.call('GET /user/me')).status).toBe(401);
    expect((await tablet.call('POST /user/upgrade_token')).status).toBe(401);
    expect((await listSessions()).map(({ id }) => id)).toEqual([sessionOf(client)]);
    expect((await endSession(sessionOf(tablet))).status).toBe(404);
  });

  test("responds 404 to another user's session and to an invalid id", async () => {
    const stranger = await signUp(server);
    for (const id of [sessionOf(stranger), randomUUID(), 'x', "' or 1=1"])
      expect((await endSession(id)).status).toBe(404);
    expect((await stranger.call('GET /user/me')).status).toBe(200);
  });

  test('ends every session except the current one if the id is "all"', async () => {
    const [tablet, phone] = [await signInElsewhere(), await signInElsewhere(otherServer)];
    const stranger = await signUp(server);
    expect((await endSession('all')).status).toBe(204);
    for (const ended of [tablet, phone])
      expect((await ended.call('GET /user/me')).status).toBe(401);
    for (const active of [client, stranger])
      expect((await active.call('GET /user/me')).status).toBe(200);
    expect((await endSession('all')).status).toBe(204);
  });

  test('signs the user out if it ends the current session', async () => {
    const tablet = await signInElsewhere();
    expect((await endSession(sessionOf(client))).status).toBe(204);
    expect((await client.call('GET /user/me')).status).toBe(401);
    const { events } = await tablet.request('GET /user/activity');
    expect(events[0]?.event).toBe('signed_out');
  });

  test("closes that device's event streams in every process, and no other streams", async () => {
    const [tablet, phone] = [
      await signInElsewhere(otherServer),
      await signInElsewhere(otherServer),
    ];
    const [closing, staying] = [await openEventStream(tablet), await openEventStream(phone)];
    await Promise.all(
      [closing, staying].map((stream) => stream.waitFor(({ name }) => name === 'sync')),
    );
    await endSession(sessionOf(tablet));
    await eventually(() => closing.ended, 'the stream of the ended session is closed', 3_000);
    // The other stream still receives events.
    const { id } = await phone.request('GET /user/me');
    await server.sandbox.control('payments/complete', {
      client_reference_id: id,
      plan: 'lifetime',
    });
    await staying.waitFor(({ data }) => data.subscription_status === 'paid');
    expect(staying.ended).toBe(false);
    await endSession('all');
    await eventually(() => staying.ended, 'the other stream is closed', 3_000);
  });

  test('signing out closes the event streams', async () => {
    const tablet = await signInElsewhere();
    const stream = await openEventStream(tablet);
    await tablet.request('POST /auth/logout');
    await eventually(() => stream.ended, 'the stream is closed', 3_000);
  });
});
