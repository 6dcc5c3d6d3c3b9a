import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readEvents } from '../../../../../tests/support/event-stream.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { mailAbout, mailsTo } from '../../../../../tests/support/mail.ts';
import {
  day,
  seconds,
  startPayments,
  subscriptionOf,
} from '../../../../../tests/support/payments.ts';
import type { TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf } from '../../../../../tests/support/user-rows.ts';

let server: TestServer;
let payments: ReturnType<typeof startPayments>;
beforeAll(async () => {
  server = await startTestServer();
  payments = startPayments(server);
});
afterAll(async () => {
  await payments.stop();
  await server.stop();
});
afterEach(() => server.sandbox.control('faults/clear', {}));

interface Buyer {
  client: TestClient;
  id: string;
  email: string;
  /** Makes something happen at the payment provider, and waits until we know of it. */
  happens(what: string, body?: object): Promise<void>;
}

async function newBuyer(): Promise<Buyer> {
  const { client, id } = await payments.newUser();
  const { username: email } = await client.reply('GET /user/me');
  return {
    client,
    id,
    email,
    happens: (what, body) => payments.happens(what, id, body),
  };
}

async function buyerOf(plan: 'yearly' | 'lifetime', terms: object = {}): Promise<Buyer> {
  const buyer = await newBuyer();
  await buyer.happens('complete', { plan, ...terms });
  return buyer;
}

const subscriptionOfBuyer = ({ client }: Buyer) => client.reply('GET /billing/subscription');
const isOpen = async ({ client }: Buyer) =>
  (await client.call('GET /user/accounts')).status === 200;

/** In how many days an instant is, rounded. */
const daysUntil = (instant: string | null) =>
  Math.round((Date.parse(instant ?? '') / 1_000 - seconds()) / day);

const atProvider = async ({ id }: Buyer) =>
  (
    await server.sandbox.control<
      { client_reference_id: string; plan: string; subscription_status: string | null }[]
    >('payments')
  ).filter(({ client_reference_id }) => client_reference_id === id);

describe('GET /billing/subscription', () => {
  test('says that nothing was ever bought', async () => {
    const buyer = await newBuyer();
    expect(await subscriptionOfBuyer(buyer)).toEqual({
      plan: null,
      state: 'none',
      until: null,
      ended_because: null,
      payment: null,
      manageable: false,
      banks_unlinked_at: null,
    });
  });

  test('says of a year when it renews, and open pages are told at once', async () => {
    const buyer = await newBuyer();
    const page = await readEvents(buyer.client);
    await page.until(({ data }) => data.subscription_status === 'free');
    await buyer.happens('complete', { plan: 'yearly' });
    await page.until(({ data }) => data.subscription_status === 'paid');
    const told = await subscriptionOfBuyer(buyer);
    expect(told).toMatchObject({
      plan: 'yearly',
      state: 'active',
      ended_because: null,
      payment: null,
      manageable: true,
    });
    expect([365, 366]).toContain(daysUntil(told.until));
    // Access is the same, and still every page has to show something else.
    await buyer.happens('cancel', { at_period_end: true });
    await page.until(({ name }) => name === 'subscription');
    page.close();
    expect(await activityOf(buyer.client, server)).toContain('subscribed');
  });

  test('says of a lifetime that it has no end', async () => {
    const buyer = await buyerOf('lifetime');
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({
      plan: 'lifetime',
      state: 'active',
      until: null,
      manageable: true,
    });
  });

  test.each(['yearly', 'lifetime'] as const)(
    'says of a %s payment by a slow method that it is on its way, and that it came',
    async (plan) => {
      const buyer = await buyerOf(plan, { payment_status: 'unpaid' });
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({
        plan: null,
        state: 'none',
        payment: 'pending',
        manageable: false,
      });
      expect(await isOpen(buyer)).toBe(false);
      await buyer.happens('pay');
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({
        plan,
        state: 'active',
        payment: null,
      });
      expect(await isOpen(buyer)).toBe(true);
    },
  );

  test.each(['yearly', 'lifetime'] as const)(
    'says of a %s payment that it did not come, by mail too, until another does',
    async (plan) => {
      const buyer = await buyerOf(plan, { payment_status: 'unpaid' });
      await buyer.happens('fail');
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({ state: 'none', payment: 'failed' });
      expect(await isOpen(buyer)).toBe(false);
      const mail = await mailAbout(server, buyer.email, 'payment for Cairn failed');
      expect(mail.text).toContain('Nothing was charged');
      await buyer.happens('complete', { plan });
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({ state: 'active', payment: null });
    },
  );

  test('says when the banks of somebody who has lapsed are unlinked', async () => {
    const buyer = await buyerOf('yearly');
    await buyer.client.link({ username: 'user_good', password: 'pass_good' });
    expect((await subscriptionOfBuyer(buyer)).banks_unlinked_at).toBeNull();
    await buyer.happens('cancel');
    const { state, until, banks_unlinked_at } = await subscriptionOfBuyer(buyer);
    expect(state).toBe('ended');
    expect(Date.parse(banks_unlinked_at ?? '') - Date.parse(until ?? '')).toBe(30 * day * 1_000);
    await payments.database.query(`update items set health = 'removed' where user_id = $1`, [
      buyer.id,
    ]);
    expect((await subscriptionOfBuyer(buyer)).banks_unlinked_at).toBeNull();
  });
});

