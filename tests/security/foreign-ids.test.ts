import type { CallKey } from '@cairn/contract/calls';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recurringPerson } from '../support/bank/recurring-person.ts';
import { workedExample } from '../support/bank/worked-example.ts';
import { queryDatabase } from '../support/database/database-queries.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { contractCalls } from '../support/requests/contract-calls.ts';
import { addPasskey } from '../support/requests/passkey-browser.ts';
import { expectProblem, sendRaw } from '../support/requests/raw-request.ts';
import {
  signIn,
  signUpPaid,
  type TestClient,
  testPassword,
} from '../support/requests/test-client.ts';

/** IDs of one user's resources. */
interface Ids {
  account: string;
  transaction: string;
  tag: string;
  /** A change that can be undone. */
  change: string;
  providerTransaction: string;
  /** A session other than the client's. */
  session: string;
  /** A session on a trusted device. */
  trustedSession: string;
  /** A linked sign-in provider. */
  signInMethod: string;
  passkey: string;
  stream: string;
  budget: string;
  /** A linked item, by Cairn's ID and by the aggregator's. */
  institution: string;
  item: string;
}

/** A request that refers to a resource by ID, in the path or the body. */
interface RequestById {
  path?: (ids: Ids) => string;
  body?: (ids: Ids) => Record<string, unknown>;
}

/** Requests for each call that takes an ID. A test checks that no such call is missing. */
const requestsById: Partial<Record<CallKey, RequestById[]>> = {
  'DELETE /user/sessions/:id': [{ path: ({ session }) => `/api/user/sessions/${session}` }],
  'DELETE /user/sessions/:id/trust': [
    { path: ({ trustedSession }) => `/api/user/sessions/${trustedSession}/trust` },
  ],
  'POST /user/transactions/v2': [
    { body: ({ account }) => ({ account: [account] }) },
    { body: ({ account }) => ({ account: [account], category: ['travel'], search_str: 'a' }) },
  ],
  'POST /user/transactions/summary': [{ body: ({ account }) => ({ account: [account] }) }],
  'POST /user/transactions/monthly': [{ body: ({ account }) => ({ account: [account] }) }],
  'POST /user/transactions/export': [{ body: ({ account }) => ({ account: [account] }) }],
  'GET /user/transaction': [
    { path: ({ transaction }) => `/api/user/transaction?tx_id=${transaction}` },
  ],
  'GET /user/transaction/history': [
    { path: ({ transaction }) => `/api/user/transaction/history?tx_id=${transaction}` },
  ],
  'GET /user/transaction/story': [
    { path: ({ transaction }) => `/api/user/transaction/story?tx_id=${transaction}` },
  ],
  'POST /user/transactions/account': [{ body: ({ account }) => ({ account_id: account }) }],
  'POST /user/tx/updatecategory': [
    { body: ({ transaction }) => ({ tx_id: transaction, category: 'travel_flights' }) },
    { body: ({ transaction }) => ({ tx_id: transaction, category: null }) },
  ],
  'POST /user/tx/ignore': [
    {
      body: ({ providerTransaction }) => ({
        tx_id: providerTransaction,
        exclude_transaction: true,
      }),
    },
  ],
  'PATCH /user/transactions/:id': [
    {
      path: ({ transaction }) => `/api/user/transactions/${transaction}`,
      body: () => ({ note: 'Mine', reviewed: true }),
    },
  ],
  'PATCH /user/tags/:id': [
    { path: ({ tag }) => `/api/user/tags/${tag}`, body: () => ({ name: 'Mine' }) },
  ],
  'DELETE /user/tags/:id': [{ path: ({ tag }) => `/api/user/tags/${tag}` }],
  'POST /user/changes/:id/undo': [
    { path: ({ change }) => `/api/user/changes/${change}/undo`, body: () => ({ force: true }) },
  ],
  'GET /user/account/history': [
    { path: ({ account }) => `/api/user/account/history?account_id=${account}` },
  ],
  'GET /user/account/liabilities': [
    { path: ({ account }) => `/api/user/account/liabilities?account_id=${account}` },
  ],
  'GET /user/account/holdings': [
    { path: ({ account }) => `/api/user/account/holdings?account_id=${account}` },
  ],
  'PATCH /user/accounts/:id': [
    { path: ({ account }) => `/api/user/accounts/${account}`, body: () => ({ hidden: true }) },
    { path: ({ account }) => `/api/user/accounts/${account}`, body: () => ({ name: 'Mine' }) },
  ],
  'POST /plaid/link/update': [{ body: ({ item }) => ({ item_id: item }) }],
  'POST /plaid/link/updated': [{ body: ({ item }) => ({ item_id: item }) }],
  'GET /institution/:id': [{ path: ({ institution }) => `/api/institution/${institution}` }],
  'GET /institution/:id/history': [
    { path: ({ institution }) => `/api/institution/${institution}/history` },
  ],
  'DELETE /user/identities/:provider': [
    { path: ({ signInMethod }) => `/api/user/identities/${signInMethod}` },
  ],
  'PATCH /user/passkeys/:id': [
    { path: ({ passkey }) => `/api/user/passkeys/${passkey}`, body: () => ({ name: 'Mine' }) },
  ],
  'DELETE /user/passkeys/:id': [{ path: ({ passkey }) => `/api/user/passkeys/${passkey}` }],
  'GET /user/recurringtx/:id': [{ path: ({ stream }) => `/api/user/recurringtx/${stream}` }],
  'PATCH /user/recurringtx/:id': [
    {
      path: ({ stream }) => `/api/user/recurringtx/${stream}`,
      body: () => ({ name: 'Mine', dismissed: true }),
    },
  ],
  'POST /user/budget/update': [{ body: ({ budget }) => ({ budget_id: budget, bills: 7 }) }],
  'POST /user/budget/cat': [
    { body: ({ budget }) => ({ budget_id: budget, category: 'TRAVEL', amount: 7 }) },
    { body: ({ budget }) => ({ budget_id: budget, category: 'TRAVEL', amount: 0 }) },
  ],
  'DELETE /user/budget/:id': [{ path: ({ budget }) => `/api/user/budget/${budget}` }],
  // Runs last, because it deletes the accounts that the other requests need.
  'DELETE /institution/:id': [{ path: ({ institution }) => `/api/institution/${institution}` }],
};

