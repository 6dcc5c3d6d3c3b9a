import type { CallKey } from '@cairn/contract/calls';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notBuilt } from '../../apps/server/src/not-built.ts';
import { expectProblem, sendRaw } from '../support/raw-request.ts';
import { recurringPerson } from '../support/recurring-person.ts';
import { signIn, signUpPaid, type TestClient, testPassword } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { askDatabase } from '../support/user-rows.ts';
import { walkedCalls } from '../support/walk-calls.ts';
import { workedExample } from '../support/worked-example.ts';

/** Ids of one user's things. */
interface Ids {
  account: string;
  transaction: string;
  providerTransaction: string;
  /** A session besides the one that asks. */
  session: string;
  /** A way to sign in that is linked. */
  wayIn: string;
  stream: string;
  budget: string;
  /** A linked institution, by our id and by the aggregator's. */
  institution: string;
  item: string;
}

/** A request that names somebody's thing: a path with its query, or a body. */
interface Naming {
  path?: (ids: Ids) => string;
  body?: (ids: Ids) => Record<string, unknown>;
}

/**
 * How each call that is built and takes an id names a thing. A call that takes an id and is not here
 * fails the test below, so that nobody forgets to say it.
 */
const namings: Partial<Record<CallKey, Naming[]>> = {
  'DELETE /user/sessions/:id': [{ path: ({ session }) => `/api/user/sessions/${session}` }],
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
  'DELETE /user/identities/:provider': [{ path: ({ wayIn }) => `/api/user/identities/${wayIn}` }],
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
  // The last one: with it go the accounts that the others name.
  'DELETE /institution/:id': [{ path: ({ institution }) => `/api/institution/${institution}` }],
};

/** Fields that name a thing of a user's. */
const namesAThing = /(^|_)id$|^account$/;

