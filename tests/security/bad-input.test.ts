import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { requiredFields, requiresBody } from '@cairn/contract/call-problems';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { contractCalls } from '../support/requests/contract-calls.ts';
import { expectProblem, sendJson, sendRaw } from '../support/requests/raw-request.ts';
import { signUpPaid, type TestClient } from '../support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const listPath = '/api/user/transactions/v2';
const jsonHeaders = { 'content-type': 'application/json' };
// Signing out is excluded, because it would end the session that the other calls need.
const callsWithBody = contractCalls.filter(
  ({ key, call, method }) =>
    method !== 'GET' && call.signed !== true && key !== 'POST /auth/logout',
);
const jsonCalls = callsWithBody.filter(({ call }) => call.form !== true);

describe('a call with a body', () => {
  test.each(callsWithBody)('$key rejects an unknown field', async ({ method, path }) => {
    const response = await sendRaw(server, path, {
      method,
      token: client.token,
      headers: jsonHeaders,
      body: '{"surprise":1}',
    });
    expect(expectProblem(response, 400).code).toBe('malformed_request');
  });

  test.each(callsWithBody)('$key rejects anything but a JSON object', async ({ method, path }) => {
    for (const body of ['[]', '7', '"text"', '{"a":', '{]', 'undefined', '{"a":NaN}', "{'a':1}"]) {
      const response = await sendRaw(server, path, {
        method,
        token: client.token,
        headers: jsonHeaders,
        body,
      });
      expectProblem(response, 400);
    }
  });

  test.each(jsonCalls)('$key rejects forms and other content types', async ({ method, path }) => {
    const send = (body: string | FormData | URLSearchParams, headers = {}) =>
      sendRaw(server, path, { method, token: client.token, body, headers });
    expectProblem(await send(new URLSearchParams({ a: '1' })), 415);
    expectProblem(await send(new FormData()), 415);
    expectProblem(await send('{}', { 'content-type': 'text/plain' }), 415);
    expectProblem(await send('<a/>', { 'content-type': 'application/xml' }), 415);
  });

  test.each(callsWithBody)('$key rejects a body over 1 MiB', async ({ method, path }) => {
    const body = JSON.stringify({ a: 'x'.repeat(1024 * 1024) });
    const response = await sendRaw(server, path, {
      method,
      token: client.token,
      headers: jsonHeaders,
      body,
    });
    expect(expectProblem(response, 413).detail).toContain('1 MiB');
  });
});

test('a signed call rejects a body over 1 MiB', async () => {
  for (const path of ['/api/webhooks/stripe', '/api/webhooks/plaid', '/api/webhooks/apple'])
    expectProblem(
      await sendRaw(server, path, { headers: jsonHeaders, body: 'x'.repeat(1024 * 1024 + 1) }),
      413,
    );
});

test('a body just under 1 MiB is parsed', async () => {
  const response = await sendJson(
    server,
    listPath,
    JSON.stringify({ search_str: 'x'.repeat(1024 * 1024 - 40) }),
    client.token,
  );
  expect(expectProblem(response, 400).detail).toContain('search_str');
});

describe('a missing body', () => {
  const calls = callsWithBody.map((contractCall) => ({
    ...contractCall,
    fields: requiredFields(contractCall.call),
  }));

  test.each(calls.filter(({ fields }) => fields.length > 0))(
    '$key rejects it, and names the required fields',
    async ({ method, path, fields }) => {
      for (const request of [
        {},
        { headers: jsonHeaders },
        { headers: jsonHeaders, body: 'null' },
      ]) {
        const response = await sendRaw(server, path, { method, token: client.token, ...request });
        expect(expectProblem(response, 400).detail).toBe(
          `The request has no body. It requires these fields: ${fields.join(', ')}.`,
        );
      }
    },
  );

  test.each(calls.filter(({ call }) => call.access === 'public' && !requiresBody(call)))(
    '$key accepts it, because it requires no field',
    async ({ method, path }) => {
      const response = await sendRaw(server, path, { method });
      expect(JSON.parse(response.text)).not.toMatchObject({ code: 'malformed_request' });
    },
  );
});

