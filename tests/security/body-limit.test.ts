import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { sendRaw } from '../support/requests/raw-request.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const bodyLimit = 1024 * 1024;
/** Far more than the buffers of a connection hold. */
const sentSize = 64 * bodyLimit;
const piece = Buffer.alloc(64 * 1024, 'x');

interface HugeRequest {
  method?: string;
  path?: string;
  type?: string;
  /** The beginning of the body. Any number of x follow. */
  start?: string;
  isChunked: boolean;
}

/**
 * Sends a request until its body ends or the server closes the connection. Returns the response and the number of bytes
 * of the body that were sent.
 */
async function sendHuge(request: HugeRequest): Promise<{ response: string; sent: number }> {
  const { method = 'POST', path = '/api/auth/token', type, start = '', isChunked } = request;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  // The server may close the connection while the body is being sent.
  socket.on('error', () => undefined);
  let response = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => {
    response += text;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${sentSize}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const write = (bytes: Buffer) =>
    new Promise<boolean>((resolve) => {
      const framed = isChunked
        ? Buffer.concat([
            Buffer.from(`${bytes.length.toString(16)}\r\n`),
            bytes,
            Buffer.from('\r\n'),
          ])
        : bytes;
      closed.then(() => resolve(false));
      socket.write(framed, (error) => resolve(!error));
    });
  let sent = 0;
  let next = Buffer.from(start.padEnd(piece.length, 'x'));
  while (sent < sentSize && (await write(next))) {
    sent += next.length;
    next = piece;
  }
  if (sent >= sentSize) socket.destroy();
  await closed;
  return { response, sent };
}

/**
 * Sends a request as `sendHuge` does, and again if its response was lost: a server that closes a connection while the client
 * is sending resets it, and a reset can discard a response that the client has not read (RFC 9112, 9.6).
 */
const sendUntilResponse = (request: HugeRequest) =>
  eventually(async () => {
    const result = await sendHuge(request);
    return result.response !== '' && result;
  }, 'the server responds');

const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const multipart = 'multipart/form-data; boundary=b';
const form = `${field('username')}a@example.com\r\n${field('password')}a guess\r\n--b--`;

const bodies: { body: string; type?: string; start?: string; path?: string }[] = [
  { body: 'JSON', type: 'application/json', start: '{"username":"' },
  { body: 'a form', type: 'application/x-www-form-urlencoded', start: 'username=' },
  { body: 'a multipart field', type: multipart, start: field('username') },
  { body: 'a multipart preamble', type: multipart, start: 'preamble ' },
  { body: 'a multipart epilogue', type: multipart, start: `${form}\r\n` },
  {
    body: 'a multipart file',
    type: multipart,
    start: '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n',
  },
  { body: 'a payment event', type: 'application/json', path: '/api/webhooks/stripe', start: '{' },
  { body: 'a bank event', type: 'application/json', path: '/api/webhooks/plaid', start: '{' },
  { body: 'a report', type: 'application/csp-report', path: '/api/csp-reports', start: '{' },
  { body: 'an event without a type', path: '/api/webhooks/plaid' },
];

describe.each(bodies)('$body of 64 MiB', (body) => {
  test.each([
    { size: 'announced', isChunked: false },
    { size: 'not announced', isChunked: true },
  ])('gets a 413 and is not received if its size is $size', async ({ isChunked }) => {
    const { response, sent } = await sendUntilResponse({ ...body, isChunked });
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(response).toContain('"code":"payload_too_large"');
    expect(sent).toBeLessThan(sentSize / 2);
  });
});

describe('a body that no parser reads is not received', () => {
  test.each([
    { request: 'of an unknown type', type: 'text/plain', status: 415 },
    {
      request: 'of a signed-out user',
      type: 'application/json',
      path: '/api/user/export',
      method: 'GET',
      status: 401,
    },
    {
      request: 'of a call that does not accept forms',
      type: multipart,
      path: '/api/signup',
      status: 415,
    },
    { request: 'of a GET', path: '/api/config', method: 'GET', status: 200 },
    { request: 'to an unknown path', path: '/api/unknown', type: 'text/plain', status: 404 },
    { request: 'outside the API', path: '/healthz', method: 'GET', status: 200 },
  ])('$request', async ({ status, request: _, ...request }) => {
    const announced = await sendUntilResponse({ ...request, isChunked: false });
    expect(announced.response).toMatch(/^HTTP\/1\.1 413 /);
    expect(announced.sent).toBeLessThan(sentSize / 2);
    const unannounced = await sendUntilResponse({ ...request, isChunked: true });
    expect(unannounced.response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(unannounced.sent).toBeLessThan(sentSize / 2);
  });
});

test('a multipart form with a short preamble and epilogue is parsed', async () => {
  const response = await sendRaw(server, '/api/auth/token', {
    headers: { 'content-type': multipart },
    body: `preamble\r\n${form}\r\nepilogue`,
  });
  expect(response.status).toBe(401);
  expect(response.text).toContain('invalid_credentials');
});

test('a body just under the limit is parsed, whatever its type', async () => {
  const send = (type: string, body: string) =>
    sendRaw(server, '/api/auth/token', { headers: { 'content-type': type }, body });
  const epilogue = 'x'.repeat(bodyLimit - form.length - 2);
  expect((await send(multipart, `${form}\r\n${epilogue}`)).status).toBe(401);
  expect((await send(multipart, `${form}\r\n${epilogue}x`)).status).toBe(413);
});
