import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callAggregator, fireWebhook } from '../../../../../tests/support/bank/aggregator.ts';
import {
  customPerson,
  fetchSpentThisMonth,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { listMailTo } from '../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

const transfer = 'transfer_out_account_transfer';
/** Two accounts with a transfer from the first to the second. */
const person = customPerson(
  { name: 'Everyday', transactions: [{ amount: 10 }, { amount: 200, category: transfer }] },
  {
    name: 'Rainy Day',
    subtype: 'savings',
    transactions: [{ amount: -200, category: 'transfer_in_account_transfer' }],
  },
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => server.sandbox.control('faults/clear', {}));
afterAll(() => server.stop());

async function linkBank(): Promise<{ client: TestClient; item: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const client = await signUpPaid(server, email);
  return { client, item: await client.linkBank(person), email };
}

const fetchItem = async (client: TestClient) => (await client.request('GET /user/sync')).items[0];
const waitForItem = (client: TestClient, expected: object) =>
  eventually(
    async () => {
      const item = await fetchItem(client);
      return item &&
        Object.entries(expected).every(([key, value]) => Reflect.get(item, key) === value)
        ? item
        : undefined;
    },
    `the item becomes ${JSON.stringify(expected)}`,
  );
const listSubjects = async (email: string) =>
  (await listMailTo(server, email)).map(({ subject }) => subject);
/** Waits until every event and job about the user's items is processed. */
const waitForSyncs = (client: TestClient) => client.waitForSyncs();

describe('a bank that requires a new sign-in', () => {
  test('is reported with its remedy and by one email, and is fixed by update mode', async () => {
    const { client, item, email } = await linkBank();
    await server.sandbox.control(`items/${item}/login_required`, {});
    const broken = await waitForItem(client, { state: 'login_required', remedy: 'reconnect' });
    expect(broken?.error).toMatch(/sign in again/);
    // Further syncs find the same problem.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await client.request('POST /user/plaid/sync_transactions');
      await waitForSyncs(client);
    }
    const subject = 'Cairn: Sign in to Harbor Savings again';
    await eventually(
      async () => (await listSubjects(email)).includes(subject),
      'the mail has arrived',
    );
    expect((await listSubjects(email)).filter((each) => each === subject)).toHaveLength(1);

    await completeUpdateMode(client, item);
    await waitForItem(client, { state: 'ok', remedy: null, error: null });

    // The next occurrence is a new problem and sends a new email.
    await server.sandbox.control(`items/${item}/login_required`, {});
    await waitForItem(client, { state: 'login_required' });
    await eventually(
      async () => (await listSubjects(email)).filter((each) => each === subject).length === 2,
      'the second mail has arrived',
    );
  });
});

describe('two items at one bank', () => {
  const personWith = (name: string, mask: string) =>
    customPerson({ name, meta: { name, mask }, transactions: [{ amount: 10 }] });

  test('have a disambiguation label wherever they are named, including in emails', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = await signUpPaid(server, email);
    await client.linkBank(personWith('Everyday', '1111'));
    const fetchDetails = async () =>
      (await client.request('GET /institutions')).link_tokens.map(
        ({ item_details }) => item_details,
      );
    expect((await fetchDetails())[0]).toMatchObject({ disambiguation_label: null });
    const second = await client.linkBank(personWith('Everyday', '2222'));
    expect((await fetchDetails()).map(({ disambiguation_label }) => disambiguation_label)).toEqual([
      'Everyday ••1111',
      'Everyday ••2222',
    ]);
    await server.sandbox.control(`items/${second}/login_required`, {});
    const message = 'Harbor Savings (Everyday ••2222) asks you to sign in again';
    await eventually(
      async () =>
        (await client.request('GET /user/sync')).items.some(({ error }) =>
          error?.startsWith(message),
        ),
      'the broken item reports its problem',
    );
    await eventually(
      async () =>
        (await listSubjects(email)).includes(
          'Cairn: Sign in to Harbor Savings (Everyday ••2222) again',
        ),
      'the mail has arrived',
    );
    const brokenId = (await client.request('GET /institutions')).link_tokens.at(-1)?.id ?? '';
    const { token } = await client.request('GET /institution/:id', { params: { id: brokenId } });
    expect(token.error).toMatch(/^Harbor Savings \(Everyday ••2222\) asks you/);
    // The history describes it in the past tense.
    await eventually(async () => {
      const { syncs } = await client.request('GET /institution/:id/history', {
        params: { id: brokenId },
      });
      return syncs[0]?.error === 'Harbor Savings asked for a new sign-in.';
    }, 'the sync that failed is in the history');
  });
});

