import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, sendJson, sendRaw } from '../support/raw-request.ts';
import { signUpPaid, type TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { walkedCalls } from '../support/walk-calls.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const v2 = '/api/user/transactions/v2';
const asJson = { 'content-type': 'application/json' };
// Signing out is left out: it would end the session that the others need.
const withBody = walkedCalls.filter(
  ({ key, call, built, method }) =>
    built && method !== 'GET' && call.signed !== true && key !== 'POST /auth/logout',
);
const withJson = withBody.filter(({ call }) => call.form !== true);

describe('every call with a body', () => {
  test.each(withBody)('$key refuses a field that it does not know', async ({ method, path }) => {
    const answer = await sendRaw(server, path, {
      method,
      token: client.token,
      headers: asJson,
      body: '{"surprise":1}',
    });
    expect(expectProblem(answer, 400).code).toBe('malformed_request');
  });

  test.each(withBody)('$key refuses what is no JSON object', async ({ method, path }) => {
    for (const body of ['[]', '7', '"text"', '{"a":', '{]', 'undefined', '{"a":NaN}', "{'a':1}"]) {
      const answer = await sendRaw(server, path, {
        method,
        token: client.token,
        headers: asJson,
        body,
      });
      expectProblem(answer, 400);
    }
  });

  test.each(withJson)('$key takes no form and no other type', async ({ method, path }) => {
    const send = (body: string | FormData | URLSearchParams, headers = {}) =>
      sendRaw(server, path, { method, token: client.token, body, headers });
    expectProblem(await send(new URLSearchParams({ a: '1' })), 415);
    expectProblem(await send(new FormData()), 415);
    expectProblem(await send('{}', { 'content-type': 'text/plain' }), 415);
    expectProblem(await send('<a/>', { 'content-type': 'application/xml' }), 415);
  });

  test.each(withBody)('$key refuses more than 1 MiB', async ({ method, path }) => {
    const body = JSON.stringify({ a: 'x'.repeat(1024 * 1024) });
    const answer = await sendRaw(server, path, {
      method,
      token: client.token,
      headers: asJson,
      body,
    });
    expect(expectProblem(answer, 413).detail).toContain('1 MiB');
  });
});

test('a signed call refuses more than 1 MiB too', async () => {
  for (const path of ['/api/webhooks/stripe', '/api/webhooks/plaid'])
    expectProblem(
      await sendRaw(server, path, { headers: asJson, body: 'x'.repeat(1024 * 1024 + 1) }),
      413,
    );
});

test('a body just under 1 MiB is read', async () => {
  const answer = await sendJson(
    server,
    v2,
    JSON.stringify({ search_str: 'x'.repeat(1024 * 1024 - 40) }),
    client.token,
  );
  expect(expectProblem(answer, 400).detail).toContain('search_str');
});

test('an empty body counts as {}', async () => {
  for (const headers of [{}, asJson, { ...asJson, 'content-length': '0' }]) {
    const answer = await sendRaw(server, v2, { token: client.token, headers });
    expect(answer.status, answer.text).toBe(200);
  }
});

describe('a list of transactions, asked for in an odd way,', () => {
  test.each<[string, string, number, RegExp]>([
    ['with a NUL in the search', '{"search_str":"a\\u0000b"}', 400, /cannot be stored/],
    ['with half a surrogate pair', '{"search_str":"\\ud83d"}', 400, /cannot be stored/],
    ['with __proto__', '{"__proto__":{"x":1}}', 400, /JSON/],
    ['with a page of 1e400', '{"page_number":1e400}', 400, /out of range/],
    ['with a page of 0', '{"page_number":0}', 400, /page_number/],
    ['with a page of 1.5', '{"page_number":1.5}', 400, /page_number/],
    ['with a page beyond a million', '{"page_number":1000001}', 400, /page_number/],
    ['with a page that is text', '{"page_number":"1"}', 400, /page_number/],
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
    ['with a range of an unknown name', '{"date_range":"since_forever"}', 422, /last_week/],
    [
      'with a range that runs backwards',
      '{"date_range":{"from":"2026-02-02","to":"2026-02-01"}}',
      422,
      /after its last/,
    ],
    [
      'with the 30th of February',
      '{"date_range":{"from":"2026-02-30","to":"2026-03-01"}}',
      422,
      /not a day/,
    ],
    ['with the year 0', '{"date_range":{"from":"0000-01-01","to":"2026-03-01"}}', 422, /not a day/],
    ['with half a range', '{"date_range":{"from":"2026-02-01"}}', 400, /date_range/],
    ['with a place that is not ours', '{"after":"AAAA"}', 422, /first page/],
    [
      'with a place on the 99th',
      JSON.stringify({
        after: Buffer.from('2026-99-99 0190a0a0-0000-7000-8000-000000000001').toString('base64url'),
      }),
      422,
      /first page/,
    ],
    ['with two pages at once', '{"page_number":2,"page_number":"3"}', 400, /page_number/],
  ])('%s, is refused with a sentence', async (_what, body, status, sentence) => {
    expect(expectProblem(await sendJson(server, v2, body, client.token), status).detail).toMatch(
      sentence,
    );
  });

  test.each([
    ['constructor', '{"category":["constructor","__proto__","toString"]}'],
    ['SQL', `{"search_str":"'; drop table users; --","category":["' or '1'='1"]}`],
    ['right-to-left marks and emoji', '{"search_str":"\\u202e👩‍👩‍👧 漢字"}'],
    ['a backslash at the end', '{"search_str":"\\\\"}'],
  ])('with %s, answers an empty page', async (_what, body) => {
    const answer = await sendJson(server, v2, body, client.token);
    expect(answer.status, answer.text).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ transactions: [], num_pages: 1, next: null });
  });

  test('with any JSON at all, is answered or refused and never fails', async () => {
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
        const answer = await sendJson(server, v2, JSON.stringify(body), client.token);
        if (answer.status !== 200) {
          expect([400, 404, 422]).toContain(answer.status);
          expectProblem(answer, answer.status);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('text that cannot be stored is refused wherever it comes in:', () => {
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
      'half a pair in a password',
      '/api/signup',
      '{"email":"half@example.com","password":"correct \\ud800 horse battery"}',
    ],
    ['a category', '/api/user/tx/updatecategory', '{"tx_id":"a","category":"\\u0000"}'],
    ['an id', '/api/user/tx/ignore', '{"tx_id":"\\u0000","exclude_transaction":true}'],
    [
      'metadata of the link script',
      '/api/plaid/link/token',
      '{"public_token":"x","metadata":{"a":"\\u0000"}}',
    ],
  ])('%s', async (_what, path, body) => {
    expect(expectProblem(await sendJson(server, path, body, client.token), 400).detail).toContain(
      'stored',
    );
  });

  test('a form', async () => {
    for (const body of [new URLSearchParams({ username: 'a\0b', password: 'x' })])
      expectProblem(await sendRaw(server, '/api/auth/token', { body }), 400);
  });
});

describe('a form that is none', () => {
  const post = (type: string, body: string) =>
    sendRaw(server, '/api/auth/token', { headers: { 'content-type': type }, body });

  test.each([
    ['without its boundary', 'multipart/form-data', '--x\r\n'],
    [
      'that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\na',
    ],
    ['of noise', 'multipart/form-data; boundary=x', 'noise'],
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
  ])('%s is refused', async (_what, type, body) => {
    const answer = await post(type, body);
    expect([400, 401, 413]).toContain(answer.status);
    expectProblem(answer, answer.status);
  });
});

test('a body that says it is compressed is not guessed at', async () => {
  const answer = await sendRaw(server, v2, {
    token: client.token,
    headers: { ...asJson, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync('{}')),
  });
  expect([400, 415]).toContain(answer.status);
  expectProblem(answer, answer.status);
});

test('what is not even HTTP gets a 400 and the connection is closed', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('content-type: application/problem+json');
  expect(answer).toContain('"detail":"The request is not HTTP."');
});

test('headers beyond what is read get a problem as well', async () => {
  const answer = await sendRaw(server, '/api/user/me', {
    method: 'GET',
    headers: { authorization: `Bearer ${'x'.repeat(40_000)}` },
  });
  expect(expectProblem(answer, 431).detail).toContain('16 KiB');
});

test('a range that no file has is refused', async () => {
  const headers = { range: 'bytes=99999999-' };
  const path = '/api/docs/static/swagger-ui.css';
  expectProblem(await sendRaw(server, path, { method: 'GET', headers }), 400);
});

test('a field that nobody asked for is named', async () => {
  const answer = await sendJson(server, '/api/user/transactions/v2', '{"nope":1}', client.token);
  expect(expectProblem(answer, 400).detail).toBe('In body > nope: is not known.');
});

test('none of it was an error of ours', () => {
  expect(server.logged.filter(({ event }) => event === 'unexpected_error')).toEqual([]);
});
