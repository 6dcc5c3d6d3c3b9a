import type { Body, Caller } from './caller.ts';
import type { WebhookCatcher } from './catch-webhooks.ts';
import type { Findings } from './findings.ts';
import type { Specification } from './specification.ts';

export interface Conversation {
  caller: Caller;
  specification: Specification;
  findings: Findings;
  webhooks: WebhookCatcher;
}

interface Person {
  username: string;
  password: string;
}

/** Links every ready-made person and one of our own, and calls everything that there is about each. */
export async function converseAboutEverybody(conversation: Conversation): Promise<void> {
  const { caller } = conversation;
  // The control calls are the sandbox's own; these two answer lists.
  const people = (await caller.control('people')) as Person[];
  const banks = (await caller.control('institutions')) as { institution_id: string }[];
  for (const [at, person] of [...people, ownPerson].entries()) {
    const bank = banks[at % banks.length]?.institution_id ?? 'ins_1';
    await converseAbout(conversation, person, bank);
  }
}

/** What no ready-made person has: other currencies, unknown balances, no category. */
const ownPerson: Person = {
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

async function converseAbout(
  conversation: Conversation,
  person: Person,
  institutionId: string,
): Promise<void> {
  const { caller, webhooks } = conversation;
  const created = await caller.call('/sandbox/public_token/create', {
    institution_id: institutionId,
    initial_products: ['transactions'],
    options: {
      override_username: person.username,
      override_password: person.password,
      webhook: webhooks.address,
    },
  });
  const { access_token, item_id } = await caller.call('/item/public_token/exchange', {
    public_token: created.public_token,
  });
  await caller.call('/item/get', { access_token });
  const { accounts } = await caller.call('/accounts/get', { access_token });
  // Held against its form just now.
  const ids = (accounts as ListedAccount[]).map((account) => account.account_id);
  await caller.call('/accounts/balance/get', { access_token });
  await caller.call('/accounts/balance/get', {
    access_token,
    options: { account_ids: ids.slice(0, 1) },
  });
  const cursor = await syncAll(caller, access_token, '');
  await caller.call('/transactions/recurring/get', { access_token });
  await caller.call('/transactions/refresh', { access_token });
  await askForProducts(caller, access_token, accounts as ListedAccount[]);
  await liveOn(conversation, String(item_id), access_token, cursor);
  for (const include_optional_metadata of [true, false])
    await caller.call('/institutions/get_by_id', {
      institution_id: institutionId,
      country_codes: ['US'],
      options: { include_optional_metadata },
    });
  await caller.call('/link/token/create', { ...linkToken, access_token });
  await breakAndRepair(conversation, String(item_id), access_token);
  await caller.call('/item/remove', { access_token });
  await caller.refused('/accounts/get', { access_token }, [
    'ITEM_NOT_FOUND',
    'INVALID_ACCESS_TOKEN',
  ]);
}

interface ListedAccount {
  account_id: string;
  type: string;
}

/** What is owed next and what is held, or that there is no account of that kind. */
async function askForProducts(
  caller: Caller,
  access_token: unknown,
  accounts: readonly ListedAccount[],
): Promise<void> {
  const products = [
    ['/liabilities/get', ['credit', 'loan'], 'NO_LIABILITY_ACCOUNTS'],
    ['/investments/holdings/get', ['investment'], 'NO_INVESTMENT_ACCOUNTS'],
  ] as const;
  for (const [path, types, refusal] of products) {
    const own = accounts.filter(({ type }) => (types as readonly string[]).includes(type));
    const [first] = own;
    if (first === undefined) {
      await caller.refused(path, { access_token }, [refusal]);
      continue;
    }
    await caller.call(path, { access_token });
    await caller.call(path, { access_token, options: { account_ids: [first.account_id] } });
  }
}

export const linkToken: Body = {
  client_name: 'Conformance',
  language: 'en',
  country_codes: ['US'],
  user: { client_user_id: 'somebody' },
};

/** Every page until there are no more; answers where it ended. */
async function syncAll(caller: Caller, access_token: unknown, from: string): Promise<string> {
  let cursor = from;
  for (;;) {
    const page = await caller.call('/transactions/sync', {
      access_token,
      cursor,
      count: 500,
      options: { include_original_description: true },
    });
    cursor = String(page.next_cursor);
    if (page.has_more !== true) return cursor;
  }
}

/** New, posted, changed and removed rows, each as the next sync tells them. */
async function liveOn(
  { caller, webhooks, findings, specification }: Conversation,
  item: string,
  access_token: unknown,
  from: string,
): Promise<void> {
  let cursor = from;
  const act = async (what: string, body: Body = {}) => {
    const answer = await caller.control(`items/${item}/${what}`, body);
    cursor = await syncAll(caller, access_token, cursor);
    // What the sandbox answers to this is a list of transactions.
    return (answer as { transactions: { transaction_id: string }[] }).transactions;
  };
  const [row] = await act('activity', {
    transactions: [
      { amount: 12.5, description: 'Somewhere <b>"new"</b>' },
      { amount: 30, description: 'Dinner', pending: true, tip: 6 },
    ],
  });
  await act('settle');
  const transaction_id = row?.transaction_id;
  await act('modify', { transaction_id, amount: 13.75, merchant_name: null });
  await act('remove', { transaction_id });
  await act('restore', { transaction_id });
  const { code, body, keyId } = await webhooks.next('SYNC_UPDATES_AVAILABLE');
  findings.note(`webhook ${code}`, specification.faultsOf('SyncUpdatesAvailableWebhook', body));
  await caller.call('/webhook_verification_key/get', { key_id: keyId });
}

async function breakAndRepair(
  { caller, webhooks, findings, specification }: Conversation,
  item: string,
  access_token: unknown,
): Promise<void> {
  await caller.call('/sandbox/item/reset_login', { access_token });
  const broken = await webhooks.next('ERROR');
  findings.note('webhook ERROR', specification.faultsOf('ItemErrorWebhook', broken.body));
  await caller.refused('/transactions/sync', { access_token }, ['ITEM_LOGIN_REQUIRED']);
  await caller.call('/item/get', { access_token });
  await caller.control(`items/${item}/repair`, {});
  const repaired = await webhooks.next('LOGIN_REPAIRED');
  findings.note(
    'webhook LOGIN_REPAIRED',
    specification.faultsOf('ItemLoginRepairedWebhook', repaired.body),
  );
  await caller.call('/item/webhook/update', { access_token, webhook: webhooks.address });
}
