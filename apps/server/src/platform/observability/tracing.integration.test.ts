import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from '../../../../../tests/support/otlp-receiver.ts';
import {
  type ServerProcess,
  startServerProcess,
} from '../../../../../tests/support/processes/server-process.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, TestClient } from '../../../../../tests/support/requests/test-client.ts';

const email = 'traced.person@example.com';
let server: TestServer;
let receiver: OtlpReceiver;
let traced: ServerProcess;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  receiver = await startOtlpReceiver();
  client = await signUpPaid(server, email);
  // The traced process alone runs the jobs.
  await server.services.queue.stop();
  traced = await startServerProcess({
    DATABASE_URL: server.database.url,
    DATA_DIR: server.dataDir,
    SANDBOX_PORT: String(server.sandbox.port),
    SMTP_PORT: String(server.sandbox.smtpPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
});
afterAll(async () => {
  await traced.stop();
  await receiver.stop();
  await server.stop();
});

const findSpan = (name: string, traceId?: string): Promise<ReceivedSpan> =>
  eventually(
    () =>
      receiver.spans.find(
        (span) => span.name === name && (traceId === undefined || span.traceId === traceId),
      ),
    `the span '${name}' has been received`,
  );
const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a request belongs to the trace of its traceparent, and its statements belong to the request', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parentId = '00f067aa0ba902b7';
  await new TestClient({ ...server, url: traced.url }, client.token).request(
    'GET /user/budget/suggestion',
    {
      headers: { traceparent: `00-${traceId}-${parentId}-01` },
    },
  );
  const request = await findSpan('GET /user/budget/suggestion', traceId);
  expect(request.parentSpanId).toBe(parentId);
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/user/budget/suggestion',
    'http.response.status_code': 200,
  });
  const statements = receiver.spans.filter(
    (span) => span.traceId === traceId && span.name.startsWith('select '),
  );
  // One of them authenticates the request.
  expect(statements.map(({ name }) => name)).toContain('select sessions');
  expect(statements.length).toBeGreaterThan(1);
  expect(statements.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
});

test('a job is traced with its sync and its calls to providers', async () => {
  const { url } = traced;
  await new TestClient({ ...server, url }, client.token).linkBank({
    username: 'user_good',
    password: 'pass_good',
  });
  const job = await findSpan('job sync-item');
  const fetched = await findSpan('sync fetch', job.traceId);
  expect(fetched.parentSpanId).toBe(job.spanId);
  const call = await findSpan('plaid transactions_sync', job.traceId);
  expect(call.parentSpanId).toBe(fetched.spanId);
  expect(attributesOf(call)).toEqual({ 'cairn.provider': 'plaid' });
  expect((await findSpan('sync write', job.traceId)).parentSpanId).toBe(job.spanId);
});

test('a failed call is marked with its error code', async () => {
  const { url } = traced;
  const { status } = await new TestClient({ ...server, url }, client.token).call(
    'POST /plaid/link/token',
    { body: { public_token: 'public-made-up' } },
  );
  expect(status).toBe(422);
  const failed = await eventually(
    () =>
      receiver.spans.find(
        (span) => span.name === 'plaid public_token_exchange' && span.status?.code === 2,
      ),
    'the failed call has been received',
  );
  expect(attributesOf(failed)['error.type']).toBe('INVALID_PUBLIC_TOKEN');
});

test('no span contains an address, a token, or an ID of a user', async () => {
  const { id } = await client.request('GET /user/me');
  const received = receiver.bodies.join('\n');
  expect(received).toContain('"GET /user/budget/suggestion"');
  for (const secret of [email, 'traced.person', id, String(client.token), 'access-', 'public-'])
    expect(received.includes(secret), `a span contains ${secret.slice(0, 20)}`).toBe(false);
});

test('only a dynamic import loads the SDK, so a server without traces never does', () => {
  const source = fileURLToPath(new URL('../..', import.meta.url));
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.includes('.test.'));
  const importing = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(`${source}/${file}`, 'utf8')));
  expect(importing(/from '@opentelemetry\//)).toEqual(['platform/observability/open-telemetry.ts']);
  expect(importing(/from '[^']*open-telemetry\.ts'/)).toEqual([]);
});
