import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { listMailTo } from '../../../../../tests/support/mail/mail.ts';
import {
  nowInSeconds,
  secondsPerDay,
  signStripeBody,
  startPayments,
} from '../../../../../tests/support/payments/payments.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import type { TestClient } from '../../../../../tests/support/requests/test-client.ts';

// The sandbox delivers its events to a closed port, so that the test controls their order and repetition.
let server: TestServer;
let payments: ReturnType<typeof startPayments>;
beforeAll(async () => {
  server = await startTestServer({ sandboxEnvironment: { APP_URL: 'http://127.0.0.1:9' } });
  payments = startPayments(server);
});
afterAll(async () => {
  await payments.stop();
  await server.stop();
});

interface ProviderEvent {
  id: string;
  type: string;
  created: number;
}

/** Plays the steps of a user's purchase at the provider. Returns the resulting events in order. */
async function playSteps(
  userId: string,
  steps: [action: string, body?: object][],
): Promise<ProviderEvent[]> {
  const ids: string[] = [];
  for (const [action, body] of steps) {
    const { events } = await server.sandbox.control<{ events: { id: string }[] }>(
      `payments/${action}`,
      { client_reference_id: userId, ...body },
    );
    ids.push(...events.map(({ id }) => id));
  }
  const headers = { authorization: 'Bearer sandbox-secret' };
  return Promise.all(
    ids.map(async (id) => {
      const response = await fetch(`${server.sandbox.url}/v1/events/${id}`, { headers });
      return (await response.json()) as ProviderEvent; // In the sandbox's format.
    }),
  );
}

const slowMethod = { payment_status: 'unpaid' };
/** Histories of a purchase, which together contain every kind of event, with their expected results. */
const scenarios: {
  scenario: string;
  steps: [action: string, body?: object][];
  state: object;
  activity: string[];
  mailCount: number;
}[] = [
  {
    scenario: 'a year that is refunded',
    steps: [['complete', { plan: 'yearly' }], ['refund', { amount: 100 }], ['refund']],
    state: { plan: 'yearly', state: 'ended', end_reason: 'refunded' },
    activity: ['payment_refunded', 'subscribed', 'subscription_ended'],
    mailCount: 0,
  },
  {
    scenario: 'a year whose renewal fails',
    steps: [['complete', { plan: 'yearly', ...slowMethod }], ['pay'], ['fail'], ['fail']],
    state: { plan: 'yearly', state: 'grace' },
    activity: ['payment_failed', 'subscribed'],
    mailCount: 1,
  },
  {
    scenario: 'a year that is paid late, then canceled',
    steps: [
      ['complete', { plan: 'yearly' }],
      ['fail'],
      ['pay'],
      ['cancel', { at_period_end: true }],
      ['cancel'],
    ],
    state: { plan: 'yearly', state: 'ended', end_reason: 'canceled' },
    activity: [
      'payment_failed',
      'subscribed',
      'subscription_ended',
      'subscription_ending',
      'subscription_renewed',
    ],
    mailCount: 2,
  },
  {
    scenario: 'a lifetime plan whose dispute is won',
    steps: [
      ['complete', { plan: 'lifetime', ...slowMethod }],
      ['pay'],
      ['dispute'],
      ['dispute', { outcome: 'won' }],
    ],
    state: { plan: 'lifetime', state: 'active', until: null },
    activity: ['dispute_won', 'payment_disputed', 'subscribed', 'subscription_ended'],
    mailCount: 0,
  },
  {
    scenario: 'a lifetime plan that is never paid',
    steps: [['complete', { plan: 'lifetime', ...slowMethod }], ['fail']],
    state: { plan: null, state: 'none', payment: 'failed' },
    activity: ['payment_failed'],
    mailCount: 1,
  },
];

/** Kinds of events that a test has already delivered a hundred times. */
const stressedTypes = new Set<string>();

/** Delivers an event as the provider does: again if the server responds 503. */
async function deliverUntilAccepted(body: string): Promise<void> {
  await eventually(async () => {
    const { status } = await payments.deliver(body);
    expect([200, 503]).toContain(status);
    return status === 200;
  }, 'the event is accepted');
}

const stateOf = (client: TestClient) => client.request('GET /billing/subscription');