describe('a renewal that fails', () => {
  test('leaves a week, tells so in one mail however often it is tried, and is over once paid', async () => {
    const buyer = await buyerOf('yearly');
    await buyer.happens('fail');
    await buyer.happens('fail', { duplicate: true });
    const failing = await subscriptionOfBuyer(buyer);
    expect(failing).toMatchObject({ plan: 'yearly', state: 'grace', manageable: true });
    expect(daysUntil(failing.until)).toBe(7);
    expect(await isOpen(buyer)).toBe(true);
    const mail = await mailAbout(server, buyer.email, 'subscription failed');
    expect(mail.text).toContain('Everything stays open until');
    expect(mail.links).toContain(`${server.services.settings.publicUrl}/profile`);

    await buyer.happens('pay');
    const paid = await subscriptionOfBuyer(buyer);
    expect(paid.state).toBe('active');
    expect([365, 366]).toContain(daysUntil(paid.until));
    // The year after, it is news again.
    await buyer.happens('fail');
    await mailAbout(server, buyer.email, 'subscription failed', 1);
    expect(await mailsTo(server, buyer.email)).toHaveLength(2);
    expect(await activityOf(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscribed', 'payment_failed', 'subscription_renewed']),
    );
  });

  test('locks when the week is over, without another word of the provider', async () => {
    const buyer = await newBuyer();
    const events = subscriptionOf(buyer.id);
    const eightDaysAgo = seconds() - 8 * day;
    await payments.take(
      events.checkout({}, eightDaysAgo - 365 * day),
      events.updated(eightDaysAgo, {
        status: 'past_due',
        items: events.period(eightDaysAgo, eightDaysAgo + 365 * day),
      }),
    );
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({
      state: 'ended',
      ended_because: 'payment_failed',
    });
    expect(await isOpen(buyer)).toBe(false);
  });
});

describe('a cancellation', () => {
  test('in the portal is told by mail and lasts to its day; taken back, it renews', async () => {
    const buyer = await buyerOf('yearly');
    const { url } = await buyer.client.reply('POST /billing/portal');
    expect(await (await fetch(url)).text()).toContain('Cancel subscription');
    const press = async (change: string) => {
      await fetch(`${url}/${change}`, {
        method: 'POST',
        body: new URLSearchParams({ when: 'period_end' }),
      });
      await payments.workedOff();
    };
    await press('cancel');
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({
      state: 'ending',
      ended_because: null,
    });
    expect(await isOpen(buyer)).toBe(true);
    const mail = await mailAbout(server, buyer.email, 'ends soon');
    expect(mail.text).toContain('Your subscription ends on');
    await press('renew');
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({ state: 'active' });
    expect(await activityOf(buyer.client, server)).toEqual(
      expect.arrayContaining(['subscription_ending', 'subscription_kept']),
    );
  });

  test('that counts now ends everything at the next call', async () => {
    const buyer = await buyerOf('yearly');
    await buyer.happens('cancel');
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({
      plan: 'yearly',
      state: 'ended',
      ended_because: 'canceled',
      manageable: true,
    });
    expect(await isOpen(buyer)).toBe(false);
  });
});

describe('money given back', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'in part changes nothing of a %s plan, in full ends it at once',
    async (plan) => {
      const buyer = await buyerOf(plan);
      await buyer.happens('refund', { amount: 100 });
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({ plan, state: 'active' });
      await buyer.happens('refund');
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({
        plan,
        state: 'ended',
        ended_because: 'refunded',
      });
      expect(await isOpen(buyer)).toBe(false);
      const told = await activityOf(buyer.client, server);
      expect(told.filter((event) => event === 'payment_refunded')).toHaveLength(1);
    },
  );

  test('ends a subscription at the provider too, and it stays told as refunded', async () => {
    const buyer = await buyerOf('yearly');
    await buyer.happens('refund');
    await eventually(
      async () => (await atProvider(buyer))[0]?.subscription_status === 'canceled',
      'it never charges again',
    );
    await payments.workedOff();
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({
      state: 'ended',
      ended_because: 'refunded',
    });
  });

  test('for one of two purchases leaves the other', async () => {
    const buyer = await buyerOf('yearly');
    await buyer.happens('complete', { plan: 'lifetime' });
    expect((await subscriptionOfBuyer(buyer)).plan).toBe('lifetime');
    await buyer.happens('refund');
    expect(await subscriptionOfBuyer(buyer)).toMatchObject({ plan: 'yearly', state: 'active' });
    expect(await isOpen(buyer)).toBe(true);
    expect(
      (await atProvider(buyer)).map(({ subscription_status }) => subscription_status),
    ).toContain('active');
  });

  test('is worked off as soon as the provider can be asked what it was for', async () => {
    const buyer = await buyerOf('yearly');
    await server.sandbox.control('faults', {
      provider: 'stripe',
      route: '/v1/invoice_payments',
      kind: 'http_500',
      times: 3,
    });
    await server.sandbox.control('payments/refund', { client_reference_id: buyer.id });
    await payments.workedOff();
    expect((await subscriptionOfBuyer(buyer)).ended_because).toBe('refunded');
    const asked = (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
      ({ path }) => path.startsWith('/v1/invoice_payments'),
    );
    expect(asked.filter(({ status }) => status === 500)).toHaveLength(3);
  });
});

