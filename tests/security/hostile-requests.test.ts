import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkExchange } from '../support/bank/exchange.ts';
import { workedExample } from '../support/bank/worked-example.ts';
import {
  type Caller,
  createRequest,
  type HostileRequest,
} from '../support/hostile/create-request.ts';
import { DocumentOracle } from '../support/hostile/document-oracle.ts';
import { createRandom } from '../support/hostile/random.ts';
import { type HostileResponse, sendRequest } from '../support/hostile/send-request.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { signUp, signUpPaid, type TestClient } from '../support/requests/test-client.ts';

// CAIRN_HOSTILE_REQUESTS=100000 sends more requests.
const requestCount = Number(process.env.CAIRN_HOSTILE_REQUESTS ?? 10_000);
const seed = Number(process.env.TEST_SEED);
/** Requests in flight: fewer than the server's connections to its database. */
const concurrency = 4;

let server: TestServer;
let oracle: DocumentOracle;
let clients: Record<Caller, TestClient | undefined>;
let knownTexts: string[];

beforeAll(async () => {
  server = await startTestServer();
  const [free, paid, linked, spare] = await Promise.all([
    signUp(server),
    signUpPaid(server),
    signUpPaid(server),
    signUp(server),
  ]);
  await linked.linkBank(workedExample(Temporal.Now.plainDateISO('UTC')));
  await linkExchange(linked, `${randomUUID()}@example.com`);
  await linked.request('POST /user/budget', { body: { earnings: 3, bills: 2, spending: 1 } });
  clients = { 'signed out': undefined, forged: undefined, free, paid, linked, spare };
  knownTexts = await readKnownTexts(linked);
  // Generates the demo's rows, which takes longer than any other request.
  await free.request('GET /user/accounts', { demo: true });
  oracle = await DocumentOracle.of(server.url);
});
afterAll(() => server.stop());

/** Lists the ids and the address of a user, so that requests of this user and of others reach existing resources. */
async function readKnownTexts(client: TestClient): Promise<string[]> {
  const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
  const { link_tokens } = await client.request('GET /institutions');
  const { budgets } = await client.request('GET /user/budget');
  const [row] = transactions;
  return [
    ...link_tokens.flatMap(({ id, item_id }) => [id, item_id]),
    ...budgets.map(({ budget }) => budget.id),
    row?.id ?? '',
    row?.transaction_id ?? '',
    row?.account_id ?? '',
    String((await client.request('GET /user/me')).username),
  ];
}

const tokenOf = (caller: Caller): string | undefined =>
  caller === 'forged' ? 'a.b.c' : clients[caller]?.token;

interface Finding {
  index: number;
  mismatches: string[];
  request: HostileRequest;
  response: HostileResponse;
}

/** Sends a request, and sends it again after a 503: on a busy machine, the database may briefly run out of connections. */
async function sendUntilAvailable(request: HostileRequest): Promise<HostileResponse | undefined> {
  for (let attempt = 1; ; attempt++) {
    const response = await sendRequest(server.url, request, tokenOf(request.caller));
    if (response?.status !== 503 || attempt === 5) return response;
    await sleep(1_000);
  }
}

async function sendNthRequest(index: number, statuses: Map<number, number>): Promise<Finding[]> {
  const request = createRequest(createRandom(Math.imul(seed, 0x9e3779b1) + index), knownTexts);
  const response = await sendUntilAvailable(request);
  if (response === undefined) return [];
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  // The request has signed this user out or deleted the account, so a new user replaces it.
  if (request.caller === 'spare' && response.status < 300) clients.spare = await signUp(server);
  const mismatches = oracle.findMismatches(request, response);
  return mismatches.length === 0 ? [] : [{ index, mismatches, request, response }];
}

/** Describes a response with the request that caused it. */
function describeFinding({ index, mismatches, request, response }: Finding): string {
  const { method, path, headers, body, caller } = request;
  return [
    `${index}: the response ${mismatches.join(', and ')}`,
    `  ${caller}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}`,
    `  ${String(body).slice(0, 500)}`,
    `  ${response.status} ${response.text.slice(0, 300)}`,
  ].join('\n');
}

test(`${requestCount} hostile requests get no server error and no response that the OpenAPI document does not list`, async () => {
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const started = Date.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < requestCount && findings.length < 50)
        findings.push(...(await sendNthRequest(next++, statuses)));
    }),
  );
  const counts = [...statuses].toSorted(([a], [b]) => a - b);
  console.info(
    `${next} hostile requests with seed ${seed} in ${Date.now() - started} ms; responses by status: ${counts
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  expect(findings.map(describeFinding).slice(0, 10).join('\n\n')).toBe('');
  // Otherwise the requests would test little.
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415, 421, 422])
    expect(statuses.get(status) ?? 0, `responses with ${status}`).toBeGreaterThan(0);
  expect(server.logged.filter(({ event }) => event === 'unexpected_error')).toEqual([]);
}, 600_000);
