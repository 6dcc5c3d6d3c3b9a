import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { workOffWebhook } from '../../apps/server/src/jobs/webhooks/work-off-webhook.ts';
import { eventually } from './eventually.ts';
import { sendRaw } from './raw-request.ts';
import { signUp, type TestClient } from './test-client.ts';
import type { TestServer } from './test-server.ts';

const secret = 'whsec_sandbox-secret';
/** The time now, in seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1_000);
/** A day in seconds. */
export const day = 86_400;

/** The `Stripe-Signature` of a body (https://docs.stripe.com/webhooks, 'Verify manually'). */
export const sign = (body: string, at = seconds(), key = secret) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;

const eventOf = (type: string, object: object, created: number) => ({
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

/** The events of one person's yearly subscription, at made-up times. */
export function subscriptionOf(userId: string) {
  const [customer, subscription] = [`cus_${randomUUID()}`, `sub_${randomUUID()}`];
  const start = seconds() - 10 * day;
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
  const items = period(start, start + 365 * day);
  const terms = { customer, cancel_at: null, cancel_at_period_end: false, trial_end: null, items };
  return {
    /** The items of a subscription whose period is this. */
    period,
    checkout: (changes: object = {}, created = start) =>
      eventOf(
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
    updated: (created = start + day, changes: object = {}) =>
      eventOf(
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
    deleted: (created = start + 2 * day) =>
      eventOf(
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

/** The payment provider's side of a server: delivers events and watches what comes of them. */
export function startPayments(server: TestServer) {
  // A pool: tests that run side by side ask at the same time.
  const database = new pg.Pool({ connectionString: server.database.url, max: 4 });

  /** Hands a body over as the provider does; with an empty `signature`, without any. */
  const deliver = (body: string, signature = sign(body)) =>
    sendRaw(server, '/api/webhooks/stripe', {
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature === '' ? {} : { 'stripe-signature': signature }),
      },
    });

  /** Waits until every event that was stored has been worked off. */
  const workedOff = () =>
    eventually(async () => {
      const { rows } = await database.query(
        'select 1 from webhook_events where worked_off_at is null limit 1',
      );
      return rows.length === 0;
    }, 'every event has been worked off');

  /** Works off at once what was stored, and what that sets free, where the queue would look within the second. */
  async function workOff(): Promise<void> {
    for (;;) {
      const { rows } = await database.query<{ event_id: string }>(
        `select event_id from webhook_events where provider = 'stripe' and worked_off_at is null`,
      );
      if (rows.length === 0) return;
      for (const { event_id } of rows)
        await workOffWebhook(server.services, { provider: 'stripe', eventId: event_id });
    }
  }

  return {
    database,
    deliver,
    workedOff,
    workOff,
    /** Delivers events one after the other, each worked off before the next. */
    async take(...events: { id: string }[]): Promise<void> {
      for (const event of events) {
        expect((await deliver(JSON.stringify(event))).status).toBe(200);
        await workOff();
      }
    },
    /** Makes something happen at the sandbox's payment provider, and waits until we know of it. */
    async happens(what: string, userId: string, body: object = {}): Promise<void> {
      await server.sandbox.control(`payments/${what}`, { client_reference_id: userId, ...body });
      await workOff();
    },
    async newUser(): Promise<{ client: TestClient; id: string }> {
      const client = await signUp(server);
      return { client, id: (await client.reply('GET /user/me')).id };
    },
    stop: () => database.end(),
  };
}

/** What a user's subscription is at the next call. */
export const subscriptionStatus = async (client: TestClient) =>
  (await client.reply('GET /user/me')).subscription_status;
