import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkExchange, listExchangeLinks } from '../../../../../tests/support/bank/exchange.ts';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { listMailTo } from '../../../../../tests/support/mail/mail.ts';
import { endAccess } from '../../../../../tests/support/payments/set-access.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../../tests/support/requests/event-stream.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/requests/test-client.ts';
import { processSubscriptionSteps } from './process-subscription-steps.ts';

const coffee = customPerson({
  name: 'Everyday',
  transactions: [{ amount: 4.5, description: 'COFFEE' }],
});

let server: TestServer;
/** Another process on the same database. */
let second: TestServer;

beforeAll(async () => {
  const callPolicy = {
    timeout: 2_000,
    retries: { maxAttempts: 2, initialDelay: 10, maxDelay: 1_500, random: () => 1 },
  };
  server = await startTestServer({ callPolicy });
  const { database, sandbox, dataDir } = server;
  second = await startTestServer({ callPolicy, database, sandbox, dataDir });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const processSteps = () => processSubscriptionSteps(server.services);

/** Signs up a paid user, by default with one bank that has one transaction. */
async function createSubscriber(
  name: string,
  banks: Parameters<TestClient['linkBank']>[0][] = [coffee],
) {
  const email = `${name}@example.com`;
  const client = await signUpPaid(server, email);
  const { id } = await client.request('GET /user/me');
  const items: string[] = [];
  for (const bank of banks) items.push(await client.linkBank(bank));
  const [itemId = ''] = items;
  return { client, email, id, itemId };
}
type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

/** Moves the end of the subscription into the past. */
const setEndedDaysAgo = ({ id }: Pick<Subscriber, 'id'>, days: number) =>
  endAccess(server.database.url, id, days * 24 * 60 * 60);
/** Makes the next step due now. */
const makeStepDue = ({ id }: Pick<Subscriber, 'id'>) =>
  queryDatabase(server, 'update subscription_steps set next_step_at = now() where user_id = $1', [
    id,
  ]);
const readNextStep = async ({ id }: Pick<Subscriber, 'id'>) =>
  (
    await queryDatabase<{ next_step: string | null; days: number | null }>(
      server,
      `select next_step, round(extract(epoch from next_step_at - now()) / 86400)::int as days
       from subscription_steps where user_id = $1`,
      [id],
    )
  )[0];
const pay = ({ id }: Pick<Subscriber, 'id'>, plan = 'lifetime') =>
  server.sandbox.control('payments/complete', { client_reference_id: id, plan });
const readItem = async ({ id }: Pick<Subscriber, 'id'>) =>
  (
    await queryDatabase<{ health: string; access_token_sealed: string; sync_state: string }>(
      server,
      'select health, access_token_sealed, sync_state from items where user_id = $1 order by id',
      [id],
    )
  )[0];
const isAtBank = async ({ itemId }: Subscriber) =>
  (await server.sandbox.control<{ item_id: string; state: string }[]>('items')).some(
    ({ item_id, state }) => item_id === itemId && state !== 'removed',
  );
const countRows = async ({ id }: Pick<Subscriber, 'id'>) =>
  (
    await queryDatabase(
      server,
      'select t.id from transactions t join accounts a using (user_id) where t.user_id = $1',
      [id],
    )
  ).length;
const addBankTransaction = ({ itemId }: Subscriber, amount: number) =>
  server.sandbox.control(`items/${itemId}/activity`, {
    transactions: [{ amount, description: 'Bought' }],
  });
const logLinesOf = ({ id }: Pick<Subscriber, 'id'>, event: string) =>
  server.logged.concat(second.logged).filter((line) => line.event === event && line.user_id === id);
const listAmounts = async (client: TestClient) =>
  (await listAllTransactions(client)).map(({ amount }) => amount).toSorted((a, b) => a - b);

/** Waits until all emails to a user are sent. Returns their subjects. */
async function listSentSubjects({ id, email }: Subscriber): Promise<string[]> {
  await eventually(
    async () =>
      (
        await queryDatabase(
          server,
          'select 1 from outgoing_mail where user_id = $1 and sealed_content is not null',
          [id],
        )
      ).length === 0,
    'every mail is sent',
  );
  return (await listMailTo(server, email)).map(({ subject }) => subject);
}

const endedSubject = 'Your Cairn subscription has ended';
const warningSubject = expect.stringMatching(
  /^Your banks will be unlinked from Cairn on \w+ \d+, \d{4}$/,
);
const unlinkedSubject = 'Your banks were unlinked from Cairn';

describe('a lapsed user', () => {
  test('gets no syncs until they pay, and then gets what the bank reported meanwhile', async () => {
    const person = await createSubscriber('reported');
    await setEndedDaysAgo(person, 1);
    const countStored = async () =>
      (await queryDatabase(server, "select 1 from webhook_events where provider = 'plaid'")).length;
    const before = await countStored();
    await addBankTransaction(person, 20);
    await eventually(
      () => logLinesOf(person, 'sync_skipped_unpaid').length > 0,
      'the sync was skipped',
    );
    expect(await countStored()).toBeGreaterThan(before);
    expect(await countRows(person)).toBe(1);
    await pay(person);
    // The sync starts without any action by the user.
    await eventually(async () => (await countRows(person)) === 2, 'the new row has arrived');
    expect(await listAmounts(person.client)).toEqual([4.5, 20]);
    expect(await readItem(person)).toMatchObject({ health: 'ok' });
  });

  test('gets no retry of a failed sync until they pay', async () => {
    const person = await createSubscriber('retried');
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/transactions/sync',
      kind: 'http_500',
      times: 2,
    });
    await addBankTransaction(person, 20);
    await eventually(
      async () => (await readItem(person))?.sync_state === 'retrying',
      'a retry is scheduled',
    );
    await setEndedDaysAgo(person, 1);
    const retry = `update pgboss.job set start_after = now() where name = 'sync-item' and state < 'active' and data->>'userId' = $1`;
    await queryDatabase(server, retry, [person.id]);
    await eventually(
      () => logLinesOf(person, 'sync_skipped_unpaid').length > 0,
      'the sync was skipped',
    );
    expect(await countRows(person)).toBe(1);
    await pay(person);
    await eventually(async () => (await countRows(person)) === 2, 'the new row has arrived');
  });

  test('is notified once by email, in the activity log, and in open browsers', async () => {
    const person = await createSubscriber('notified');
    const events = await openEventStream(person.client);
    await events.waitFor(
      (event) => event.name === 'subscription' && event.data.subscription_status === 'paid',
    );
    await setEndedDaysAgo(person, 0.01);
    await Promise.all([processSteps(), processSteps(), processSubscriptionSteps(second.services)]);
    await events.waitFor(
      (event) => event.name === 'subscription' && event.data.subscription_status === 'free',
    );
    events.close();
    await processSteps();
    expect(await listSentSubjects(person)).toEqual([endedSubject]);
    const log = await listActivity(person.client, server);
    expect(log.filter((event) => event === 'subscription_ended')).toHaveLength(1);
    expect(await readNextStep(person)).toEqual({ next_step: 'warn', days: 23 });
    const [mail] = await listMailTo(server, person.email);
    expect(mail?.text).toContain('Otherwise, we unlink them on');
  });

  test('is notified immediately if a payment event ends the subscription, with one activity entry', async () => {
    const email = 'canceled@example.com';
    const client = await signUp(server, email);
    const { id } = await client.request('GET /user/me');
    const person = { client, email, id, itemId: '' };
    await pay(person, 'yearly');
    await eventually(
      async () => (await client.request('GET /user/me')).subscription_status === 'paid',
      'the user is paid',
    );
    await server.sandbox.control('payments/cancel', { client_reference_id: id });
    await eventually(
      async () => (await listSentSubjects(person)).includes(endedSubject),
      'the email is sent',
    );
    await processSteps();
    expect(
      (await listSentSubjects(person)).filter((subject) => subject === endedSubject),
    ).toHaveLength(1);
    const log = await listActivity(client, server);
    expect(log.filter((event) => event === 'subscription_ended')).toHaveLength(1);
    // Without banks, the email does not mention any, and no further email is sent.
    expect((await listMailTo(server, email)).at(-1)?.text).not.toContain('unlink them');
    await setEndedDaysAgo(person, 31);
    await makeStepDue(person);
    await processSteps();
    expect(await readNextStep(person)).toEqual({ next_step: null, days: null });
    expect((await listSentSubjects(person)).at(-1)).toBe(endedSubject);
  });

  test('is warned after 23 days, has their banks unlinked after 30 days, and keeps all data', async () => {
    const person = await createSubscriber('unlinked');
    await setEndedDaysAgo(person, 0.01);
    await processSteps();
    await setEndedDaysAgo(person, 22.9);
    await makeStepDue(person);
    await processSteps();
    expect(await listSentSubjects(person)).toEqual([endedSubject]);
    await setEndedDaysAgo(person, 23.01);
    await makeStepDue(person);
    await processSteps();
    await processSteps();
    expect(await listSentSubjects(person)).toEqual([endedSubject, warningSubject]);
    expect(await readNextStep(person)).toEqual({ next_step: 'unlink', days: 7 });
    const [, warningMail] = await listMailTo(server, person.email);
    // Computed by the database, because near midnight, two clocks may show different days.
    const [due] = await queryDatabase<{ day: Date }>(
      server,
      `select paid_until + interval '30 days' as day from users where user_id = $1`,
      [person.id],
    );
    const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(warningMail?.subject).toContain(longDate.format(due?.day));
    expect(warningMail?.text).toContain('Harbor Savings');
    expect(await isAtBank(person)).toBe(true);

    await setEndedDaysAgo(person, 30.01);
    await makeStepDue(person);
    await Promise.all([processSteps(), processSubscriptionSteps(second.services), processSteps()]);
    await processSteps();
    expect(await isAtBank(person)).toBe(false);
    expect(await readItem(person)).toEqual({
      health: 'removed',
      access_token_sealed: '',
      sync_state: 'idle',
    });
    expect(await countRows(person)).toBe(1);
    expect(await listSentSubjects(person)).toEqual([endedSubject, warningSubject, unlinkedSubject]);
    const log = await listActivity(person.client, server);
    expect(log.filter((event) => event === 'institution_unlinked')).toHaveLength(1);
    expect(await readNextStep(person)).toEqual({ next_step: null, days: null });
  });

  test('gets a warning that names the crypto exchange, and keeps the holdings when it is unlinked', async () => {
    const lapsed = await createSubscriber('lapse-exchange', []);
    const { client } = lapsed;
    const user = `holder of ${lapsed.id}`;
    const holdings = [{ code: 'BTC', amount: '0.5' }];
    await server.sandbox.control('exchange/holdings', { user, holdings });
    await linkExchange(client, user);
    await setEndedDaysAgo(lapsed, 24);
    for (let step = 0; step < 2; step += 1) {
      await makeStepDue(lapsed);
      await processSteps();
    }
    expect(await readNextStep(lapsed)).toMatchObject({ next_step: 'unlink' });
    await listSentSubjects(lapsed);
    const texts = (await listMailTo(server, lapsed.email)).map(({ text }) => text);
    expect(texts.some((text) => text.includes('Coinbase'))).toBe(true);
    await setEndedDaysAgo(lapsed, 31);
    await makeStepDue(lapsed);
    await processSteps();
    expect(await listExchangeLinks(server, user)).toMatchObject([{ revoked: true }]);
    const rows = await queryDatabase<{ sealed_tokens: string; code: string }>(
      server,
      'select sealed_tokens, code from exchange_links join crypto_holdings using (user_id, exchange) where user_id = $1',
      [lapsed.id],
    );
    expect(rows).toEqual([{ sealed_tokens: '', code: 'BTC' }]);
    await pay(lapsed);
    await eventually(
      async () => (await client.call('GET /cb/portfolio')).status === 200,
      'the user has paid',
    );
    expect((await client.request('GET /cb/portfolio')).stale_reason).toBe('reconnect');
    expect((await client.request('GET /user/activity')).events.map(({ event }) => event)).toContain(
      'exchange_unlinked',
    );
  });

  test('keeps the items until the 30th day, even if the unlinking step runs too early', async () => {
    const person = await createSubscriber('early');
    await setEndedDaysAgo(person, 24);
    await processSteps();
    expect(await listSentSubjects(person)).toEqual([warningSubject]);
    await makeStepDue(person);
    await processSteps();
    expect(await isAtBank(person)).toBe(true);
    expect(await readNextStep(person)).toEqual({ next_step: 'unlink', days: 6 });
  });

  test('whose subscription ended long ago is warned seven days before the banks are unlinked', async () => {
    const person = await createSubscriber('long-ago');
    await setEndedDaysAgo(person, 90);
    await processSteps();
    expect(await listSentSubjects(person)).toEqual([warningSubject]);
    expect(await isAtBank(person)).toBe(true);
    expect(await readNextStep(person)).toEqual({ next_step: 'unlink', days: 7 });
    expect(await listActivity(person.client, server)).not.toContain('subscription_ended');
  });

  test('who pays after the warning keeps every item', async () => {
    const person = await createSubscriber('back-in-time');
    await setEndedDaysAgo(person, 30.01);
    await processSteps();
    await makeStepDue(person);
    await addBankTransaction(person, 20);
    await pay(person);
    await eventually(async () => (await countRows(person)) === 2, 'the new row has arrived');
    await processSteps();
    expect(await isAtBank(person)).toBe(true);
    expect(await readItem(person)).toMatchObject({ health: 'ok' });
    expect(await listSentSubjects(person)).toEqual([warningSubject]);
    // A second lapse sends its own emails.
    await setEndedDaysAgo(person, 0.01);
    await processSteps();
    expect(await listSentSubjects(person)).toEqual([warningSubject, endedSubject]);
  });

  test('keeps the items while the aggregator is unavailable, and gets one email when they are unlinked later', async () => {
    const person = await createSubscriber('aggregator-down', [
      coffee,
      { ...customPerson({ name: 'Other' }), institution: 'ins_2' },
    ]);
    await setEndedDaysAgo(person, 31);
    await processSteps();
    await makeStepDue(person);
    // Requests succeed for the second bank only.
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/remove',
      kind: 'http_500',
      times: 1_000,
      institution_id: 'ins_1',
    });
    await processSteps();
    expect(logLinesOf(person, 'unlinking_delayed')).toMatchObject([{ name: person.itemId }]);
    expect(await isAtBank(person)).toBe(true);
    expect(await readItem(person)).toMatchObject({ health: 'ok' });
    expect(await listSentSubjects(person)).toEqual([warningSubject]);
    // The retry is due in the next hour.
    await processSteps();
    expect(logLinesOf(person, 'unlinking_delayed')).toHaveLength(1);
    await server.sandbox.control('faults/clear', {});
    await makeStepDue(person);
    await processSteps();
    expect(await isAtBank(person)).toBe(false);
    expect(await listSentSubjects(person)).toEqual([warningSubject, unlinkedSubject]);
    const log = await listActivity(person.client, server);
    expect(log.filter((event) => event === 'institution_unlinked')).toHaveLength(2);
  });

  test('who pays while the aggregator is unavailable keeps the items that are not unlinked yet', async () => {
    const person = await createSubscriber('back-in-the-middle');
    await setEndedDaysAgo(person, 31);
    await processSteps();
    await makeStepDue(person);
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/remove',
      kind: 'http_500',
      times: 2,
    });
    await processSteps();
    expect(logLinesOf(person, 'unlinking_delayed')).toHaveLength(1);
    await pay(person);
    await eventually(
      async () => (await readNextStep(person))?.next_step === null,
      'the resume step has run',
    );
    await makeStepDue(person);
    await processSteps();
    expect(await isAtBank(person)).toBe(true);
    expect(await listSentSubjects(person)).toEqual([warningSubject]);
  });
});

