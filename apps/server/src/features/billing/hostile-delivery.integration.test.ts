import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { mailsTo } from '../../../../../tests/support/mail.ts';
import { day, seconds, sign, startPayments } from '../../../../../tests/support/payments.ts';
import type { TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf } from '../../../../../tests/support/user-rows.ts';

// The sandbox's own deliveries lead nowhere: the test hands its events over, as badly as it likes.
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

/** Everything the provider has to say of somebody who did all this, in the order in which it happened. */
async function eventsOf(
  userId: string,
  steps: [what: string, body?: object][],
): Promise<ProviderEvent[]> {
  const ids: string[] = [];
  for (const [what, body] of steps) {
    const { events } = await server.sandbox.control<{ events: { id: string }[] }>(
      `payments/${what}`,
      { client_reference_id: userId, ...body },
    );
    ids.push(...events.map(({ id }) => id));
  }
  const headers = { authorization: 'Bearer sandbox-secret' };
  return Promise.all(
    ids.map(async (id) => {
      const answer = await fetch(`${server.sandbox.url}/v1/events/${id}`, { headers });
      return (await answer.json()) as ProviderEvent; // As the sandbox writes them.
    }),
  );
}

const slow = { payment_status: 'unpaid' };
/** Lives of a purchase, which together have every kind of event in them, and what comes of each. */
const lives: {
  life: string;
  steps: [what: string, body?: object][];
  state: object;
  told: string[];
  mails: number;
}[] = [
  {
    life: 'a year that is refunded',
    steps: [['complete', { plan: 'yearly' }], ['refund', { amount: 100 }], ['refund']],
    state: { plan: 'yearly', state: 'ended', ended_because: 'refunded' },
    told: ['payment_refunded', 'subscribed', 'subscription_ended'],
    mails: 0,
  },
  {
    life: 'a year that is not paid again',
    steps: [['complete', { plan: 'yearly', ...slow }], ['pay'], ['fail'], ['fail']],
    state: { plan: 'yearly', state: 'grace' },
    told: ['payment_failed', 'subscribed'],
    mails: 1,
  },
  {
    life: 'a year that is paid late, then canceled',
    steps: [
      ['complete', { plan: 'yearly' }],
      ['fail'],
      ['pay'],
      ['cancel', { at_period_end: true }],
      ['cancel'],
    ],
    state: { plan: 'yearly', state: 'ended', ended_because: 'canceled' },
    told: [
      'payment_failed',
      'subscribed',
      'subscription_ended',
      'subscription_ending',
      'subscription_renewed',
    ],
    mails: 2,
  },
  {
    life: 'a lifetime that is disputed, and won',
    steps: [
      ['complete', { plan: 'lifetime', ...slow }],
      ['pay'],
      ['dispute'],
      ['dispute', { outcome: 'won' }],
    ],
    state: { plan: 'lifetime', state: 'active', until: null },
    told: ['dispute_won', 'payment_disputed', 'subscribed', 'subscription_ended'],
    mails: 0,
  },
  {
    life: 'a lifetime that is never paid',
    steps: [['complete', { plan: 'lifetime', ...slow }], ['fail']],
    state: { plan: null, state: 'none', payment: 'failed' },
    told: ['payment_failed'],
    mails: 1,
  },
];

/** Kinds of events that came a hundred times already. */
const hundredTimes = new Set<string>();

/** Hands an event over as the provider does: again, where the server has too much to do. */
async function deliverUntilTaken(body: string): Promise<void> {
  await eventually(async () => {
    const { status } = await payments.deliver(body);
    expect([200, 503]).toContain(status);
    return status === 200;
  }, 'the event is taken');
}

const stateOf = (client: TestClient) => client.reply('GET /billing/subscription');

describe.each(lives)('$life', ({ steps, state, told, mails }) => {
  test('comes to the same, backwards', async () => {
    const { client, id } = await payments.newUser();
    const events = await eventsOf(id, steps);
    await payments.take(...events.toReversed());
    expect(await stateOf(client)).toMatchObject(state);
    const activity = await activityOf(client, server);
    // What was over before it was heard of need not be told.
    expect(new Set(activity).size).toBe(activity.length);
  });

  test('comes to the same three days late, in any order, each event twice', async () => {
    const { client, id } = await payments.newUser();
    const events = (await eventsOf(id, steps)).map((event) => ({
      ...event,
      created: event.created - 3 * day,
    }));
    const order = [...events, ...events.toReversed()];
    await payments.take(...order);
    expect(await stateOf(client)).toMatchObject(state);
  });

  test('comes to the same when each event comes a hundred times at once', async () => {
    const { client, id } = await payments.newUser();
    const { username } = await client.reply('GET /user/me');
    const events = await eventsOf(id, steps);
    for (const event of events) {
      // A hundred of the first of each kind; a few of those like it will do.
      const times = hundredTimes.has(event.type) ? 5 : 100;
      hundredTimes.add(event.type);
      const body = JSON.stringify(event);
      await Promise.all(Array.from({ length: times }, () => deliverUntilTaken(body)));
      await payments.workOff();
    }
    expect(await stateOf(client)).toMatchObject(state);
    const { rows } = await payments.database.query(
      'select event_id from webhook_events where event_id = any($1)',
      [events.map((event) => event.id)],
    );
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(rows.length);
    const activity = await activityOf(client, server);
    expect(activity.filter((event) => !event.startsWith('sign')).toSorted()).toEqual(told);
    await eventually(
      async () => (await mailsTo(server, username)).length >= mails,
      'the mails are there',
    );
    const decided = await payments.database.query(
      // That it is over is told by a job, which may or may not come between two of the events.
      `select 1 from outgoing_mail where user_id = $1 and kind <> 'subscription_ended'`,
      [id],
    );
    expect(decided.rows).toHaveLength(mails);
  });

  test('forged, leaves no row and changes nothing', async () => {
    const { client, id } = await payments.newUser();
    const events = await eventsOf(id, steps);
    for (const event of events) {
      const body = JSON.stringify(event);
      const forged: [string, string][] = [
        [body, ''],
        [body, sign(body, seconds(), 'whsec_another')],
        [body, sign(body, seconds() - 301)],
        [body, sign(body, seconds() + 600)],
        [`${body} `, sign(body)],
        [body.replace('"livemode":false', '"livemode":true'), sign(body)],
      ];
      const answers = await Promise.all(forged.map(([text, by]) => payments.deliver(text, by)));
      expect(answers.map(({ status }) => status)).toEqual(forged.map(() => 400));
    }
    const { rows } = await payments.database.query(
      'select 1 from webhook_events where event_id = any($1)',
      [events.map((event) => event.id)],
    );
    expect(rows).toEqual([]);
    expect(await stateOf(client)).toMatchObject({ plan: null, state: 'none', payment: null });
  });
});

test('every kind of event that is of matter is in one of these lives', async () => {
  const { id } = await payments.newUser();
  const kinds = new Set<string>();
  for (const { steps } of lives) for (const { type } of await eventsOf(id, steps)) kinds.add(type);
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

test('an event of the other mode is refused, and leaves no row', async () => {
  const { id } = await payments.newUser();
  const [event] = await eventsOf(id, [['complete', { plan: 'lifetime' }]]);
  const body = JSON.stringify({ ...event, livemode: true });
  const answer = await payments.deliver(body);
  expect(answer.status).toBe(422);
  const { rows } = await payments.database.query(
    'select 1 from webhook_events where event_id = $1',
    [event?.id],
  );
  expect(rows).toEqual([]);
});
