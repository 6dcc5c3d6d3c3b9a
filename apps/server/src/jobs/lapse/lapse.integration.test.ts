import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRows, customPerson } from '../../../../../tests/support/bank-rows.ts';
import { readEvents } from '../../../../../tests/support/event-stream.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { exchangeLinks, linkExchange } from '../../../../../tests/support/exchange.ts';
import { mailsTo } from '../../../../../tests/support/mail.ts';
import { signUp, signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf, askDatabase } from '../../../../../tests/support/user-rows.ts';
import { followSubscriptions } from './follow-subscriptions.ts';

const coffee = customPerson({
  name: 'Everyday',
  transactions: [{ amount: 4.5, description: 'COFFEE' }],
});

let server: TestServer;
/** Another process on the same database. */
let second: TestServer;

beforeAll(async () => {
  const patience = {
    timeout: 2_000,
    retries: { tries: 2, firstDelay: 10, longestDelay: 1_500, random: () => 1 },
  };
  server = await startTestServer({ patience });
  const { database, sandbox, dataDir } = server;
  second = await startTestServer({ patience, database, sandbox, dataDir });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const follow = () => followSubscriptions(server.services);

/** Somebody who pays, by default with a bank of one transaction. */
async function subscriber(name: string, banks: Parameters<TestClient['link']>[0][] = [coffee]) {
  const email = `${name}@example.com`;
  const client = await signUpPaid(server, email);
  const { id } = await client.reply('GET /user/me');
  const items: string[] = [];
  for (const bank of banks) items.push(await client.link(bank));
  const [itemId = ''] = items;
  return { client, email, id, itemId };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

/** Moves the end of what somebody paid into the past. */
const endedAgo = ({ id }: Pick<Subscriber, 'id'>, days: number) =>
  askDatabase(
    server,
    `update users set paid_until = now() - make_interval(mins => $2) where user_id = $1`,
    [id, Math.round(days * 24 * 60)],
  );
/** Makes what comes next due, as if the time until then had passed. */
const passTime = ({ id }: Pick<Subscriber, 'id'>) =>
  askDatabase(server, 'update subscription_steps set next_step_at = now() where user_id = $1', [
    id,
  ]);
const nextOf = async ({ id }: Pick<Subscriber, 'id'>) =>
  (
    await askDatabase<{ next_step: string | null; days: number | null }>(
      server,
      `select next_step, round(extract(epoch from next_step_at - now()) / 86400)::int as days
       from subscription_steps where user_id = $1`,
      [id],
    )
  )[0];
const pay = ({ id }: Pick<Subscriber, 'id'>, plan = 'lifetime') =>
  server.sandbox.control('payments/complete', { client_reference_id: id, plan });
const itemOf = async ({ id }: Pick<Subscriber, 'id'>) =>
  (
    await askDatabase<{ health: string; access_token_sealed: string; sync_state: string }>(
      server,
      'select health, access_token_sealed, sync_state from items where user_id = $1 order by id',
      [id],
    )
  )[0];
const isAtBank = async ({ itemId }: Subscriber) =>
  (await server.sandbox.control<{ item_id: string; state: string }[]>('items')).some(
    ({ item_id, state }) => item_id === itemId && state !== 'removed',
  );
const rowsKept = async ({ id }: Pick<Subscriber, 'id'>) =>
  (
    await askDatabase(
      server,
      'select t.id from transactions t join accounts a using (user_id) where t.user_id = $1',
      [id],
    )
  ).length;
const buy = ({ itemId }: Subscriber, amount: number) =>
  server.sandbox.control(`items/${itemId}/activity`, {
    transactions: [{ amount, description: 'Bought' }],
  });
const loggedOf = ({ id }: Pick<Subscriber, 'id'>, event: string) =>
  server.logged.concat(second.logged).filter((line) => line.event === event && line.user_id === id);
const amounts = async (client: TestClient) =>
  (await allRows(client)).map(({ amount }) => amount).toSorted((a, b) => a - b);

/** The subjects of somebody's mails about their subscription, once all that were decided on are sent. */
async function mails({ id, email }: Subscriber): Promise<string[]> {
  await eventually(
    async () =>
      (
        await askDatabase(
          server,
          'select 1 from outgoing_mail where user_id = $1 and sealed_content is not null',
          [id],
        )
      ).length === 0,
    'every mail is sent',
  );
  return (await mailsTo(server, email)).map(({ subject }) => subject);
}

const ended = 'Your Cairn subscription has ended';
const warning = expect.stringMatching(/^Your banks are unlinked from Cairn on \w+ \d+, \d{4}$/);
const unlinked = 'Your banks were unlinked from Cairn';

describe('who no longer pays', () => {
  test('has nothing fetched, whatever the bank announces; it is remembered, and comes once they pay', async () => {
    const person = await subscriber('announced');
    await endedAgo(person, 1);
    const stored = async () =>
      (await askDatabase(server, "select 1 from webhook_events where provider = 'plaid'")).length;
    const before = await stored();
    await buy(person, 20);
    await eventually(() => loggedOf(person, 'sync_not_paid').length > 0, 'the sync was refused');
    expect(await stored()).toBeGreaterThan(before);
    expect(await rowsKept(person)).toBe(1);
    await pay(person);
    // Nobody presses anything.
    await eventually(async () => (await rowsKept(person)) === 2, 'the new row is there');
    expect(await amounts(person.client)).toEqual([4.5, 20]);
    expect(await itemOf(person)).toMatchObject({ health: 'ok' });
  });

  test('has no sync tried again that failed before, until they pay', async () => {
    const person = await subscriber('retried');
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/transactions/sync',
      kind: 'http_500',
      times: 2,
    });
    await buy(person, 20);
    await eventually(async () => (await itemOf(person))?.sync_state === 'retrying', 'it waits');
    await endedAgo(person, 1);
    const retry = `update pgboss.job set start_after = now() where name = 'sync-item' and state < 'active' and data->>'userId' = $1`;
    await askDatabase(server, retry, [person.id]);
    await eventually(() => loggedOf(person, 'sync_not_paid').length > 0, 'the sync was refused');
    expect(await rowsKept(person)).toBe(1);
    await pay(person);
    await eventually(async () => (await rowsKept(person)) === 2, 'the new row is there');
  });

  test('is told once: by mail, in the log and on open pages', async () => {
    const person = await subscriber('told');
    const events = await readEvents(person.client);
    await events.until(
      (event) => event.name === 'subscription' && event.data.subscription_status === 'paid',
    );
    await endedAgo(person, 0.01);
    await Promise.all([follow(), follow(), followSubscriptions(second.services)]);
    await events.until(
      (event) => event.name === 'subscription' && event.data.subscription_status === 'free',
    );
    events.close();
    await follow();
    expect(await mails(person)).toEqual([ended]);
    const log = await activityOf(person.client, server);
    expect(log.filter((event) => event === 'subscription_ended')).toHaveLength(1);
    expect(await nextOf(person)).toEqual({ next_step: 'warn', days: 23 });
    const [mail] = await mailsTo(server, person.email);
    expect(mail?.text).toContain('your banks are unlinked; your data stays');
  });

  test('is told at once where an event of the payment provider ends it, with one entry in the log', async () => {
    const email = 'canceled@example.com';
    const client = await signUp(server, email);
    const { id } = await client.reply('GET /user/me');
    const person = { client, email, id, itemId: '' };
    await pay(person, 'yearly');
    await eventually(
      async () => (await client.reply('GET /user/me')).subscription_status === 'paid',
      'it is paid',
    );
    await server.sandbox.control('payments/cancel', { client_reference_id: id });
    await eventually(async () => (await mails(person)).includes(ended), 'it is told');
    await follow();
    expect((await mails(person)).filter((subject) => subject === ended)).toHaveLength(1);
    const log = await activityOf(client, server);
    expect(log.filter((event) => event === 'subscription_ended')).toHaveLength(1);
    // Without banks the mail says nothing of any, and nothing more comes.
    expect((await mailsTo(server, email)).at(-1)?.text).not.toContain('are unlinked;');
    await endedAgo(person, 31);
    await passTime(person);
    await follow();
    expect(await nextOf(person)).toEqual({ next_step: null, days: null });
    expect((await mails(person)).at(-1)).toBe(ended);
  });

  test('is warned seven days before, and loses the connections after thirty, but no data', async () => {
    const person = await subscriber('unlinked');
    await endedAgo(person, 0.01);
    await follow();
    await endedAgo(person, 22.9);
    await passTime(person);
    await follow();
    expect(await mails(person)).toEqual([ended]);
    await endedAgo(person, 23.01);
    await passTime(person);
    await follow();
    await follow();
    expect(await mails(person)).toEqual([ended, warning]);
    expect(await nextOf(person)).toEqual({ next_step: 'unlink', days: 7 });
    const [, warned] = await mailsTo(server, person.email);
    // Asked of the database: near midnight a minute is a day.
    const [due] = await askDatabase<{ day: Date }>(
      server,
      `select paid_until + interval '30 days' as day from users where user_id = $1`,
      [person.id],
    );
    const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(warned?.subject).toContain(written.format(due?.day));
    expect(warned?.text).toContain('Harbor Savings');
    expect(await isAtBank(person)).toBe(true);

    await endedAgo(person, 30.01);
    await passTime(person);
    await Promise.all([follow(), followSubscriptions(second.services), follow()]);
    await follow();
    expect(await isAtBank(person)).toBe(false);
    expect(await itemOf(person)).toEqual({
      health: 'removed',
      access_token_sealed: '',
      sync_state: 'idle',
    });
    expect(await rowsKept(person)).toBe(1);
    expect(await mails(person)).toEqual([ended, warning, unlinked]);
    const log = await activityOf(person.client, server);
    expect(log.filter((event) => event === 'institution_unlinked')).toHaveLength(1);
    expect(await nextOf(person)).toEqual({ next_step: null, days: null });
  });

  test('loses a crypto exchange likewise, warned by its name, with the holdings kept', async () => {
    const lapsed = await subscriber('lapse-exchange', []);
    const { client } = lapsed;
    const user = `holder of ${lapsed.id}`;
    const holdings = [{ code: 'BTC', amount: '0.5' }];
    await server.sandbox.control('exchange/holdings', { user, holdings });
    await linkExchange(client, user);
    await endedAgo(lapsed, 24);
    for (let step = 0; step < 2; step += 1) {
      await passTime(lapsed);
      await follow();
    }
    expect(await nextOf(lapsed)).toMatchObject({ next_step: 'unlink' });
    await mails(lapsed);
    const texts = (await mailsTo(server, lapsed.email)).map(({ text }) => text);
    expect(texts.some((text) => text.includes('Coinbase'))).toBe(true);
    await endedAgo(lapsed, 31);
    await passTime(lapsed);
    await follow();
    expect(await exchangeLinks(server, user)).toMatchObject([{ revoked: true }]);
    const kept = await askDatabase<{ sealed_tokens: string; code: string }>(
      server,
      'select sealed_tokens, code from exchange_links join crypto_holdings using (user_id, exchange) where user_id = $1',
      [lapsed.id],
    );
    expect(kept).toEqual([{ sealed_tokens: '', code: 'BTC' }]);
    await pay(lapsed);
    await eventually(
      async () => (await client.call('GET /cb/portfolio')).status === 200,
      'they have paid',
    );
    expect((await client.reply('GET /cb/portfolio')).trouble).toBe('reconnect');
    expect((await client.reply('GET /user/activity')).events.map(({ event }) => event)).toContain(
      'exchange_unlinked',
    );
  });

  test('is not unlinked before the day, even where the step comes too early', async () => {
    const person = await subscriber('early');
    await endedAgo(person, 24);
    await follow();
    expect(await mails(person)).toEqual([warning]);
    await passTime(person);
    await follow();
    expect(await isAtBank(person)).toBe(true);
    expect(await nextOf(person)).toEqual({ next_step: 'unlink', days: 6 });
  });

  test('of long ago is warned first, and has the seven days', async () => {
    const person = await subscriber('long-ago');
    await endedAgo(person, 90);
    await follow();
    expect(await mails(person)).toEqual([warning]);
    expect(await isAtBank(person)).toBe(true);
    expect(await nextOf(person)).toEqual({ next_step: 'unlink', days: 7 });
    expect(await activityOf(person.client, server)).not.toContain('subscription_ended');
  });

  test('and pays between the warning and the day keeps every connection', async () => {
    const person = await subscriber('back-in-time');
    await endedAgo(person, 30.01);
    await follow();
    await passTime(person);
    await buy(person, 20);
    await pay(person);
    await eventually(async () => (await rowsKept(person)) === 2, 'the new row is there');
    await follow();
    expect(await isAtBank(person)).toBe(true);
    expect(await itemOf(person)).toMatchObject({ health: 'ok' });
    expect(await mails(person)).toEqual([warning]);
    // Lapsing another time is another end, with its own mails.
    await endedAgo(person, 0.01);
    await follow();
    expect(await mails(person)).toEqual([warning, ended]);
  });

  test('while the provider is away stays linked, and is unlinked later, with one mail', async () => {
    const person = await subscriber('provider-away', [
      coffee,
      { ...customPerson({ name: 'Other' }), institution: 'ins_2' },
    ]);
    await endedAgo(person, 31);
    await follow();
    await passTime(person);
    // It answers for the second bank only.
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/remove',
      kind: 'http_500',
      times: 1_000,
      institution_id: 'ins_1',
    });
    await follow();
    expect(loggedOf(person, 'unlinking_waits')).toMatchObject([{ name: person.itemId }]);
    expect(await isAtBank(person)).toBe(true);
    expect(await itemOf(person)).toMatchObject({ health: 'ok' });
    expect(await mails(person)).toEqual([warning]);
    // Not before the next hour.
    await follow();
    expect(loggedOf(person, 'unlinking_waits')).toHaveLength(1);
    await server.sandbox.control('faults/clear', {});
    await passTime(person);
    await follow();
    expect(await isAtBank(person)).toBe(false);
    expect(await mails(person)).toEqual([warning, unlinked]);
    const log = await activityOf(person.client, server);
    expect(log.filter((event) => event === 'institution_unlinked')).toHaveLength(2);
  });

  test('and pays while the provider is away keeps what is not unlinked yet', async () => {
    const person = await subscriber('back-in-the-middle');
    await endedAgo(person, 31);
    await follow();
    await passTime(person);
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/remove',
      kind: 'http_500',
      times: 2,
    });
    await follow();
    expect(loggedOf(person, 'unlinking_waits')).toHaveLength(1);
    await pay(person);
    await eventually(async () => (await nextOf(person))?.next_step === null, 'it is followed');
    await passTime(person);
    await follow();
    expect(await isAtBank(person)).toBe(true);
    expect(await mails(person)).toEqual([warning]);
  });
});