describe('the subscription steps', () => {
  test('skip lifetime users, users who never paid, users being deleted, and the demo', async () => {
    const lifetime = await createSubscriber('for-life');
    const deleted = await createSubscriber('being-deleted');
    const neverPaid = await signUp(server, 'never@example.com');
    const { id: neverPaidId } = await neverPaid.request('GET /user/me');
    await setEndedDaysAgo(deleted, 40);
    await queryDatabase(
      server,
      'update users set deletion_requested_at = now() where user_id = $1',
      [deleted.id],
    );
    await server.services.queue.enqueue('refresh-demo', {}, { key: 'test' });
    await processSteps();
    expect(await readNextStep(lifetime)).toEqual({ next_step: null, days: null });
    expect(await readNextStep({ id: neverPaidId })).toBeUndefined();
    expect(await readNextStep(deleted)).toEqual({ next_step: null, days: null });
    for (const person of [lifetime, deleted]) {
      expect(await isAtBank(person)).toBe(true);
      expect(await listSentSubjects(person)).toEqual([]);
    }
    await eventually(
      async () => (await lifetime.client.call('GET /user/accounts', { demo: true })).status === 200,
      'the demo is written',
    );
    const demo = await lifetime.client.request('GET /user/sync', { demo: true });
    expect(demo.items[0]?.state).toBe('ok');
  });
});