describe('a consent that is about to end', () => {
  test('is reported with its date and by one email, and is renewed by update mode', async () => {
    const { client, item, email } = await linkBank();
    await fireWebhook(server, item, 'PENDING_DISCONNECT');
    const warned = await waitForItem(client, { state: 'consent_expiring', remedy: 'reconnect' });
    expect(warned?.error).toMatch(/ends on [A-Z][a-z]+ \d+\. Reconnect/);
    const replayed = await server.sandbox.control<{ statuses: number[] }>('webhooks/replay', {
      item_id: item,
      times: 3,
    });
    expect(new Set(replayed.statuses)).toEqual(new Set([200]));
    await client.request('POST /user/plaid/sync_transactions');
    await waitForSyncs(client);
    expect((await fetchItem(client))?.state).toBe('consent_expiring');

    const updated = await client.call('POST /plaid/link/updated', { body: { item_id: item } });
    expect(updated.status).toBe(202);
    expect(updated.body).toMatchObject({ item_id: item, error: null, remedy: null });
    await waitForItem(client, { state: 'ok', remedy: null, error: null });
    // A late duplicate of the warning is ignored after the renewal.
    await server.sandbox.control('webhooks/replay', { item_id: item, times: 1 });
    await waitForSyncs(client);
    await eventually(
      () => countProcessed('ITEM/PENDING_DISCONNECT') >= 3,
      'the event was processed',
    );
    expect((await fetchItem(client))?.state).toBe('ok');
    expect((await listSubjects(email)).filter((each) => /Your consent at/.test(each))).toHaveLength(
      1,
    );
  });

  test('is not reported by email to a user without paid access until they have paid', async () => {
    const { client, item, email } = await linkBank();
    const { id } = await client.request('GET /user/me');
    await queryDatabase(
      server,
      `update users set paid_until = now() - interval '1 minute' where user_id = $1`,
      [id],
    );
    const before = countProcessed('ITEM/PENDING_DISCONNECT');
    await fireWebhook(server, item, 'PENDING_DISCONNECT');
    await eventually(
      () => countProcessed('ITEM/PENDING_DISCONNECT') > before,
      'the event was processed',
    );
    expect(await countBankMails(id)).toBe(0);
    await queryDatabase(server, `update users set paid_until = 'infinity' where user_id = $1`, [
      id,
    ]);
    await server.sandbox.control(`items/${item}/login_required`, {});
    await waitForItem(client, { state: 'login_required' });
    await eventually(
      async () => (await listSubjects(email)).includes('Cairn: Sign in to Harbor Savings again'),
      'the mail has arrived',
    );
  });

  test('is no longer reported if the bank still responds after that date', async () => {
    const { client, item } = await linkBank();
    await fireWebhook(server, item, 'PENDING_DISCONNECT');
    await waitForItem(client, { state: 'consent_expiring' });
    await queryDatabase(
      server,
      `update items set consent_ends_at = now() - interval '1 minute' where provider_item_id = $1`,
      [item],
    );
    await client.request('POST /user/plaid/sync_transactions');
    await waitForItem(client, { state: 'ok', error: null });
  });
});

