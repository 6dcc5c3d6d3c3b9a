import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { signIn, signUp, TestClient, testPassword } from '../support/requests/test-client.ts';

// New passwords are looked up among leaked ones, if the operator wants that, without revealing them.

const leakedPassword = 'velvet tractor hums 81';
const hash = createHash('sha1').update(leakedPassword).digest('hex').toUpperCase();

/** How the service that knows leaked passwords responds. */
let respond: (response: ServerResponse) => void;
/** The paths of the requests to the service. */
let requestedPaths: (string | undefined)[] = [];
const service = createServer((request, response) => {
  requestedPaths.push(request.url);
  respond(response);
});
let server: TestServer;

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo; // It listens on a port, not on a pipe.
  server = await startTestServer({
    environment: { PASSWORD_BREACH_URL: `http://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await server.stop();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  requestedPaths = [];
  respond = (response) => response.end(`${hash.slice(5)}:7\r\n`);
});

const newEmail = () => `${randomUUID()}@example.com`;
const trySignUp = (to: TestServer, email = newEmail()) =>
  new TestClient(to).call('POST /signup', { body: { email, password: leakedPassword } });
const rejection = { status: 422, problem: { detail: expect.stringContaining('leaked') } };

test('a leaked password is rejected at sign-up and in the profile, and the service learns five digits of a hash', async () => {
  expect(await trySignUp(server)).toMatchObject(rejection);
  const client = await signUp(server);
  const body = { current_password: testPassword, password: leakedPassword };
  expect(await client.call('POST /user/password', { body })).toMatchObject(rejection);
  expect(new Set(requestedPaths)).toContain(`/range/${hash.slice(0, 5)}`);
  expect(requestedPaths.filter((url) => !/^\/range\/[\dA-F]{5}$/.test(url ?? ''))).toEqual([]);
  expect(JSON.stringify(server.logged)).not.toContain(hash.slice(0, 8));
});

test('a password is accepted if the service does not respond, and the log says so', async () => {
  respond = () => undefined;
  const email = newEmail();
  expect((await trySignUp(server, email)).status).toBe(201);
  expect(await signIn(server, email, leakedPassword)).toBeTypeOf('string');
  expect(server.logged).toContainEqual(expect.objectContaining({ event: 'breach_check_failed' }));
});

test('an existing password keeps working after it was leaked', async () => {
  respond = (response) => response.end('');
  const email = newEmail();
  expect((await trySignUp(server, email)).status).toBe(201);
  respond = (response) => response.end(`${hash.slice(5)}:7\r\n`);
  requestedPaths = [];
  expect(await signIn(server, email, leakedPassword)).toBeTypeOf('string');
  expect(requestedPaths).toEqual([]);
});

test('nothing is looked up unless the operator has set a service', async () => {
  const serverWithoutService = await startTestServer();
  try {
    expect((await trySignUp(serverWithoutService)).status).toBe(201);
    expect(requestedPaths).toEqual([]);
  } finally {
    await serverWithoutService.stop();
  }
});