describe('nothing happens to', () => {
  test('who pays for a lifetime, who never paid, who is leaving, and the demo', async () => {
    const lifetime = await subscriber('for-life');
    const leaving = await subscriber('leaving');
    const never = await signUp(server, 'never@example.com');
    const { id: neverId } = await never.reply('GET /user/me');
    await endedAgo(leaving, 40);
    await askDatabase(server, 'update users set deletion_asked_at = now() where user_id = $1', [
      leaving.id,
    ]);
    await server.services.queue.enqueue('refresh-demo', {}, { key: 'test' });
    await follow();
    expect(await nextOf(lifetime)).toEqual({ next_step: null, days: null });
    expect(await nextOf({ id: neverId })).toBeUndefined();
    expect(await nextOf(leaving)).toEqual({ next_step: null, days: null });
    for (const person of [lifetime, leaving]) {
      expect(await isAtBank(person)).toBe(true);
      expect(await mails(person)).toEqual([]);
    }
    await eventually(
      async () => (await lifetime.client.call('GET /user/accounts', { demo: true })).status === 200,
      'the demo is there',
    );
    const demo = await lifetime.client.reply('GET /user/sync', { demo: true });
    expect(demo.items[0]?.state).toBe('ok');
  });
});

describe('a bank that is linked again after it was unlinked', () => {
  test('is asked for, and brings no account and no transaction twice', async () => {
    const days = (ago: number) =>
      Temporal.Now.plainDateISO('UTC').subtract({ days: ago }).toString();
    const row = (ago: number, amount: number, more = {}) => ({
      amount,
      description: `ROW ${amount}`,
      date_transacted: days(ago),
      date_posted: days(ago),
      ...more,
    });
    const accounts = (transactions: ReturnType<typeof row>[]) =>
      customPerson({ name: 'Everyday', transactions }, { name: 'Rainy day', transactions: [] });
    // Two alike, one that is pending, and one older than what the bank sends the second time.
    const before = [row(700, 1), row(40, 5), row(3, 7), row(3, 7), row(0, 9, { pending: true })];
    const person = await subscriber('again', [accounts(before)]);
    const { client } = person;
    const decided = (await allRows(client)).filter(({ amount }) => amount === 5 || amount === 7);
    await client.reply('POST /user/tx/updatecategory', {
      body: {
        tx_id: decided.find(({ amount }) => amount === 5)?.id ?? '',
        category: 'travel_flights',
      },
    });
    await client.reply('POST /user/tx/ignore', {
      body: {
        tx_id: decided.find(({ amount }) => amount === 7)?.transaction_id ?? '',
        exclude_transaction: true,
      },
    });
    const accountsBefore = (await client.reply('GET /user/accounts')).accounts;
    await endedAgo(person, 31);
    await follow();
    await passTime(person);
    await follow();
    expect(await isAtBank(person)).toBe(false);
    await pay(person);
    await eventually(
      async () => (await client.reply('GET /user/me')).subscription_status === 'paid',
      'it is paid',
    );
    // The data is there, and what to do is said.
    expect(await amounts(client)).toEqual([1, 5, 7, 7, 9]);
    expect((await client.reply('GET /user/sync')).items).toMatchObject([
      { state: 'removed', error: expect.stringContaining('Link it again') },
    ]);

    const after = [row(40, 5), row(3, 7), row(3, 7), row(0, 9.9), row(0, 11)];
    await client.link(accounts(after));
    expect(await amounts(client)).toEqual([1, 5, 7, 7, 9.9, 11]);
    const rows = await allRows(client);
    expect(rows.find(({ amount }) => amount === 5)).toMatchObject({
      overridden_category: 'travel_flights',
    });
    const excluded = rows
      .filter(({ amount }) => amount === 7)
      .map((one) => one.exclude_transaction);
    expect(excluded.toSorted()).toEqual([false, true]);
    const { accounts: now } = await client.reply('GET /user/accounts');
    expect(now.map(({ name }) => name)).toEqual(accountsBefore.map(({ name }) => name));
    expect((await client.reply('GET /user/sync')).items).toMatchObject([{ state: 'ok' }]);
    expect((await client.reply('POST /user/transactions/v2', { body: {} })).num_pages).toBe(1);

    // What the bank no longer knows the place in it sends whole again: the history of before stays.
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/transactions/sync',
      kind: 'stale_cursor',
    });
    await client.reply('POST /user/plaid/sync_transactions');
    await client.syncIdle();
    expect(await amounts(client)).toEqual([1, 5, 7, 7, 9.9, 11]);
  });

  test('with one account less keeps the other one, and still asks for it', async () => {
    const both = customPerson(
      { name: 'Everyday', transactions: [{ amount: 3 }] },
      { name: 'Rainy day', transactions: [{ amount: 4 }] },
    );
    const person = await subscriber('partly', [both]);
    await endedAgo(person, 31);
    await follow();
    await passTime(person);
    await follow();
    await pay(person);
    await eventually(
      async () => (await person.client.reply('GET /user/me')).subscription_status === 'paid',
      'it is paid',
    );
    await person.client.link(customPerson({ name: 'Everyday', transactions: [{ amount: 3 }] }));
    expect(await amounts(person.client)).toEqual([3, 4]);
    const { items } = await person.client.reply('GET /user/sync');
    expect(items.map(({ state }) => state).toSorted()).toEqual(['ok', 'removed']);
    await person.client.link(both);
    expect(await amounts(person.client)).toEqual([3, 4]);
  });
});
