import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { processWebhook } from '../../../apps/server/src/jobs/webhooks/process-webhook.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../processes/test-server.ts';
import { sendRaw } from '../requests/raw-request.ts';
import { signUp, type TestClient } from '../requests/test-client.ts';

const secret = 'whsec_sandbox-secret';
/** The current Unix time in seconds. */
export const nowInSeconds = () => Math.floor(Date.now() / 1_000);
export const secondsPerDay = 86_400;

/** The `Stripe-Signature` of a body (https://docs.stripe.com/webhooks, 'Verify manually'). */
export const signStripeBody = (body: string, timestamp = nowInSeconds(), key = secret) =>
  `t=${timestamp},v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;

const createEvent = (type: string, object: object, created: number) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
});

/** Creates events of a user's yearly subscription. */
export function createSubscriptionEvents(userId: string) {
  const [customer, subscription] = [`cus_${randomUUID()}`, `sub_${randomUUID()}`];
  const start = nowInSeconds() - 10 * secondsPerDay;
  const period = (from: number, to: number) => ({
    data: [
      {
        current_period_start: from,
        current_period_end: to,
        price: {
          unit_amount: 5_000,
          currency: 'usd',
          recurring: { interval: 'year', interval_count: 1 },
        },
        quantity: 1,
      },
    ],
  });
  const items = period(start, start + 365 * secondsPerDay);
  const terms = { customer, cancel_at: null, cancel_at_period_end: false, trial_end: null, items };
  return {
    /** Creates the items of a subscription with this period. */
    period,
    checkout: (changes: object = {}, created = start) =>
      createEvent(
        'checkout.session.completed',
        {
          id: `cs_${randomUUID()}`,
          object: 'checkout.session',
          client_reference_id: userId,
          customer,
          subscription,
          payment_intent: null,
          mode: 'subscription',
          payment_status: 'paid',
          amount_total: 5_000,
          currency: 'usd',
          ...changes,
        },
        created,
      ),
    updated: (created = start + secondsPerDay, changes: object = {}) =>
      createEvent(
        'customer.subscription.updated',
        {
          id: subscription,
          object: 'subscription',
          ...terms,
          status: 'active',
          ended_at: null,
          cancellation_details: null,
          latest_invoice: null,
          ...changes,
        },
        created,
      ),
    deleted: (created = start + 2 * secondsPerDay) =>
      createEvent(
        'customer.subscription.deleted',
        {
          id: subscription,
          object: 'subscription',
          ...terms,
          status: 'canceled',
          ended_at: created,
          cancellation_details: null,
          latest_invoice: null,
        },
        created,
      ),
  };
}

/** Delivers payment events to a test server and processes them. */
export interface Payments {
  database: pg.Pool;
  /** Sends a webhook body. An empty `signature` sends none. */
  deliver(body: string, signature?: string): ReturnType<typeof sendRaw>;
  /** Waits until the server has processed all stored events. */
  waitUntilProcessed(): Promise<unknown>;
  /** Processes all stored events at once, instead of waiting for the queue. */
  processEvents(): Promise<void>;
  /** Delivers events in order, and processes each before the next. */
  deliverAndProcess(...events: { id: string }[]): Promise<void>;
  /** Triggers an event at the sandbox's payment provider, and waits until it is processed. */
  trigger(action: string, userId: string, body?: object): Promise<void>;
  newUser(): Promise<{ client: TestClient; id: string }>;
  stop(): Promise<void>;
}

/** Connects payment events to a test server. */
export function startPayments(server: TestServer): Payments {
  // A pool, because concurrent tests query at the same time.
  const database = new pg.Pool({ connectionString: server.database.url, max: 4 });

  const deliver = (body: string, signature = signStripeBody(body)) =>
    sendRaw(server, '/api/webhooks/stripe', {
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature === '' ? {} : { 'stripe-signature': signature }),
      },
    });

  const waitUntilProcessed = () =>
    eventually(async () => {
      const { rows } = await database.query(
        'select 1 from webhook_events where processed_at is null limit 1',
      );
      return rows.length === 0;
    }, 'all events have been processed');

  // Processing an event can release deferred ones, so this repeats until none are left.
  async function processEvents(): Promise<void> {
    for (;;) {
      const { rows } = await database.query<{ event_id: string }>(
        `select event_id from webhook_events where provider = 'stripe' and processed_at is null`,
      );
      if (rows.length === 0) return;
      for (const { event_id } of rows)
        await processWebhook(server.services, { provider: 'stripe', eventId: event_id });
    }
  }

  return {
    database,
    deliver,
    waitUntilProcessed,
    processEvents,
    async deliverAndProcess(...events) {
      for (const event of events) {
        expect((await deliver(JSON.stringify(event))).status).toBe(200);
        await processEvents();
      }
    },
    async trigger(action, userId, body = {}) {
      await server.sandbox.control(`payments/${action}`, { client_reference_id: userId, ...body });
      await processEvents();
    },
    async newUser() {
      const client = await signUp(server);
      return { client, id: (await client.request('GET /user/me')).id };
    },
    stop: () => database.end(),
  };
}

/** Fetches a user's subscription status. */
export const fetchSubscriptionStatus = async (client: TestClient) =>
  (await client.request('GET /user/me')).subscription_status;
