import type { Body, ConformanceClient } from './conformance-client.ts';
import type { Findings } from './findings.ts';
import type { Specification } from './specification.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** What all parts of a conformance run share. */
export interface ConformanceRun {
  client: ConformanceClient;
  specification: Specification;
  findings: Findings;
  webhooks: WebhookReceiver;
}

interface Person {
  username: string;
  password: string;
}

/** Links every built-in person and a custom one, and makes all calls about each. */
export async function exerciseEveryPerson(run: ConformanceRun): Promise<void> {
  const { client } = run;
  // These control calls return lists.
  const people = (await client.control('people')) as Person[];
  const institutions = (await client.control('institutions')) as { institution_id: string }[];
  for (const [index, person] of [...people, customPerson].entries()) {
    const institutionId = institutions[index % institutions.length]?.institution_id ?? 'ins_1';
    await exercisePerson(run, person, institutionId);
  }
}

/** A person with data that no built-in person has: other currencies, unknown balances, no category. */
const customPerson: Person = {
  username: 'user_custom',
  password: JSON.stringify({
    override_accounts: [
      {
        type: 'depository',
        subtype: 'checking',
        starting_balance: 10.5,
        currency: 'EUR',
        available: null,
        meta: { name: 'Everyday', official_name: 'Everyday Plus', mask: '4821', limit: null },
        transactions: [
          { date_transacted: '2026-01-02', amount: 5, description: 'A', category: null },
          { date_transacted: '2026-01-03', amount: -7, description: 'B', authorized_date: null },
          ...['2026-01-05', '2026-02-05', '2026-03-05'].map((day) => ({
            date_transacted: day,
            amount: 9.99,
            description: 'C',
            recurring: { stream_id: 'c', frequency: 'MONTHLY' },
          })),
          { date_transacted: '2026-03-06', amount: 1, description: 'D', pending: true },
        ],
      },
      { type: 'credit', subtype: 'credit card', starting_balance: 3, meta: { limit: 100 } },
      { type: 'loan', subtype: 'mortgage', current: null },
      { type: 'loan', subtype: 'student', liability: { interest_rate: 4.5, is_overdue: true } },
      {
        type: 'investment',
        subtype: 'brokerage',
        holdings: [{ quantity: 1.5, institution_price: 3.3333, security: {}, currency: 'ABCD' }],
      },
    ],
  }),
};

async function exercisePerson(
  run: ConformanceRun,
  person: Person,
  institutionId: string,
): Promise<void> {
  const { client, webhooks } = run;
  const created = await client.call('/sandbox/public_token/create', {
    institution_id: institutionId,
    initial_products: ['transactions'],
    options: {
      override_username: person.username,
      override_password: person.password,
      webhook: webhooks.url,
    },
  });
  const { access_token, item_id } = await client.call('/item/public_token/exchange', {
    public_token: created.public_token,
  });
  await client.call('/item/get', { access_token });
  const { accounts } = await client.call('/accounts/get', { access_token });
  // The call has validated this.
  const ids = (accounts as ListedAccount[]).map((account) => account.account_id);
  await client.call('/accounts/balance/get', { access_token });
  await client.call('/accounts/balance/get', {
    access_token,
    options: { account_ids: ids.slice(0, 1) },
  });
  const cursor = await syncAll(client, access_token, '');
  await client.call('/transactions/recurring/get', { access_token });
  await client.call('/transactions/refresh', { access_token });
  await fetchProducts(client, access_token, accounts as ListedAccount[]);
  await changeTransactions(run, String(item_id), access_token, cursor);
  for (const include_optional_metadata of [true, false])
    await client.call('/institutions/get_by_id', {
      institution_id: institutionId,
      country_codes: ['US'],
      options: { include_optional_metadata },
    });
  await client.call('/link/token/create', { ...linkTokenRequest, access_token });
  await breakAndRepairLogin(run, String(item_id), access_token);
  await client.call('/item/remove', { access_token });
  await client.expectError('/accounts/get', { access_token }, [
    'ITEM_NOT_FOUND',
    'INVALID_ACCESS_TOKEN',
  ]);
}