describe.each(scenarios)('the events of $scenario', ({ steps, state, activity, mailCount }) => {
  test('have the same result in reverse order', async () => {
    const { client, id } = await payments.newUser();
    const events = await playSteps(id, steps);
    await payments.deliverAndProcess(...events.toReversed());
    expect(await stateOf(client)).toMatchObject(state);
    const recorded = await listActivity(client, server);
    // In reverse order some events are not recorded, but none is recorded twice.
    expect(new Set(recorded).size).toBe(recorded.length);
  });

  test('have the same result three days late, in mixed order, and twice each', async () => {
    const { client, id } = await payments.newUser();
    const events = (await playSteps(id, steps)).map((event) => ({
      ...event,
      created: event.created - 3 * secondsPerDay,
    }));
    await payments.deliverAndProcess(...events, ...events.toReversed());
    expect(await stateOf(client)).toMatchObject(state);
  });

  test('have the same result if each is delivered a hundred times at once', async () => {
    const { client, id } = await payments.newUser();
    const { username } = await client.request('GET /user/me');
    const events = await playSteps(id, steps);
    for (const event of events) {
      // A hundred times for the first event of each kind, a few times for the others.
      const times = stressedTypes.has(event.type) ? 5 : 100;
      stressedTypes.add(event.type);
      const body = JSON.stringify(event);
      await Promise.all(Array.from({ length: times }, () => deliverUntilAccepted(body)));
      await payments.processEvents();
    }
    expect(await stateOf(client)).toMatchObject(state);
    const { rows } = await payments.database.query(
      'select event_id from webhook_events where event_id = any($1)',
      [events.map((event) => event.id)],
    );
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(rows.length);
    const recorded = await listActivity(client, server);
    expect(recorded.filter((event) => !event.startsWith('sign')).toSorted()).toEqual(activity);
    await eventually(
      async () => (await listMailTo(server, username)).length >= mailCount,
      'the emails are delivered',
    );
    const sent = await payments.database.query(
      // The email about the end is sent by a job, which may or may not run between two events.
      `select 1 from outgoing_mail where user_id = $1 and kind <> 'subscription_ended'`,
      [id],
    );
    expect(sent.rows).toHaveLength(mailCount);
  });

  test('are not stored and change nothing if they are forged', async () => {
    const { client, id } = await payments.newUser();
    const events = await playSteps(id, steps);
    for (const event of events) {
      const body = JSON.stringify(event);
      const forged: [string, string][] = [
        [body, ''],
        [body, signStripeBody(body, nowInSeconds(), 'whsec_another')],
        [body, signStripeBody(body, nowInSeconds() - 301)],
        [body, signStripeBody(body, nowInSeconds() + 600)],
        [`${body} `, signStripeBody(body)],
        [body.replace('"livemode":false', '"livemode":true'), signStripeBody(body)],
      ];
      const responses = await Promise.all(
        forged.map(([text, signature]) => payments.deliver(text, signature)),
      );
      expect(responses.map(({ status }) => status)).toEqual(forged.map(() => 400));
    }
    const { rows } = await payments.database.query(
      'select 1 from webhook_events where event_id = any($1)',
      [events.map((event) => event.id)],
    );
    expect(rows).toEqual([]);
    expect(await stateOf(client)).toMatchObject({ plan: null, state: 'none', payment: null });
  });
});

test('the scenarios contain every relevant kind of event', async () => {
  const { id } = await payments.newUser();
  const kinds = new Set<string>();
  for (const { steps } of scenarios)
    for (const { type } of await playSteps(id, steps)) kinds.add(type);
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'invoice.paid',
      'invoice.payment_failed',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.closed',
    ]),
  );
});

test('a live event is rejected in test mode and not stored', async () => {
  const { id } = await payments.newUser();
  const [event] = await playSteps(id, [['complete', { plan: 'lifetime' }]]);
  const body = JSON.stringify({ ...event, livemode: true });
  const response = await payments.deliver(body);
  expect(response.status).toBe(422);
  const { rows } = await payments.database.query(
    'select 1 from webhook_events where event_id = $1',
    [event?.id],
  );
  expect(rows).toEqual([]);
});
