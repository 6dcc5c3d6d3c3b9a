import { once } from 'node:events';
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queries } from '../../apps/server/src/platform/database/database.ts';
import { directory } from '../../apps/server/src/platform/database/owned-sql.ts';
import { customPerson } from '../support/bank/listed-transactions.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { openEventStream } from '../support/requests/event-stream.ts';
import { expectProblem } from '../support/requests/raw-request.ts';
import { signUpPaid, type TestClient, testPassword } from '../support/requests/test-client.ts';

/** Calls may wait for ten minutes, so only a full queue rejects them. */
const limits = [
  'calls=3,calls_waiting=2,calls_wait_ms=600000',
  'sign_ins=1,sign_ins_waiting=1,sign_ins_wait_ms=600000',
  'user_calls=2,user_calls_waiting=1,user_calls_wait_ms=600000',
  'user_exports=1,user_exports_waiting=1,user_exports_wait_ms=600000',
].join(',');

let server: TestServer;
let clients: TestClient[];
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    environment: { CONCURRENCY_LIMITS: limits },
    skipTotalsCheck: true,
  });
  clients = [];
  for (let index = 0; index < 8; index += 1) clients.push(await signUpPaid(server));
  client = clients[0] as TestClient; // The loop created eight.
});
afterAll(() => server.stop());

interface Response {
  status: number;
  headers: Headers;
  text: string;
}

interface RequestOptions {
  method?: string;
  token?: string | undefined;
  body?: string;
  /** Default: a new connection. */
  agent?: Agent;
}

/** Sends a request, with a JSON body if it has one. */
async function send(
  path: string,
  { method = 'POST', token, body, agent }: RequestOptions,
): Promise<Response> {
  const request = sendRequest(server.url + path, {
    method,
    agent: agent ?? false,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>), // None is sent twice.
    text: await text(response),
  };
}

const get = (path: string, options: RequestOptions = {}) =>
  send(path, {
    token: options.token,
    method: 'GET',
    ...(options.agent && { agent: options.agent }),
  });
const signIn = (username: string) =>
  send('/api/auth/token', { body: JSON.stringify({ username, password: testPassword }) });

/** Collects the responses to requests in the order in which they arrive. */
function collect(requests: readonly Promise<Response>[]) {
  const responses: Response[] = [];
  const all = requests.map((request) => request.then((response) => responses.push(response)));
  return { responses, finish: () => Promise.all(all).then(() => responses) };
}

/** Runs work while no other connection can read a table. Statements that wait for its lock fail after 3.5 seconds. */
async function whileLocked(
  lock: (transaction: Queries) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  await server.services.database.transaction(async (transaction) => {
    await lock(transaction);
    await work();
  });
}
const lockSessions = (transaction: Queries) =>
  transaction.run(directory`lock table sessions in access exclusive mode`);
const lockAddresses = (transaction: Queries) =>
  transaction.run(directory`lock table user_addresses in access exclusive mode`);
const lockBudgets = (transaction: Queries) =>
  transaction.run(directory`lock table budgets in access exclusive mode`);

/** The logged reason of a 503. Undefined until it is logged. */
const reasonOf = ({ text }: Response) => {
  const { request_id } = JSON.parse(text) as { request_id: string }; // A problem.
  return server.logged.find((line) => line.event === 'request' && line.request_id === request_id)
    ?.reason;
};