interface ListedAccount {
  account_id: string;
  type: string;
}

/** Fetches liabilities and holdings, or expects an error if the item has no such account. */
async function fetchProducts(
  client: ConformanceClient,
  access_token: unknown,
  accounts: readonly ListedAccount[],
): Promise<void> {
  const products = [
    ['/liabilities/get', ['credit', 'loan'], 'NO_LIABILITY_ACCOUNTS'],
    ['/investments/holdings/get', ['investment'], 'NO_INVESTMENT_ACCOUNTS'],
  ] as const;
  for (const [path, types, errorCode] of products) {
    const matching = accounts.filter(({ type }) => (types as readonly string[]).includes(type));
    const [first] = matching;
    if (first === undefined) {
      await client.expectError(path, { access_token }, [errorCode]);
      continue;
    }
    await client.call(path, { access_token });
    await client.call(path, { access_token, options: { account_ids: [first.account_id] } });
  }
}

export const linkTokenRequest: Body = {
  client_name: 'Conformance',
  language: 'en',
  country_codes: ['US'],
  user: { client_user_id: 'user-1' },
};

/** Fetches all pages. Returns the last cursor. */
async function syncAll(
  client: ConformanceClient,
  access_token: unknown,
  from: string,
): Promise<string> {
  let cursor = from;
  for (;;) {
    const page = await client.call('/transactions/sync', {
      access_token,
      cursor,
      count: 500,
      options: { include_original_description: true },
    });
    cursor = String(page.next_cursor);
    if (page.has_more !== true) return cursor;
  }
}

/** Adds, posts, changes, and removes transactions, with a sync after each. */
async function changeTransactions(
  { client, webhooks, findings, specification }: ConformanceRun,
  itemId: string,
  access_token: unknown,
  from: string,
): Promise<void> {
  let cursor = from;
  const change = async (action: string, body: Body = {}) => {
    const response = await client.control(`items/${itemId}/${action}`, body);
    cursor = await syncAll(client, access_token, cursor);
    // The sandbox's control calls for items return transactions.
    return (response as { transactions: { transaction_id: string }[] }).transactions;
  };
  const [transaction] = await change('activity', {
    transactions: [
      { amount: 12.5, description: 'Somewhere <b>"new"</b>' },
      { amount: 30, description: 'Dinner', pending: true, tip: 6 },
    ],
  });
  await change('settle');
  const transaction_id = transaction?.transaction_id;
  await change('modify', { transaction_id, amount: 13.75, merchant_name: null });
  await change('remove', { transaction_id });
  await change('restore', { transaction_id });
  const { code, body, keyId } = await webhooks.next('SYNC_UPDATES_AVAILABLE');
  findings.record(
    `webhook ${code}`,
    specification.schemaMismatches('SyncUpdatesAvailableWebhook', body),
  );
  await client.call('/webhook_verification_key/get', { key_id: keyId });
}

/** Makes the item require a new sign-in, then repairs it. */
async function breakAndRepairLogin(
  { client, webhooks, findings, specification }: ConformanceRun,
  itemId: string,
  access_token: unknown,
): Promise<void> {
  await client.call('/sandbox/item/reset_login', { access_token });
  const errorWebhook = await webhooks.next('ERROR');
  findings.record(
    'webhook ERROR',
    specification.schemaMismatches('ItemErrorWebhook', errorWebhook.body),
  );
  await client.expectError('/transactions/sync', { access_token }, ['ITEM_LOGIN_REQUIRED']);
  await client.call('/item/get', { access_token });
  await client.control(`items/${itemId}/repair`, {});
  const repairedWebhook = await webhooks.next('LOGIN_REPAIRED');
  findings.record(
    'webhook LOGIN_REPAIRED',
    specification.schemaMismatches('ItemLoginRepairedWebhook', repairedWebhook.body),
  );
  await client.call('/item/webhook/update', { access_token, webhook: webhooks.url });
}