describe('linking a bank again after it was unlinked', () => {
  test('is suggested, and duplicates no account or transaction', async () => {
    const dateDaysAgo = (ago: number) =>
      Temporal.Now.plainDateISO('UTC').subtract({ days: ago }).toString();
    const row = (ago: number, amount: number, more = {}) => ({
      amount,
      description: `ROW ${amount}`,
      date_transacted: dateDaysAgo(ago),
      date_posted: dateDaysAgo(ago),
      ...more,
    });
    const accounts = (transactions: ReturnType<typeof row>[]) =>
      customPerson({ name: 'Everyday', transactions }, { name: 'Rainy day', transactions: [] });
    // Two identical rows, a pending one, and one older than what the bank sends the second time.
    const before = [row(700, 1), row(40, 5), row(3, 7), row(3, 7), row(0, 9, { pending: true })];
    const person = await createSubscriber('again', [accounts(before)]);
    const { client } = person;
    const overridden = (await listAllTransactions(client)).filter(
      ({ amount }) => amount === 5 || amount === 7,
    );
    await client.request('POST /user/tx/updatecategory', {
      body: {
        tx_id: overridden.find(({ amount }) => amount === 5)?.id ?? '',
        category: 'travel_flights',
      },
    });
    await client.request('POST /user/tx/ignore', {
      body: {
        tx_id: overridden.find(({ amount }) => amount === 7)?.transaction_id ?? '',
        exclude_transaction: true,
      },
    });
    const accountsBefore = (await client.request('GET /user/accounts')).accounts;
    await setEndedDaysAgo(person, 31);
    await processSteps();
    await makeStepDue(person);
    await processSteps();
    expect(await isAtBank(person)).toBe(false);
    await pay(person);
    await eventually(
      async () => (await client.request('GET /user/me')).subscription_status === 'paid',
      'the user is paid',
    );
    // The data is kept, and the item states how to fix it.
    expect(await listAmounts(client)).toEqual([1, 5, 7, 7, 9]);
    expect((await client.request('GET /user/sync')).items).toMatchObject([
      { state: 'removed', error: expect.stringContaining('Link it again') },
    ]);

    const after = [row(40, 5), row(3, 7), row(3, 7), row(0, 9.9), row(0, 11)];
    await client.linkBank(accounts(after));
    expect(await listAmounts(client)).toEqual([1, 5, 7, 7, 9.9, 11]);
    const rows = await listAllTransactions(client);
    expect(rows.find(({ amount }) => amount === 5)).toMatchObject({
      overridden_category: 'travel_flights',
    });
    const excluded = rows
      .filter(({ amount }) => amount === 7)
      .map((one) => one.exclude_transaction);
    expect(excluded.toSorted()).toEqual([false, true]);
    const { accounts: accountsAfter } = await client.request('GET /user/accounts');
    expect(accountsAfter.map(({ name }) => name)).toEqual(accountsBefore.map(({ name }) => name));
    expect((await client.request('GET /user/sync')).items).toMatchObject([{ state: 'ok' }]);
    expect((await client.request('POST /user/transactions/v2', { body: {} })).num_pages).toBe(1);

    // A stale cursor causes a full sync, which keeps the history of the old item.
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/transactions/sync',
      kind: 'stale_cursor',
    });
    await client.request('POST /user/plaid/sync_transactions');
    await client.waitForSyncs();
    expect(await listAmounts(client)).toEqual([1, 5, 7, 7, 9.9, 11]);
  });

  test('with one account missing keeps that account and still suggests linking it', async () => {
    const both = customPerson(
      { name: 'Everyday', transactions: [{ amount: 3 }] },
      { name: 'Rainy day', transactions: [{ amount: 4 }] },
    );
    const person = await createSubscriber('partly', [both]);
    await setEndedDaysAgo(person, 31);
    await processSteps();
    await makeStepDue(person);
    await processSteps();
    await pay(person);
    await eventually(
      async () => (await person.client.request('GET /user/me')).subscription_status === 'paid',
      'the user is paid',
    );
    await person.client.linkBank(customPerson({ name: 'Everyday', transactions: [{ amount: 3 }] }));
    expect(await listAmounts(person.client)).toEqual([3, 4]);
    const { items } = await person.client.request('GET /user/sync');
    expect(items.map(({ state }) => state).toSorted()).toEqual(['ok', 'removed']);
    await person.client.linkBank(both);
    expect(await listAmounts(person.client)).toEqual([3, 4]);
  });
});