/** Fields that contain an ID. */
const idField = /(^|_)id$|^account$/;

/** True if a call takes an ID in its path, query, or body. */
function takesAnId({ call, path, key }: (typeof contractCalls)[number]): boolean {
  // Public resources have no owner.
  if (call.access === 'public' && call.params !== undefined) return false;
  if (key.includes('/:') || path.includes(':')) return true;
  return [call.params, call.query, call.body].some((schema) => {
    const properties: object =
      schema !== undefined && 'properties' in schema ? Object(schema.properties) : {};
    return Object.keys(properties).some((name) => idField.test(name));
  });
}

let server: TestServer;
let mine: TestClient;
let theirs: TestClient;
let myIds: Ids;
let theirIds: Ids;
const today = Temporal.PlainDate.from('2026-05-15');

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date('2026-05-15T12:00:00Z') },
    sandboxEnvironment: { SANDBOX_TODAY: today.toString() },
  });
  [mine, theirs] = await Promise.all([signUpPaid(server), signUpPaid(server)]);
  await Promise.all([mine.linkBank(workedExample(today)), theirs.linkBank(workedExample(today))]);
  await Promise.all([mine.linkBank(recurringPerson), theirs.linkBank(recurringPerson)]);
  await Promise.all([createBudget(mine), createBudget(theirs)]);
  await Promise.all([linkSignInMethod(mine, 'GOOGLE'), linkSignInMethod(theirs, 'APPLE')]);
  await Promise.all([addPasskey(mine), addPasskey(theirs)]);
  [myIds, theirIds] = await Promise.all([readIds(mine, 'GOOGLE'), readIds(theirs, 'APPLE')]);
});
afterAll(() => server.stop());

/** Creates a budget with a category. */
async function createBudget(client: TestClient): Promise<void> {
  const body = { earnings: 3, bills: 2, spending: 1 };
  const { budgets } = await client.request('POST /user/budget', { body });
  const budget_id = budgets[0]?.budget.id ?? '';
  await client.request('POST /user/budget/cat', {
    body: { budget_id, category: 'TRAVEL', amount: 5 },
  });
}

/** Links a sign-in method by SQL, because the server's fixed clock would reject the providers' tokens. */
async function linkSignInMethod(client: TestClient, provider: string): Promise<void> {
  const { id, username } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    `with identity as (
      insert into identities (issuer, subject, user_id) values ('https://x.example', $1::uuid::text, $1)
    )
    insert into user_identities (user_id, provider, issuer, subject, email)
    values ($1, $2, 'https://x.example', $1::uuid::text, $3)`,
    [id, provider, username],
  );
}

async function readIds(client: TestClient, signInMethod: string): Promise<Ids> {
  const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
  const [row] = transactions;
  if (row === undefined) throw new Error('The example has no transactions');
  const { username } = await client.request('GET /user/me');
  const { recurring } = await client.request('POST /user/plaid/recurring_txs');
  const { budgets } = await client.request('GET /user/budget');
  const { passkeys } = await client.request('GET /user/passkeys');
  const [item] = (await client.request('GET /institutions')).link_tokens;
  const { sid } = decodeJwt(await signIn(server, username, testPassword));
  const tag = await client.request('POST /user/tags', { body: { name: 'Example' } });
  const { change_id } = await client.request('PATCH /user/transactions/:id', {
    params: { id: row.id },
    body: { tags: [tag.id] },
  });
  return {
    account: row.account_id,
    transaction: row.id,
    tag: tag.id,
    change: change_id ?? '',
    providerTransaction: row.transaction_id,
    session: String(sid),
    trustedSession: await openTrustedSession(username),
    signInMethod,
    passkey: passkeys[0]?.id ?? '',
    stream: recurring[0]?.stream_id ?? '',
    budget: budgets[0]?.budget.id ?? '',
    institution: item?.id ?? '',
    item: item?.item_id ?? '',
  };
}

