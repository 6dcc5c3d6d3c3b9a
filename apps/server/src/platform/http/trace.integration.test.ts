import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { sendJson, sendRaw } from '../../../../../tests/support/requests/raw-request.ts';
import { signUpPaid } from '../../../../../tests/support/requests/test-client.ts';
import { defaultCallPolicy } from '../providers/retry.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const headers = {
  'content-type': 'application/json',
  traceparent: `00-${traceId}-${parentId}-01`,
};

/** A provider that keeps its callers waiting until the test responds. */
let received: { request: IncomingMessage; response: ServerResponse }[] = [];
const provider = createServer((request, response) => void received.push({ request, response }));
let server: TestServer;

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo; // It listens on a port, not on a pipe.
  const url = `http://127.0.0.1:${port}`;
  server = await startTestServer({
    // Only the test ends the wait.
    callPolicy: { ...defaultCallPolicy, timeout: 600_000 },
    environment: {
      PLAID_BASE_URL: url,
      STRIPE_API_URL: url,
      PASSWORD_BREACH_URL: url,
      CONCURRENCY_LIMITS: 'calls=1,calls_wait_ms=600000',
    },
  });
});
afterAll(async () => {
  await server.stop();
  provider.closeAllConnections();
  provider.close();
});

const receivedTraces = () => received.map(({ request }) => request.headers.traceparent);
function failAll(): void {
  for (const { response } of received) response.writeHead(400).end('{}');
  received = [];
}

test('the trace of a request is in its log lines, and is passed on to a provider that is called with fetch', async () => {
  const pending = sendRaw(server, '/api/signup', {
    headers,
    body: JSON.stringify({ email: 'traced@example.com', password: 'correct horse battery' }),
  });
  await eventually(() => received.length > 0, 'the provider is called');
  const [traceparent] = receivedTraces();
  failAll();
  const response = await pending;
  expect(response.status).toBe(201);
  const findLogLine = () =>
    server.logged.find(({ event, trace_id }) => event === 'request' && trace_id === traceId);
  await eventually(() => findLogLine() !== undefined, 'the request is logged');
  const spanId = findLogLine()?.span_id;
  expect(spanId).not.toBe(parentId);
  expect(traceparent).toBe(`00-${traceId}-${spanId}-01`);
});

test("the trace of a request is passed on to a provider that is called through an SDK, and other users are served while it doesn't respond", async () => {
  const [client, other] = [await signUpPaid(server), await signUpPaid(server)];
  received = [];
  const pending = sendRaw(server, '/api/plaid/link/token', {
    headers,
    token: client.token,
    body: JSON.stringify({ public_token: 'public-token' }),
  });
  await eventually(() => received.length > 0, 'the provider is called');
  expect(receivedTraces()[0]).toMatch(`00-${traceId}-`);
  expect((await other.call('GET /user/me')).status).toBe(200);
  failAll();
  await pending;
});

test('no trace is passed on to a provider if the request has none', async () => {
  const pending = sendJson(
    server,
    '/api/signup',
    JSON.stringify({ email: 'untraced@example.com', password: 'correct horse battery' }),
  );
  await eventually(() => received.length > 0, 'the provider is called');
  expect(receivedTraces()).toEqual([undefined]);
  failAll();
  expect((await pending).status).toBe(201);
});