describe('access that is withdrawn at the bank', () => {
  test('removes the item at the aggregator, deletes its rows, and notifies the user', async () => {
    const { client, item, email } = await linkBank();
    await fireWebhook(server, item, 'USER_PERMISSION_REVOKED');
    await eventually(
      async () => (await client.request('GET /institutions')).link_tokens.length === 0,
      'the item is deleted',
    );
    expect(await listAllTransactions(client)).toEqual([]);
    expect(await fetchStateAtProvider(item)).toBe('removed');
    expect(await listActivity(client, server)).toContain('access_withdrawn');
    await eventually(
      async () =>
        (await listSubjects(email)).includes('Harbor Savings is no longer linked to Cairn'),
      'the mail has arrived',
    );
    // A user without another bank is sent to the link page, which names the bank whose access ended.
    const revoked_institutions = (await client.request('GET /institutions')).revoked_institutions;
    expect(revoked_institutions).toEqual([
      { institution_name: 'Harbor Savings', at: expect.any(String) },
    ]);
    await client.linkBank(person);
    expect((await client.request('GET /institutions')).revoked_institutions).toEqual([]);
  });

  test('is also detected by a sync if the webhook was lost', async () => {
    const { client, item } = await linkBank();
    await queryDatabase(
      server,
      `update items set provider_item_id = 'x' where provider_item_id = $1`,
      [item],
    );
    await queryDatabase(
      server,
      `update item_directory set provider_item_id = 'x' where provider_item_id = $1`,
      [item],
    );
    await callAggregator(server, 'x', '/sandbox/item/fire_webhook', {
      webhook_code: 'USER_PERMISSION_REVOKED',
    });
    await client.request('POST /user/plaid/sync_transactions');
    await eventually(
      async () => (await client.request('GET /institutions')).link_tokens.length === 0,
      'the item is deleted',
    );
  });

  test('deletes nothing if it is restored before the event arrives', async () => {
    const { client, item } = await linkBank();
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/get',
      kind: 'slow',
      latency_ms: 300,
    });
    await fireWebhook(server, item, 'USER_PERMISSION_REVOKED');
    await server.sandbox.control(`items/${item}/repair`, {});
    await eventually(
      () => server.logged.some(({ event }) => event === 'access_not_withdrawn'),
      'the aggregator was called',
    );
    await waitForItem(client, { state: 'ok', error: null });
    expect(await listAllTransactions(client)).toHaveLength(3);
  });
});

describe('an account that is no longer shared', () => {
  test('is deleted with its rows, and internal transfers are recomputed', async () => {
    const { client, item } = await linkBank();
    expect(await fetchSpentThisMonth(client)).toBe(10);
    // Syncs are made to fail, so that none restores the account from the bank's data.
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/transactions/sync',
      kind: 'http_500',
      times: 1_000,
    });
    await fireWebhook(server, item, 'USER_ACCOUNT_REVOKED');
    await eventually(
      async () => (await client.request('GET /user/accounts')).accounts.length === 1,
      'the account is deleted',
    );
    const rows = await listAllTransactions(client);
    expect(rows.map(({ amount, transfer_pair_id }) => [amount, transfer_pair_id])).toEqual([
      [-200, null],
    ]);
    expect(await fetchSpentThisMonth(client)).toBe(0);
    expect(await listActivity(client, server)).toContain('account_withdrawn');
  });

  test('is restored completely if the bank still shares it', async () => {
    const { client, item } = await linkBank();
    const before = (await listAllTransactions(client))
      .map(({ transaction_id }) => transaction_id)
      .sort();
    const countDeleted = () =>
      server.logged.filter(({ event }) => event === 'account_withdrawn').length;
    const deletedBefore = countDeleted();
    await fireWebhook(server, item, 'USER_ACCOUNT_REVOKED');
    await eventually(() => countDeleted() > deletedBefore, 'the account was deleted');
    await waitForSyncs(client);
    expect(
      (await listAllTransactions(client)).map(({ transaction_id }) => transaction_id).sort(),
    ).toEqual(before);
    expect(await fetchSpentThisMonth(client)).toBe(10);
  });
});