/** Signs in on a device that is then trusted, by SQL. Returns the session. */
async function openTrustedSession(username: string): Promise<string> {
  const { sid } = decodeJwt(await signIn(server, username, testPassword));
  await queryDatabase(
    server,
    `update known_devices set trusted_until = now() + interval '1 day'
     where device_id = (select device_id from sessions where session_id = $1)`,
    [sid],
  );
  return String(sid);
}

const unknownIds: Ids = {
  account: 'no-such-account',
  transaction: '0190a0a0-0000-7000-8000-00000000dead',
  tag: '0190a0a0-0000-7000-8000-00000000dead',
  change: '0190a0a0-0000-7000-8000-00000000dead',
  providerTransaction: 'no-such-transaction',
  session: '0190a0a0-0000-7000-8000-00000000dead',
  trustedSession: '0190a0a0-0000-7000-8000-00000000dead',
  signInMethod: 'no-such-method',
  passkey: '0190a0a0-0000-7000-8000-00000000dead',
  stream: '0190a0a0-0000-7000-8000-00000000dead',
  budget: '0190a0a0-0000-7000-8000-00000000dead',
  institution: '0190a0a0-0000-7000-8000-00000000dead',
  item: 'no-such-item',
};

const tablesOfUsers = [
  'users',
  'sessions',
  'known_devices',
  'user_identities',
  'identities',
  'user_passkeys',
  'passkey_credentials',
  'items',
  'accounts',
  'transactions',
  'transaction_events',
  'tags',
  'changes',
  'change_targets',
  'account_events',
  'sync_runs',
  'purchases',
  'recurring_streams',
  'stream_transactions',
  'liabilities',
  'holdings',
  'budgets',
  'budget_categories',
];

/** Returns all rows of a user as text, to compare before and after. */
async function dumpUserRows(client: TestClient): Promise<string> {
  const { id } = await client.request('GET /user/me');
  const parts: unknown[] = [];
  for (const table of tablesOfUsers)
    parts.push(
      await queryDatabase(server, `select t::text from ${table} t where user_id = $1 order by 1`, [
        id,
      ]),
    );
  return JSON.stringify(parts);
}

test('every call that takes an ID has a request', () => {
  const missing = contractCalls
    .filter(takesAnId)
    .map(({ key }) => key)
    .filter((key) => requestsById[key] === undefined);
  expect(missing).toEqual([]);
});

test('every request belongs to a call that takes an ID', () => {
  const callsWithIds = new Set(contractCalls.filter(takesAnId).map(({ key }) => key));
  expect(Object.keys(requestsById).filter((key) => !callsWithIds.has(key as CallKey))).toEqual([]);
});

const isLast = ({ key }: { key: CallKey }) => key === 'DELETE /institution/:id';
const inOrder = contractCalls.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
const cases = inOrder.flatMap(({ key, method, path }) =>
  (requestsById[key] ?? []).map((request, index) => ({
    name: `${key} (${index + 1})`,
    method,
    path,
    request,
  })),
);

describe("another user's id", () => {
  test.each(cases)(
    '$name responds as for an unknown ID and changes nothing',
    async ({ method, path, request }) => {
      const send = async (ids: Ids) =>
        sendRaw(server, request.path?.(ids) ?? path, {
          method,
          token: mine.token,
          ...(request.body === undefined
            ? {}
            : {
                body: JSON.stringify(request.body(ids)),
                headers: { 'content-type': 'application/json' },
              }),
        });
      const before = await dumpUserRows(theirs);
      const [foreign, unknown] = [await send(theirIds), await send(unknownIds)];
      const { request_id: _one, ...foreignProblem } = expectProblem(foreign, 404);
      const { request_id: _other, ...unknownProblem } = expectProblem(unknown, 404);
      expect(foreignProblem).toEqual(unknownProblem);
      expect(await dumpUserRows(theirs)).toBe(before);
      // The same request with the user's own ID succeeds, so the ID was the reason.
      expect((await send(myIds)).status).toBeLessThan(300);
    },
  );
});

test("a request with one's own and another user's ID is rejected", async () => {
  const response = await mine.call('POST /user/transactions/v2', {
    body: { account: [myIds.account, theirIds.account] },
  });
  expect(response.status).toBe(404);
});
