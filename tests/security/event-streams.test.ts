import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { type EventStream, openEventStream } from '../support/requests/event-stream.ts';
import { signIn, signUp, TestClient, testPassword } from '../support/requests/test-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let opened: EventStream[] = [];
afterEach(() => {
  for (const stream of opened) stream.close();
  opened = [];
});

/** Opens a stream and waits until it is up to date. */
async function open(client: TestClient): Promise<EventStream> {
  const stream = await openEventStream(client);
  opened.push(stream);
  await stream.waitFor(({ name }) => name === 'sync');
  return stream;
}

async function openMany(client: TestClient, count: number): Promise<EventStream[]> {
  const streams: EventStream[] = [];
  for (let index = 0; index < count; index += 1) streams.push(await open(client));
  return streams;
}

/** Opens streams and disconnects before or just after the server responds. */
async function openAndDisconnect({ token }: TestClient): Promise<void> {
  for (let delay = 0; delay < 30; delay += 1) {
    const signal = AbortSignal.timeout(delay);
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.url}/api/user/events`, { headers, signal })
      .then((response) => response.text())
      .catch(() => undefined);
  }
}

/** Signs in as the same user on another device. */
async function signInAgain(client: TestClient): Promise<TestClient> {
  const { username } = await client.request('GET /user/me');
  return new TestClient(server, await signIn(server, username, testPassword));
}

test('a session has at most five event streams: a sixth closes the oldest', async () => {
  const client = await signUp(server);
  const phone = await open(await signInAgain(client));
  const [oldest, second, ...others] = await openMany(client, 5);
  await open(client);
  await eventually(() => oldest?.ended, 'the oldest stream is closed');
  expect([second, ...others, phone].filter((stream) => stream?.ended)).toEqual([]);
  await open(client);
  await eventually(() => second?.ended, 'the second stream is closed');
  expect([...others, phone].filter((stream) => stream?.ended)).toEqual([]);
});

test('a user has at most twenty event streams: another session gets a 429 until one is closed', async () => {
  const client = await signUp(server);
  const stranger = await signUp(server);
  const devices = [client, await signInAgain(client), await signInAgain(client)];
  devices.push(await signInAgain(client));
  const another = await signInAgain(client);
  // Streams of clients that have disconnected are not counted.
  await openAndDisconnect(another);
  const streams: EventStream[] = [];
  for (const device of devices) streams.push(...(await openMany(device, 5)));

  const rejected = await another.call('GET /user/events');
  expect(rejected.status).toBe(429);
  expect(rejected.problem.code).toBe('too_many_requests');
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(streams.filter(({ ended }) => ended)).toEqual([]);
  await open(stranger);
  streams[0]?.close();
  await eventually(
    () =>
      open(another).then(
        () => true,
        () => false,
      ),
    'the other session has a stream',
  );
});