describe('new accounts at a bank', () => {
  test('are offered until the user has completed update mode, and appear once they are chosen', async () => {
    const client = await signUpPaid(server);
    const session = await openLink((await client.request('POST /plaid/')).token);
    const everyday = session.accounts.find(({ name }) => name === 'Everyday');
    const public_token = await session.finish([everyday?.id ?? '']);
    const { item_id } = await client.request('POST /plaid/link/token', {
      body: { public_token: public_token ?? '' },
    });
    await waitForSyncs(client);
    expect((await client.request('GET /user/accounts')).accounts).toHaveLength(1);

    await fireWebhook(server, item_id, 'NEW_ACCOUNTS_AVAILABLE');
    const offered = await waitForItem(client, {
      state: 'ok',
      remedy: 'choose_accounts',
      error: null,
    });
    expect(offered?.notice).toMatch(/has new accounts that aren't linked yet/);
    await completeUpdateMode(client, item_id);
    await waitForItem(client, { remedy: null, notice: null });
    await eventually(
      async () => (await listAllTransactions(client)).length === 3,
      'the rows of the new account have arrived',
    );
    expect((await client.request('GET /user/accounts')).accounts).toHaveLength(2);
  });
});

describe('an account that the bank no longer lists', () => {
  test('is closed with a balance of zero, and open again once it is listed again', async () => {
    const { client, item } = await linkBank();
    const fetchNetWorth = async () =>
      (await client.request('GET /user/networth/history')).points.at(-1)?.net;
    const fetchRainyDay = async () =>
      (await client.request('GET /user/accounts')).accounts.find(
        ({ name }) => name === 'Rainy Day',
      );
    expect(await fetchNetWorth()).toBe(2_000);
    expect(await fetchRainyDay()).toMatchObject({ closed_at: null, balances: { current: 1_000 } });
    await completeUpdateMode(client, item, ['Everyday']);
    await waitForSyncs(client);
    expect(await fetchRainyDay()).toMatchObject({
      closed_at: expect.any(String),
      balances: { current: 0 },
    });
    expect(await fetchNetWorth()).toBe(1_000);
    const closedAt = (await fetchRainyDay())?.closed_at;
    await client.request('POST /user/plaid/sync_transactions');
    await waitForSyncs(client);
    expect((await fetchRainyDay())?.closed_at).toBe(closedAt);

    await completeUpdateMode(client, item, ['Everyday', 'Rainy Day']);
    await eventually(
      async () => (await fetchRainyDay())?.closed_at === null,
      'the account is open again',
    );
    expect(await fetchNetWorth()).toBe(2_000);
    await eventually(
      async () => (await listAllTransactions(client)).length === 3,
      'its rows have returned',
    );
  });
});

describe('a bank that no longer shares any account', () => {
  test('is fixed by choosing accounts again', async () => {
    const { client, item } = await linkBank();
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/accounts/get',
      kind: 'refuse',
      code: 'NO_ACCOUNTS',
    });
    await client.request('POST /user/plaid/sync_transactions');
    const empty = await waitForItem(client, { state: 'error', remedy: 'choose_accounts' });
    expect(empty?.error).toMatch(/no longer shares any accounts/);
    await completeUpdateMode(client, item);
    await waitForItem(client, { state: 'ok', remedy: null, error: null });
    expect(await listAllTransactions(client)).toHaveLength(3);
  });
});

const countBankMails = async (userId: string) =>
  (
    await queryDatabase(
      server,
      `select 1 from outgoing_mail where user_id = $1 and kind = 'bank_needs_user'`,
      [userId],
    )
  ).length;

const countProcessed = (code: string) =>
  server.logged.filter((line) => line.event === 'webhook_processed' && line.code === code).length;

async function fetchStateAtProvider(item: string) {
  const items = await server.sandbox.control<{ item_id: string; state: string }[]>('items');
  return items.find(({ item_id }) => item_id === item)?.state;
}

/** Does what the link script does with a token: signs in, lets the user choose accounts, and finishes. */
async function openLink(link_token: string) {
  const login = { link_token, institution_id: 'ins_1', ...person };
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${server.sandbox.url}/plaid/link/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return (await response.json()) as T; // The sandbox's own protocol.
  };
  const { accounts } = await post<{ accounts: { id: string; name: string }[] }>(
    'credentials',
    login,
  );
  return {
    accounts,
    async finish(account_ids: string[]) {
      const { public_token } = await post<{ public_token: string | null }>('finish', {
        ...login,
        account_ids,
      });
      return public_token;
    },
  };
}

/** Signs in at the bank again and shares the accounts with these names, or all of them. */
async function completeUpdateMode(
  client: TestClient,
  item_id: string,
  names?: string[],
): Promise<void> {
  const { token } = await client.request('POST /plaid/link/update', {
    body: { item_id, ...(names && { choose_accounts: true }) },
  });
  const { accounts, finish } = await openLink(token);
  const chosen = accounts.filter(({ name }) => names?.includes(name) ?? true);
  expect(await finish(chosen.map(({ id }) => id))).toBeNull();
  await client.request('POST /plaid/link/updated', { body: { item_id } });
}