describe('a dispute', () => {
  test.each(['yearly', 'lifetime'] as const)(
    'ends a %s plan, and gives it back when it is won',
    async (plan) => {
      const buyer = await buyerOf(plan);
      await buyer.happens('dispute');
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({
        plan,
        state: 'ended',
        ended_because: 'disputed',
      });
      expect(await isOpen(buyer)).toBe(false);
      await buyer.happens('dispute', { outcome: 'won' });
      expect(await subscriptionOfBuyer(buyer)).toMatchObject({ plan, state: 'active' });
      expect(await isOpen(buyer)).toBe(true);
    },
  );

  test('that is lost ends the subscription at the provider', async () => {
    const buyer = await buyerOf('yearly');
    await buyer.happens('dispute');
    expect((await atProvider(buyer))[0]?.subscription_status).toBe('active');
    await buyer.happens('dispute', { outcome: 'lost' });
    await eventually(
      async () => (await atProvider(buyer))[0]?.subscription_status === 'canceled',
      'it never charges again',
    );
    expect((await subscriptionOfBuyer(buyer)).ended_because).toBe('disputed');
  });
});

describe('a trial', () => {
  test('opens everything to its end, by the price of what follows it', async () => {
    const buyer = await newBuyer();
    const events = subscriptionOf(buyer.id);
    const trialEnd = seconds() + 14 * day;
    const trial = { status: 'trialing', trial_end: trialEnd };
    const nothingToPay = { payment_status: 'no_payment_required', amount_total: 0 };
    await payments.take(events.checkout(nothingToPay));
    expect(await isOpen(buyer)).toBe(false);
    await payments.take(
      events.updated(seconds(), { ...trial, items: events.period(seconds(), trialEnd) }),
    );
    const told = await subscriptionOfBuyer(buyer);
    expect(told.state).toBe('active');
    expect(daysUntil(told.until)).toBe(14);
    expect(await isOpen(buyer)).toBe(true);
  });
});

test('a subscription that is moved to another price opens nothing', async () => {
  const buyer = await newBuyer();
  const events = subscriptionOf(buyer.id);
  const items = events.period(seconds(), seconds() + 365 * day);
  await payments.take(events.checkout());
  expect(await isOpen(buyer)).toBe(true);
  const cheap = { ...items.data[0], price: { ...items.data[0]?.price, unit_amount: 100 } };
  await payments.take(events.updated(seconds(), { items: { data: [cheap] } }));
  expect(await isOpen(buyer)).toBe(false);
});

describe('POST /billing/portal', () => {
  test('leads a lifetime buyer to their portal, and back to the profile', async () => {
    const buyer = await buyerOf('lifetime');
    const { url } = await buyer.client.reply('POST /billing/portal');
    const page = await (await fetch(url)).text();
    expect(page).toContain(`href="${server.services.settings.publicUrl}/profile"`);
    // Made for the click: another has another.
    expect((await buyer.client.reply('POST /billing/portal')).url).not.toBe(url);
  });

  test('tells who has bought nothing that there is nothing', async () => {
    const buyer = await newBuyer();
    expect((await buyer.client.call('POST /billing/portal')).problem).toMatchObject({
      status: 404,
      detail: 'There is nothing to manage: you have not bought anything yet.',
    });
  });

  test('says so when the provider does not answer', async () => {
    const buyer = await buyerOf('yearly');
    await server.sandbox.control('faults', {
      provider: 'stripe',
      route: '/v1/billing_portal/sessions',
      kind: 'http_500',
      times: 3,
    });
    const { problem } = await buyer.client.call('POST /billing/portal');
    expect(problem).toMatchObject({ status: 502, code: 'provider_failed' });
    expect(problem.detail).toContain('does not answer');
    expect((await buyer.client.call('POST /billing/portal')).status).toBe(200);
  });
});
