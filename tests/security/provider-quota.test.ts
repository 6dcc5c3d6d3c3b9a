import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkExchange } from '../support/bank/exchange.ts';
import { customPerson } from '../support/bank/listed-transactions.ts';
import { createPayingBuyer } from '../support/payments/buyer.ts';
import { type Payments, startPayments } from '../support/payments/payments.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { type ApiResponse, signUpPaid, type TestClient } from '../support/requests/test-client.ts';

let server: TestServer;
let payments: Payments;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      RATE_LIMITS: 'link_token_user=3,link_user=2,portfolio_user=2,portal_user=2,signup_ip=1000',
    },
  });
  payments = startPayments(server);
});
afterAll(async () => {
  await payments.stop();
  await server.stop();
});

/** The number of requests to a path of the sandbox. */
const countRequests = async (path: string) =>
  (await server.sandbox.control<{ path: string }[]>('log')).filter((request) =>
    request.path.endsWith(path),
  ).length;

/** Expects that `allowed` more calls succeed, and that the next one gets a 429 without a request to the provider. */
async function expectLimit(
  allowed: number,
  call: () => Promise<ApiResponse<unknown>>,
  providerPath: string,
): Promise<void> {
  for (let count = 0; count < allowed; count += 1) expect((await call()).status).toBeLessThan(300);
  const before = await countRequests(providerPath);
  expect(before).toBeGreaterThan(0);
  const rejected = await call();
  expect(rejected.status).toBe(429);
  expect(rejected.problem.code).toBe('too_many_requests');
  const wait = Number(rejected.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60 * 60);
  expect(await countRequests(providerPath)).toBe(before);
}

const createPublicToken = () =>
  server.sandbox.createPublicToken(
    customPerson({ name: 'Everyday', transactions: [{ amount: 4.5 }] }),
  );

const linkNewBank = async (client: TestClient) =>
  client.call('POST /plaid/link/token', { body: { public_token: await createPublicToken() } });

test('link tokens are limited per user, for new and for existing items together', async () => {
  const client = await signUpPaid(server);
  const { item_id } = (await linkNewBank(client)).body;
  const update = () => client.call('POST /plaid/link/update', { body: { item_id } });
  expect((await client.call('POST /plaid/')).status).toBe(200);
  await expectLimit(2, update, '/link/token/create');
  expect((await client.call('POST /plaid/')).status).toBe(429);
  expect((await (await signUpPaid(server)).call('POST /plaid/')).status).toBe(200);
});

test('exchanges of public tokens are limited per user, but repeating the same exchange is not', async () => {
  const client = await signUpPaid(server);
  const body = { public_token: await createPublicToken() };
  const send = () => client.call('POST /plaid/link/token', { body });
  const { item_id } = (await send()).body;
  for (const response of [await send(), await send()]) expect(response.body).toEqual({ item_id });
  await expectLimit(1, () => linkNewBank(client), '/item/public_token/exchange');
  expect((await linkNewBank(await signUpPaid(server))).status).toBe(201);
});

test("fetches of portfolios are limited per user, but the demo's are not", async () => {
  const client = await signUpPaid(server);
  await linkExchange(client, `${randomUUID()}@example.com`);
  await expectLimit(2, () => client.call('GET /cb/portfolio'), '/v2/accounts');
  expect((await client.call('GET /cb/portfolio', { demo: true })).status).toBe(200);
});

test('sessions in the customer portal are limited per user', async () => {
  const { client } = await createPayingBuyer(payments, 'lifetime');
  await expectLimit(2, () => client.call('POST /billing/portal'), '/billing_portal/sessions');
});