/** Whether a call takes an id anywhere: in its path, its query or its body. */
function takesAnId({ call, path, key }: (typeof walkedCalls)[number]): boolean {
  // What anybody may ask for, signed in or not, is nobody's.
  if (call.access === 'public' && call.params !== undefined) return false;
  if (key.includes('/:') || path.includes(':')) return true;
  return [call.params, call.query, call.body].some((schema) => {
    const properties: object =
      schema !== undefined && 'properties' in schema ? Object(schema.properties) : {};
    return Object.keys(properties).some((name) => namesAThing.test(name));
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
  await Promise.all([mine.link(workedExample(today)), theirs.link(workedExample(today))]);
  await Promise.all([mine.link(recurringPerson), theirs.link(recurringPerson)]);
  await Promise.all([planFor(mine), planFor(theirs)]);
  await Promise.all([linkWith(mine, 'GOOGLE'), linkWith(theirs, 'APPLE')]);
  [myIds, theirIds] = await Promise.all([idsOf(mine, 'GOOGLE'), idsOf(theirs, 'APPLE')]);
});
afterAll(() => server.stop());

/** A budget with a category. */
async function planFor(client: TestClient): Promise<void> {
  const body = { earnings: 3, bills: 2, spending: 1 };
  const { budgets } = await client.reply('POST /user/budget', { body });
  const budget_id = budgets[0]?.budget.id ?? '';
  await client.reply('POST /user/budget/cat', {
    body: { budget_id, category: 'TRAVEL', amount: 5 },
  });
}

/** Links a way to sign in, by hand: providers' tokens are of today, and the server's clock is not. */
async function linkWith(client: TestClient, provider: string): Promise<void> {
  const { id, username } = await client.reply('GET /user/me');
  await askDatabase(
    server,
    `with taken as (
      insert into identities (issuer, subject, user_id) values ('https://x.example', $1::uuid::text, $1)
    )
    insert into user_identities (user_id, provider, issuer, subject, email)
    values ($1, $2, 'https://x.example', $1::uuid::text, $3)`,
    [id, provider, username],
  );
}

async function idsOf(client: TestClient, wayIn: string): Promise<Ids> {
  const { transactions } = await client.reply('POST /user/transactions/v2', { body: {} });
  const [row] = transactions;
  if (row === undefined) throw new Error('The example has rows');
  const { username } = await client.reply('GET /user/me');
  const { recurring } = await client.reply('POST /user/plaid/recurring_txs');
  const { budgets } = await client.reply('GET /user/budget');
  const [item] = (await client.reply('GET /institutions')).link_tokens;
  const { sid } = decodeJwt(await signIn(server, username, testPassword));
  return {
    account: row.account_id,
    transaction: row.id,
    providerTransaction: row.transaction_id,
    session: String(sid),
    wayIn,
    stream: recurring[0]?.stream_id ?? '',
    budget: budgets[0]?.budget.id ?? '',
    institution: item?.id ?? '',
    item: item?.item_id ?? '',
  };
}

const unknown: Ids = {
  account: 'no-such-account',
  transaction: '0190a0a0-0000-7000-8000-00000000dead',
  providerTransaction: 'no-such-transaction',
  session: '0190a0a0-0000-7000-8000-00000000dead',
  wayIn: 'no-such-way',
  stream: '0190a0a0-0000-7000-8000-00000000dead',
  budget: '0190a0a0-0000-7000-8000-00000000dead',
  institution: '0190a0a0-0000-7000-8000-00000000dead',
  item: 'no-such-item',
};

const tablesOfUsers = [
  'users',
  'sessions',
  'user_identities',
  'identities',
  'items',
  'accounts',
  'transactions',
  'transaction_events',
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

/** Everything that the other user has, as text: compared before and after. */
async function everythingOf(client: TestClient): Promise<string> {
  const { id } = await client.reply('GET /user/me');
  const parts: unknown[] = [];
  for (const table of tablesOfUsers)
    parts.push(
      await askDatabase(server, `select t::text from ${table} t where user_id = $1 order by 1`, [
        id,
      ]),
    );
  return JSON.stringify(parts);
}

test('every call that takes an id says how it names a thing', () => {
  const silent = walkedCalls
    .filter((each) => takesAnId(each) && !notBuilt.has(each.key))
    .map(({ key }) => key)
    .filter((key) => namings[key] === undefined);
  expect(silent).toEqual([]);
});

test('no call says so that takes none, or is not built', () => {
  const known = new Set(
    walkedCalls.filter((each) => takesAnId(each) && each.built).map(({ key }) => key),
  );
  expect(Object.keys(namings).filter((key) => !known.has(key as CallKey))).toEqual([]);
});

const isLast = ({ key }: { key: CallKey }) => key === 'DELETE /institution/:id';
const inOrder = walkedCalls.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
const cases = inOrder.flatMap(({ key, method, path }) =>
  (namings[key] ?? []).map((naming, index) => ({
    name: `${key} (${index + 1})`,
    method,
    path,
    naming,
  })),
);

describe("another user's id", () => {
  test.each(cases)(
    '$name answers as for one that does not exist, and changes nothing',
    async ({ method, path, naming }) => {
      const send = async (ids: Ids) =>
        sendRaw(server, naming.path?.(ids) ?? path, {
          method,
          token: mine.token,
          ...(naming.body === undefined
            ? {}
            : {
                body: JSON.stringify(naming.body(ids)),
                headers: { 'content-type': 'application/json' },
              }),
        });
      const before = await everythingOf(theirs);
      const [foreign, missing] = [await send(theirIds), await send(unknown)];
      const { request_id: _one, ...foreignProblem } = expectProblem(foreign, 404);
      const { request_id: _other, ...missingProblem } = expectProblem(missing, 404);
      expect(foreignProblem).toEqual(missingProblem);
      expect(await everythingOf(theirs)).toBe(before);
      // The same request about one's own thing goes through: it was the id that was refused.
      expect((await send(myIds)).status).toBeLessThan(300);
    },
  );
});

test('one id of another among the own ones is refused as a whole', async () => {
  const answer = await mine.call('POST /user/transactions/v2', {
    body: { account: [myIds.account, theirIds.account] },
  });
  expect(answer.status).toBe(404);
});