function expectRejected(response: Response, status: 429 | 503): void {
  expect(expectProblem(response, status).code).toBe(
    status === 503 ? 'unavailable' : 'too_many_requests',
  );
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Expects the limits to have rejected this many calls. On a busy machine, others may have waited too long for the lock. */
async function expectRejections(
  { finish }: ReturnType<typeof collect>,
  count: number,
): Promise<void> {
  const failed = (await finish()).filter(({ status }) => status !== 200);
  const rejected = failed.filter((response) => !String(reasonOf(response)).startsWith('database'));
  expect(rejected.map(({ status }) => status)).toEqual(Array(count).fill(503));
}

describe('with more calls than the server can handle', () => {
  test('calls that find the queue full are rejected at once, the others succeed, and the server stays ready', async () => {
    let calls = collect([]);
    await whileLocked(lockSessions, async () => {
      calls = collect(clients.map(({ token }) => get('/api/user/me', { token })));
      await eventually(() => calls.responses.length === 3, 'three of eight calls are rejected');
      for (const response of calls.responses) {
        expectRejected(response, 503);
        await eventually(
          () => reasonOf(response) === 'concurrency limit calls: queue full',
          'the reason is logged',
        );
      }
      expect((await get('/readyz')).status).toBe(200);
      expect((await get('/healthz')).status).toBe(200);
    });
    await expectRejections(calls, 3);
  });

  test('a client that repeats a rejected call at once is rejected later than others', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let calls = collect([]);
    await whileLocked(lockSessions, async () => {
      calls = collect(clients.slice(0, 6).map(({ token }) => get('/api/user/me', { token })));
      await eventually(() => calls.responses.length === 1, 'the queue is full');
      expect((await get('/api/user/me', { token: client.token, agent })).status).toBe(503);
      const arrived: string[] = [];
      const repeated = get('/api/user/me', { token: client.token, agent }).then(() =>
        arrived.push('repeated'),
      );
      await get('/api/user/me', { token: client.token }).then(() => arrived.push('other'));
      await repeated;
      expect(arrived).toEqual(['other', 'repeated']);
    });
    await calls.finish();
    agent.destroy();
  });

  test('sign-ins have their own limit and do not delay other calls', async () => {
    const addresses = await Promise.all(
      clients.slice(0, 2).map(async (user) => (await user.request('GET /user/me')).username),
    );
    let signIns = collect([]);
    await whileLocked(lockAddresses, async () => {
      signIns = collect([...addresses, ...addresses, ...addresses].map(signIn));
      await eventually(() => signIns.responses.length === 4, 'four of six sign-ins are rejected');
      for (const response of signIns.responses) {
        expectRejected(response, 503);
        await eventually(
          () => reasonOf(response) === 'concurrency limit sign_ins: queue full',
          'the reason is logged',
        );
      }
      for (const user of clients)
        expect((await get('/api/user/me', { token: user.token })).status).toBe(200);
    });
    await expectRejections(signIns, 4);
  });

  test('open event streams do not count toward the limit', async () => {
    const streams = await Promise.all(clients.slice(0, 5).map(openEventStream));
    const others = await Promise.all([openEventStream(client), openEventStream(client)]);
    expect((await get('/api/user/me', { token: client.token })).status).toBe(200);
    for (const stream of [...streams, ...others]) stream.close();
  });

  test('calls whose bodies have not arrived do not count toward the limit', async () => {
    const sockets = await Promise.all([
      ...clients.slice(0, 4).map((user) => sendHalfOfBody('/api/user/budget', user.token)),
      sendHalfOfBody('/api/auth/token'),
      sendHalfOfBody('/api/auth/token'),
    ]);
    expect((await get('/api/user/me', { token: clients[5]?.token })).status).toBe(200);
    const { username } = await client.request('GET /user/me');
    expect((await signIn(username)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

/** Sends the head of a request and, once the server asks for the body, part of it. */
async function sendHalfOfBody(path: string, token?: string) {
  const { host, hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'content-length: 1000',
    'expect: 100-continue',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [interim] = (await once(socket, 'data')) as [Buffer];
  expect(interim.toString()).toMatch(/^HTTP\/1.1 100 /);
  socket.write('{"half":');
  return socket;
}

describe('with more calls of one user than the server handles at once', () => {
  test('calls that find the queue full are rejected with 429, and other users are served', async () => {
    let calls = collect([]);
    await whileLocked(lockBudgets, async () => {
      calls = collect(
        Array.from({ length: 5 }, () => get('/api/user/budget', { token: client.token })),
      );
      await eventually(() => calls.responses.length === 2, 'two of five calls are rejected');
      for (const response of calls.responses) expectRejected(response, 429);
      // Two of the process's three slots are in use: while the user's third call waits, it has none of them.
      expect((await get('/api/user/me', { token: clients[1]?.token })).status).toBe(200);
    });
    const statuses = (await calls.finish()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('calls whose client disconnects while they wait no longer count toward the limit', async () => {
    for (let round = 0; round < 3; round += 1)
      await whileLocked(lockBudgets, async () => {
        const abort = new AbortController();
        const full = Promise.withResolvers<void>();
        const calls = Array.from({ length: 4 }, async () => {
          const { status } = await fetch(`${server.url}/api/user/budget`, {
            headers: { authorization: `Bearer ${client.token}` },
            signal: abort.signal,
          });
          if (status === 429) full.resolve();
        });
        await full.promise;
        abort.abort();
        await Promise.allSettled(calls);
        expect((await get('/healthz')).status).toBe(200);
      });
    expect((await get('/api/user/me', { token: client.token })).status).toBe(200);
  });

  test('a download counts toward the limit until its last byte is sent', async () => {
    await fillAccount(client);
    const first = await startDownload(client);
    const others = collect(
      ['second', 'third', 'fourth'].map(() =>
        send('/api/user/transactions/export', {
          token: client.token,
          body: JSON.stringify({ date_range: { from: '2001-01-01', to: '2001-01-31' } }),
        }),
      ),
    );
    await eventually(() => others.responses.length === 2, 'two of three downloads are rejected');
    for (const response of others.responses) expectRejected(response, 429);
    expect((await get('/api/user/me', { token: client.token })).status).toBe(200);
    first.destroy();
    expect((await others.finish()).map(({ status }) => status)).toEqual([429, 429, 200]);
  });
});

/** Gives a user 25 MB of transactions, more than fits into the buffers of a connection. */
async function fillAccount(user: TestClient): Promise<void> {
  await user.linkBank(
    customPerson({ name: 'Everyday', transactions: [{ amount: 1, description: 'One' }] }),
  );
  await queryDatabase(
    server,
    `insert into transactions (user_id, id, account_id, provider_transaction_id, amount, currency, date, name,
       pending, provider_primary, provider_detailed, provider_category, provider_group)
     select user_id, gen_random_uuid(), account_id, 'more-' || n, 1, 'USD', date, repeat('x', 1000),
       false, 'TRAVEL', 'TRAVEL_FLIGHTS', 'travel_flights', 'travel'
     from transactions, generate_series(1, 25000) n
     where user_id = $1`,
    [(await user.request('GET /user/me')).id],
  );
}

/** Starts a download, and reads nothing but its headers. */
async function startDownload({ token }: TestClient): Promise<IncomingMessage> {
  const request = sendRequest(`${server.url}/api/user/transactions/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  request.end('{}');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.on('error', () => undefined);
  return response;
}

describe('a 503 caused by the database', () => {
  test('is logged with the error code of the database', async () => {
    await whileLocked(lockSessions, async () => {
      const response = await get('/api/user/me', { token: client.token });
      expectRejected(response, 503);
      await eventually(
        () => String(reasonOf(response)).startsWith('database: 55P03 '),
        'the reason is logged',
      );
    });
  });

  test('is attributed to the pool in the log if all of its connections are in use, and the server stays ready', async () => {
    const release = Promise.withResolvers<void>();
    const transactions = Array.from({ length: 10 }, () =>
      server.services.database.transaction(() => release.promise),
    );
    try {
      const response = await get('/api/user/me', { token: client.token });
      expectRejected(response, 503);
      await eventually(
        () => String(reasonOf(response)).startsWith('database pool: timeout'),
        'the reason is logged',
      );
      expect((await get('/readyz')).status).toBe(200);
    } finally {
      release.resolve();
      await Promise.all(transactions);
    }
  });
});
