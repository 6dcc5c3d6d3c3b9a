import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import {
  type ScriptedProvider,
  sendJsonResponse,
  startScriptedProvider,
} from '../support/bank/scripted-provider.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { expireLeasesOfKilledProcess } from '../support/expire-leases.ts';
import {
  createSubscriptionEvents,
  nowInSeconds,
  signStripeBody,
} from '../support/payments/payments.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { signUp, type TestClient } from '../support/requests/test-client.ts';

// In milliseconds. The queue detects a dead worker within 15 s. The additional time is for slow machines.
const resumeTimeout = 45_000;

let provider: ScriptedProvider;
let database: TestDatabase;
let process: ServerProcess;
let environment: { PORT: string } & Record<string, string>;

beforeAll(async () => {
  [provider, database] = await Promise.all([startScriptedProvider(), createTestDatabase()]);
  environment = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    SESSION_KEY: 'a signing key of forty bytes for a test.',
    STRIPE_API_URL: provider.url,
  };
  process = await startServerProcess(environment);
});
afterAll(async () => {
  await process.stop();
  await provider.stop();
  await database.drop();
});

async function deliver(event: object): Promise<void> {
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signStripeBody(body) };
  const response = await fetch(`${process.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers,
    body,
  });
  expect(response.status).toBe(200);
}

test('a server that is killed while it cancels a refunded subscription cancels it after the restart', async () => {
  const client = await signUp({ url: process.url } as TestClient['server']);
  const { id } = await client.request('GET /user/me');
  const checkout = createSubscriptionEvents(id).checkout();
  const { customer, subscription } = checkout.data.object as Record<string, string>;
  const state = async () => (await client.request('GET /billing/subscription')).state;

  const cancellations: ServerResponse[] = [];
  provider.respond = (path, response) => {
    if (path.startsWith('/v1/invoice_payments')) {
      const parent = { subscription_details: { subscription } };
      sendJsonResponse(response, { object: 'list', data: [{ invoice: { customer, parent } }] });
    } else cancellations.push(response);
  };
  await deliver(checkout);
  await eventually(async () => (await state()) === 'active', 'the subscription is active');
  await deliver({
    ...checkout,
    id: `evt_${randomUUID()}`,
    type: 'charge.refunded',
    created: nowInSeconds(),
    data: {
      object: {
        id: 'ch_1',
        object: 'charge',
        created: checkout.created,
        payment_intent: 'pi_1',
        refunded: true,
      },
    },
  });
  await eventually(
    () => cancellations.length > 0,
    'the provider is asked to cancel the subscription',
  );
  expect(await state()).toBe('ended');

  await process.kill();
  await expireLeasesOfKilledProcess(database.url);
  process = await startServerProcess(environment);
  await eventually(() => cancellations.length > 1, 'the cancellation is retried', resumeTimeout);
  const lastCall = provider.requests.at(-1)?.call;
  expect(lastCall).toBe(`DELETE /v1/subscriptions/${subscription}`);
  const pending = cancellations.at(-1);
  if (pending !== undefined)
    sendJsonResponse(pending, { id: subscription, object: 'subscription' });
  await eventually(
    () => process.logged.some(({ event }) => event === 'subscription_canceled'),
    'the subscription is canceled',
  );
  expect(await state()).toBe('ended');
}, 120_000);