test('a missing body is {} for a call that requires no field', async () => {
  for (const headers of [{}, jsonHeaders, { ...jsonHeaders, 'content-length': '0' }]) {
    const response = await sendRaw(server, listPath, { token: client.token, headers });
    expect(response.status, response.text).toBe(200);
  }
});

describe('a request for a list of transactions', () => {
  test.each<[string, string, number, RegExp]>([
    ['with a NUL in the search', '{"search_str":"a\\u0000b"}', 400, /can't be stored/],
    ['with a lone surrogate', '{"search_str":"\\ud83d"}', 400, /can't be stored/],
    ['with __proto__', '{"__proto__":{"x":1}}', 400, /JSON/],
    ['with a page of 1e400', '{"page_number":1e400}', 400, /out of range/],
    ['with a page of 0', '{"page_number":0}', 400, /page_number/],
    ['with a page of 1.5', '{"page_number":1.5}', 400, /page_number/],
    ['with a page beyond a million', '{"page_number":1000001}', 400, /page_number/],
    ['with a page that is a string', '{"page_number":"1"}', 400, /page_number/],
    [
      'with a filter of 10,000 categories',
      JSON.stringify({ category: Array(10_000).fill('travel') }),
      400,
      /category/,
    ],
    [
      'with a filter of 10,000 accounts',
      JSON.stringify({ account: Array(10_000).fill('a') }),
      400,
      /account/,
    ],
    ['with a category that is a list', '{"category":[["travel"]]}', 400, /category/],
    ['with a category that is an object', '{"category":{"0":"travel"}}', 400, /category/],
    ['nested 1,000 deep', `{"category":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, 400, /deeply/],
    [
      'with a search of 201 characters',
      JSON.stringify({ search_str: 'x'.repeat(201) }),
      400,
      /search_str/,
    ],
    ['with an unknown range', '{"date_range":"since_forever"}', 422, /last_week/],
    [
      'with a range that ends before it starts',
      '{"date_range":{"from":"2026-02-02","to":"2026-02-01"}}',
      422,
      /after its end/,
    ],
    [
      'with the 30th of February',
      '{"date_range":{"from":"2026-02-30","to":"2026-03-01"}}',
      422,
      /not a valid day/,
    ],
    [
      'with the year 0',
      '{"date_range":{"from":"0000-01-01","to":"2026-03-01"}}',
      422,
      /not a valid day/,
    ],
    ['with a range without an end', '{"date_range":{"from":"2026-02-01"}}', 400, /date_range/],
    ['with an invalid cursor', '{"after":"AAAA"}', 422, /first page/],
    [
      'with an invalid date in the cursor',
      JSON.stringify({
        after: Buffer.from('2026-99-99 0190a0a0-0000-7000-8000-000000000001').toString('base64url'),
      }),
      422,
      /first page/,
    ],
    ['with a repeated page number', '{"page_number":2,"page_number":"3"}', 400, /page_number/],
  ])('%s is rejected with a detail', async (_input, body, status, detail) => {
    expect(
      expectProblem(await sendJson(server, listPath, body, client.token), status).detail,
    ).toMatch(detail);
  });

  test.each([
    ['constructor', '{"category":["constructor","__proto__","toString"]}'],
    ['SQL', `{"search_str":"'; drop table users; --","category":["' or '1'='1"]}`],
    ['right-to-left marks and emoji', '{"search_str":"\\u202e👩‍👩‍👧 漢字"}'],
    ['a backslash at the end', '{"search_str":"\\\\"}'],
  ])('with %s returns an empty page', async (_input, body) => {
    const response = await sendJson(server, listPath, body, client.token);
    expect(response.status, response.text).toBe(200);
    expect(JSON.parse(response.text)).toEqual({ transactions: [], num_pages: 1, next: null });
  });

  test('with arbitrary JSON succeeds or is rejected but never fails', async () => {
    const field = fc.constantFrom(
      'category',
      'account',
      'date_range',
      'search_str',
      'page_number',
      'after',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.integer(),
      fc.double(),
      fc.record({ from: fc.string(), to: fc.string() }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(field, value), async (body) => {
        const response = await sendJson(server, listPath, JSON.stringify(body), client.token);
        if (response.status !== 200) {
          expect([400, 404, 422]).toContain(response.status);
          expectProblem(response, response.status);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('text that the database cannot store is rejected in', () => {
  test.each([
    [
      'an address',
      '/api/signup',
      '{"email":"a\\u0000@example.com","password":"correct horse battery"}',
    ],
    [
      'a password',
      '/api/signup',
      '{"email":"nul@example.com","password":"correct\\u0000horse battery"}',
    ],
    [
      'a password with a lone surrogate',
      '/api/signup',
      '{"email":"half@example.com","password":"correct \\ud800 horse battery"}',
    ],
    ['a category', '/api/user/tx/updatecategory', '{"tx_id":"a","category":"\\u0000"}'],
    ['an id', '/api/user/tx/ignore', '{"tx_id":"\\u0000","exclude_transaction":true}'],
    [
      "the link script's metadata",
      '/api/plaid/link/token',
      '{"public_token":"x","metadata":{"a":"\\u0000"}}',
    ],
  ])('%s', async (_field, path, body) => {
    expect(expectProblem(await sendJson(server, path, body, client.token), 400).detail).toContain(
      'stored',
    );
  });

  test('a form', async () => {
    const body = new URLSearchParams({ username: 'a\0b', password: 'x' });
    expectProblem(await sendRaw(server, '/api/auth/token', { body }), 400);
  });
});

describe('a malformed form', () => {
  const post = (type: string, body: string) =>
    sendRaw(server, '/api/auth/token', { headers: { 'content-type': type }, body });

  test.each([
    ['without its boundary', 'multipart/form-data', '--x\r\n'],
    [
      'that is truncated',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\na',
    ],
    ['without any field', 'multipart/form-data; boundary=x', 'noise'],
    [
      'with __proto__',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
    ],
    [
      'with a file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="username"; filename="a.txt"\r\n\r\na\r\n--x--\r\n',
    ],
    [
      'with the same field twice',
      'application/x-www-form-urlencoded',
      'username=a&username=b&password=c',
    ],
    ['with an unknown field', 'application/x-www-form-urlencoded', 'username=a&password=b&admin=1'],
    [
      'with a field in brackets',
      'application/x-www-form-urlencoded',
      'username[]=a&password[$ne]=b',
    ],
  ])('%s is rejected', async (_defect, type, body) => {
    const response = await post(type, body);
    expect([400, 401, 413]).toContain(response.status);
    expectProblem(response, response.status);
  });
});

test('a compressed body is rejected', async () => {
  const response = await sendRaw(server, listPath, {
    token: client.token,
    headers: { ...jsonHeaders, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync('{}')),
  });
  expect([400, 415]).toContain(response.status);
  expectProblem(response, response.status);
});

test('a request that is not HTTP gets a 400, and the connection is closed', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('content-type: application/problem+json');
  expect(response).toContain('"detail":"The request isn\'t valid HTTP."');
});

test('an unknown expectation is ignored', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const headers = ['Host: localhost', 'Expect: the-unexpected', 'Connection: close'];
  socket.end(`GET /api/config HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test('headers over 16 KiB get a problem', async () => {
  const response = await sendRaw(server, '/api/user/me', {
    method: 'GET',
    headers: { authorization: `Bearer ${'x'.repeat(40_000)}` },
  });
  expect(expectProblem(response, 431).detail).toContain('16 KiB');
});

test('a byte range outside the file is rejected', async () => {
  const headers = { range: 'bytes=99999999-' };
  const path = '/api/docs/static/swagger-ui.css';
  expectProblem(await sendRaw(server, path, { method: 'GET', headers }), 400);
});

test('the detail names an unknown field', async () => {
  const response = await sendJson(server, '/api/user/transactions/v2', '{"nope":1}', client.token);
  expect(expectProblem(response, 400).detail).toBe('Invalid value for body.nope: unknown field.');
});

test('no bad input causes an unexpected error', () => {
  expect(server.logged.filter(({ event }) => event === 'unexpected_error')).toEqual([]);
});
