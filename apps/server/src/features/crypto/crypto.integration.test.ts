import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  consentAtExchange,
  type ExchangeLink,
  linkExchange,
  listExchangeLinks,
} from '../../../../../tests/support/bank/exchange.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import {
  signUp,
  signUpPaid,
  type TestClient,
} from '../../../../../tests/support/requests/test-client.ts';
import {
  listExchangeHistories,
  listExchangeValues,
} from '../../domain/balances/crypto-history.queries.ts';
import { pollExchanges } from '../../jobs/crypto/poll-exchanges.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import { asUserId } from '../../platform/identifiers.ts';

let server: TestServer;
/** A second process on the same database. */
let other: TestServer;

beforeAll(async () => {
  const callPolicy = {
    timeout: 2_000,
    retries: { maxAttempts: 2, initialDelay: 5, maxDelay: 20, random: Math.random },
  };
  server = await startTestServer({ callPolicy });
  const { database, sandbox, dataDir } = server;
  other = await startTestServer({ callPolicy, database, sandbox, dataDir });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const control = <T>(path: string, body?: unknown) => server.sandbox.control<T>(path, body);
const portfolio = (client: TestClient) => client.call('GET /cb/portfolio');
const fetchUserId = async (client: TestClient) =>
  asUserId((await client.request('GET /user/me')).id);

let holderCount = 0;
/** Creates a holder at the exchange that no other test uses. Returns their name. */
async function createHolder(holdings: { code: string; amount: string }[]): Promise<string> {
  holderCount += 1;
  const user = `holder ${holderCount}`;
  await control('exchange/holdings', { user, holdings });
  return user;
}

/** Signs up a paid user and links their exchange. */
async function signUpLinked(holdings = [{ code: 'BTC', amount: '0.50000000' }]) {
  const client = await signUpPaid(server);
  const user = await createHolder(holdings);
  await linkExchange(client, user);
  return { client, user };
}

const countRenewals = async (user: string) =>
  (await listExchangeLinks(server, user)).reduce(
    (sum: number, { renewals }: ExchangeLink) => sum + renewals,
    0,
  );

describe('linking', () => {
  test('redirects to the exchange with a state, a challenge, and a read-only scope', async () => {
    const client = await signUpPaid(server);
    const { url } = await client.request('GET /crypto/authorize-url');
    const { searchParams } = new URL(url);
    expect(searchParams.get('scope')).toBe('wallet:accounts:read offline_access');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('redirect_uri')).toBe(`${server.url}/crypto/callback`);
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect((await client.request('GET /crypto/authorize-url')).url).not.toBe(url);
  });

  test('responds once the holdings are stored', async () => {
    const client = await signUpPaid(server);
    expect((await portfolio(client)).status).toBe(404);
    expect((await client.call('GET /cb')).status).toBe(404);
    expect(await client.request('GET /cb/history')).toEqual({ points: [] });
    expect(await client.request('GET /institutions')).toEqual({
      link_tokens: [],
      revoked_institutions: [],
    });
    const user = await createHolder([{ code: 'BTC', amount: '0.25' }]);
    const response = await linkExchange(client, user);
    expect(response).toEqual({ linked: true });
    const id = await fetchUserId(client);
    const rows = await server.services.database.rows(
      owned`select code from crypto_holdings where user_id = ${id}`,
    );
    expect(rows).toEqual([{ code: 'BTC' }]);
    expect(await client.request('GET /institutions')).toEqual({
      link_tokens: [],
      cb_token: true,
      revoked_institutions: [],
    });
    expect(await client.request('GET /cb')).toMatchObject({
      exchange: 'Coinbase',
      state: 'ok',
      last_fetch: expect.any(String),
      failed_at: null,
    });
    const { events } = await client.request('GET /user/activity');
    expect(events[0]).toMatchObject({ event: 'exchange_linked', detail: 'Coinbase' });
  });

  test('accepts a state only once, in the session and browser that started linking', async () => {
    const client = await signUpPaid(server);
    const user = await createHolder([]);
    const stranger = await signUpPaid(server);
    const { body, headers } = await consentAtExchange(client, user);
    const linkExpired = { status: 422, problem: { code: 'link_expired' } };
    expect(await stranger.call('POST /cb/code', { body, headers })).toMatchObject(linkExpired);
    expect((await portfolio(stranger)).status).toBe(404);
    // The same session in another browser: without a cookie, with that browser's cookie, and with invalid cookies.
    const { headers: otherHeaders } = await consentAtExchange(client, user);
    expect(otherHeaders.cookie).not.toBe(headers.cookie);
    const [name] = headers.cookie.split('=');
    for (const cookie of ['', otherHeaders.cookie, `${name}=${'x'.repeat(43)}`, `${name}=`])
      expect(
        await client.call('POST /cb/code', { body, headers: cookie === '' ? {} : { cookie } }),
      ).toMatchObject(linkExpired);
    expect((await portfolio(client)).status).toBe(404);
    // The rejected requests do not use up the state.
    const linked = await client.call('POST /cb/code', { body, headers });
    expect(linked.body).toEqual({ linked: true });
    expect(linked.headers.get('set-cookie')).toMatch(/^cairn_exchange_sign_in=; Max-Age=0; /);
    // A client whose response was lost sends the same request again. Nothing is linked a second time.
    expect(await client.request('POST /cb/code', { body, headers })).toEqual({ linked: true });
    expect(await listExchangeLinks(server, user)).toHaveLength(1);
    expect(
      await client.call('POST /cb/code', { body: { ...body, code: 'another' }, headers }),
    ).toMatchObject(linkExpired);
    for (const state of ['', 'made up', 'x'.repeat(43)])
      expect(
        await client.call('POST /cb/code', { body: { code: 'c', state }, headers }),
      ).toMatchObject(linkExpired);
  });

  test('uses one HttpOnly cookie for a browser that starts linking in two tabs', async () => {
    const client = await signUpPaid(server);
    const first = await client.call('GET /crypto/authorize-url');
    const set = first.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^cairn_exchange_sign_in=[\w-]{43}; /);
    expect(set).toMatch(/; HttpOnly/);
    expect(set).toMatch(/; SameSite=Lax/);
    expect(set).toMatch(/; Path=\/;/);
    const cookie = set.split(';')[0] ?? '';
    const second = await client.call('GET /crypto/authorize-url', { headers: { cookie } });
    expect(second.headers.get('set-cookie')?.split(';')[0]).toBe(cookie);
  });

  test('rejects an expired state and a code that is unknown to the exchange', async () => {
    const client = await signUpPaid(server);
    const late = await consentAtExchange(client, await createHolder([]));
    await server.services.database.run(
      directory`update one_time_codes set expires_at = now() where purpose = 'exchange_state'`,
    );
    expect((await client.call('POST /cb/code', late)).problem.code).toBe('link_expired');
    const { body, headers } = await consentAtExchange(client, await createHolder([]));
    const wrong = { body: { ...body, code: 'ory_ac_wrong' }, headers };
    expect((await client.call('POST /cb/code', wrong)).problem.code).toBe('link_expired');
    expect((await portfolio(client)).status).toBe(404);
  });

  test('responds 502 and links nothing while the exchange is unavailable', async () => {
    const client = await signUpPaid(server);
    const consent = await consentAtExchange(client, await createHolder([]));
    await control('faults', {
      provider: 'coinbase',
      route: '/oauth2/token',
      kind: 'http_500',
      times: 2,
    });
    const { status, problem } = await client.call('POST /cb/code', consent);
    expect([status, problem.code]).toEqual([502, 'provider_failed']);
    expect((await portfolio(client)).status).toBe(404);
  });

  test('keeps the exchange linked if the first fetch fails, and responds 502 until there are holdings to show', async () => {
    const client = await signUpPaid(server);
    const user = await createHolder([{ code: 'BTC', amount: '1' }]);
    await control('faults', {
      provider: 'coinbase',
      route: '/v2/accounts',
      kind: 'http_500',
      times: 4,
    });
    expect(await linkExchange(client, user)).toEqual({ linked: true });
    expect((await portfolio(client)).status).toBe(502);
    expect((await portfolio(client)).status).toBe(200);
  });

  test('a second time replaces the link and revokes the earlier access', async () => {
    const { client, user } = await signUpLinked();
    const next = await createHolder([{ code: 'ETH', amount: '2.000000000000000000' }]);
    await linkExchange(client, next);
    expect((await portfolio(client)).body.portfolio.map(({ currency }) => currency.code)).toEqual([
      'ETH',
    ]);
    await eventually(
      async () => (await listExchangeLinks(server, user)).every(({ revoked }) => revoked),
      'the earlier access is revoked',
    );
    expect((await listExchangeLinks(server, next)).map(({ revoked }) => revoked)).toEqual([false]);
  });

  test('requires a paid subscription', async () => {
    const free = await signUp(server);
    for (const key of [
      'GET /crypto/authorize-url',
      'GET /cb/portfolio',
      'GET /cb/history',
      'GET /cb',
      'DELETE /cb',
    ] as const)
      expect((await free.call(key)).status, key).toBe(403);
  });
});

describe('the portfolio', () => {
  test('has exact amounts and prices, separates cash, and omits empty wallets', async () => {
    const { client } = await signUpLinked([
      { code: 'BTC', amount: '0.00000001' },
      { code: 'ETH', amount: '0.123456789012345678' },
      { code: 'SHIB', amount: '1000000000.000000000000000000' },
      { code: 'OLDC', amount: '25.00000000' },
      { code: 'LTC', amount: '0.00000000' },
      { code: 'EUR', amount: '12.50' },
      { code: 'USD', amount: '0.00' },
    ]);
    await control('exchange/rates', { BTC: '0.0000105', ETH: '0', SHIB: '1e-12', EUR: '0.92' });
    const { status, body } = await portfolio(client);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      portfolio: [
        { currency: { code: 'BTC', name: 'Bitcoin' }, balance: { amount: '0.00000001' } },
        {
          currency: { code: 'ETH', name: 'Ethereum' },
          balance: { amount: '0.123456789012345678' },
        },
        { currency: { code: 'OLDC' }, balance: { amount: '25.00000000' } },
        { currency: { code: 'SHIB' }, balance: { amount: '1000000000.000000000000000000' } },
      ],
      cash: [{ currency: { code: 'EUR', name: 'Euro' }, balance: { amount: '12.50' } }],
      prices: { BTC: '0.0000105', ETH: '0', SHIB: '0.000000000001', EUR: '0.92' },
    });
    expect(Object.keys(body).sort()).toEqual(['as_of', 'cash', 'portfolio', 'prices']);
    expect(Math.abs(Date.parse(body.as_of) - Date.now())).toBeLessThan(60_000);
    await control('exchange/rates', { BTC: null, ETH: 'soon', SHIB: null, EUR: null });
    expect((await portfolio(client)).body.prices.ETH).toBeUndefined();
    await control('exchange/rates', { ETH: null });
  });

  test('includes all wallets from several pages of the exchange', async () => {
    const holdings = Array.from({ length: 230 }, (_, index) => ({
      code: `C${index}`,
      amount: '1',
    }));
    const { client } = await signUpLinked(holdings);
    expect((await portfolio(client)).body.portfolio).toHaveLength(230);
  });

  test('is updated when the holdings change, and the history has one point per day with the latest value', async () => {
    const { client, user } = await signUpLinked([
      { code: 'XLM', amount: '3' },
      { code: 'GBP', amount: '10' },
    ]);
    await control('exchange/rates', { XLM: '4', GBP: '0.8' });
    await portfolio(client);
    expect((await client.request('GET /cb/history')).points).toMatchObject([
      { value: 0.75, cash: 12.5 },
    ]);
    await control('exchange/holdings', {
      user,
      holdings: [{ code: 'XLM', amount: '1000000000.015' }],
    });
    await portfolio(client);
    const { points } = await client.request('GET /cb/history');
    expect(points).toMatchObject([{ value: 250_000_000, cash: 0 }]);
    await control('exchange/rates', { XLM: null, GBP: null });
  });

  test.each([
    ['http_500', 'down'],
    ['drop_connection', 'down'],
    ['truncated', 'down'],
    ['malformed_json', 'down'],
    ['http_429', 'busy'],
  ])(
    'is the stored one, marked as stale, if the exchange responds with %s',
    async (kind, stale_reason) => {
      const { client } = await signUpLinked();
      const before = (await portfolio(client)).body;
      await control('faults', { provider: 'coinbase', route: '/v2/accounts', kind, times: 2 });
      const { status, body } = await portfolio(client);
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, stale: true, stale_reason });
      await control('faults/clear', {});
      if (stale_reason === 'busy') {
        // No request is sent while the exchange asks us to wait.
        const requests = await control<{ path: string }[]>('log');
        expect((await portfolio(client)).body.stale_reason).toBe('busy');
        expect(
          (await control<{ path: string }[]>('log')).filter(({ path }) =>
            path.startsWith('/coinbase'),
          ).length,
        ).toBe(requests.filter(({ path }) => path.startsWith('/coinbase')).length);
        await eventually(
          async () => (await portfolio(client)).body.stale === undefined,
          'the holdings are fetched again',
        );
      }
      expect((await portfolio(client)).body.stale).toBeUndefined();
      expect((await client.request('GET /cb')).failed_at).toBeNull();
    },
  );

  test('responds 404 if the exchange is unlinked during the fetch', async () => {
    const { client } = await signUpLinked();
    await control('faults', {
      provider: 'coinbase',
      route: '/v2/accounts',
      kind: 'slow',
      latency_ms: 3_000,
      times: 1,
    });
    const fetching = portfolio(client);
    const isWaiting = async () => (await control<unknown[]>('faults')).length === 0;
    await eventually(isWaiting, 'the fetch has begun');
    await client.request('DELETE /cb');
    expect(await fetching).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });

  test('requires linking again if our access lacks a permission', async () => {
    const { client } = await signUpLinked();
    await control('faults', {
      provider: 'coinbase',
      route: '/v2/accounts',
      kind: 'refuse',
      code: 'invalid_scope',
    });
    expect((await portfolio(client)).body).toMatchObject({
      stale: true,
      stale_reason: 'reconnect',
    });
    expect(await client.request('GET /cb')).toMatchObject({ state: 'reconnect' });
  });
});

describe('tokens', () => {
  test('twenty concurrent requests in two processes refresh an expired token once', async () => {
    const { client, user } = await signUpLinked();
    await control('exchange/access', { user, how: 'expire' });
    const otherProcessClient = Object.assign(Object.create(client), {
      server: other,
    }) as TestClient;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        portfolio(index % 2 === 0 ? client : otherProcessClient),
      ),
    );
    expect(responses.map(({ status, body }) => [status, body.stale])).toEqual(
      Array.from({ length: 20 }, () => [200, undefined]),
    );
    expect(await countRenewals(user)).toBe(1);
  });

  test('a token that is known to be expired is refreshed once before it is used', async () => {
    const { client, user } = await signUpLinked();
    const id = await fetchUserId(client);
    await server.services.database.run(
      owned`update exchange_links set access_until = now() where user_id = ${id}`,
    );
    await control('exchange/access', { user, how: 'expire' });
    const otherProcessClient = Object.assign(Object.create(client), {
      server: other,
    }) as TestClient;
    await Promise.all([client, otherProcessClient, client, otherProcessClient].map(portfolio));
    expect(await countRenewals(user)).toBe(1);
  });

  test('a process that dies between refreshing and storing the tokens requires linking again and keeps the data', async () => {
    const { client, user } = await signUpLinked([{ code: 'BTC', amount: '0.75000000' }]);
    const before = (await portfolio(client)).body;
    const id = await fetchUserId(client);
    const { database, exchange, sealer } = server.services;
    const link = await database.row<{ id: string; sealed_tokens: string }>(
      owned`select id, sealed_tokens from exchange_links where user_id = ${id}`,
    );
    if (!link) throw new Error('There is no link');
    const { refresh } = JSON.parse(sealer.open(link.sealed_tokens, `exchange ${id}/${link.id}`));
    // Simulates the dead process: the refresh token is used up, and the lease has expired.
    await exchange?.refreshTokens(refresh);
    await database.run(
      owned`update exchange_links set renewing_until = now() - interval '1 second' where user_id = ${id}`,
    );
    await control('exchange/access', { user, how: 'expire' });
    const { status, body } = await portfolio(client);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, stale: true, stale_reason: 'reconnect' });
    expect(await client.request('GET /cb')).toMatchObject({ state: 'reconnect' });
    expect((await client.request('GET /cb/history')).points).toHaveLength(1);
    await linkExchange(client, user);
    expect((await portfolio(client)).body.stale).toBeUndefined();
  });

  test('the stored tokens are kept and tried again if the exchange fails to refresh them', async () => {
    const { client, user } = await signUpLinked();
    await control('exchange/access', { user, how: 'expire' });
    await control('faults', {
      provider: 'coinbase',
      route: '/oauth2/token',
      kind: 'http_500',
      times: 2,
    });
    expect((await portfolio(client)).body.stale_reason).toBe('down');
    expect((await portfolio(client)).body.stale).toBeUndefined();
    expect(await countRenewals(user)).toBe(1);
  });

  test('a user who revokes the access at the exchange must link again', async () => {
    const { client, user } = await signUpLinked();
    await control('exchange/access', { user, how: 'revoke' });
    expect((await portfolio(client)).body).toMatchObject({
      stale: true,
      stale_reason: 'reconnect',
    });
    expect(await client.request('GET /institutions')).toMatchObject({ cb_token: true });
  });

  test('are sealed for their user and their link', async () => {
    const { client } = await signUpLinked();
    const id = await fetchUserId(client);
    const row = await server.services.database.row<{ id: string; sealed_tokens: string }>(
      owned`select id, sealed_tokens from exchange_links where user_id = ${id}`,
    );
    const { sealer } = server.services;
    expect(row?.sealed_tokens).not.toContain('ory_');
    expect(sealer.open(row?.sealed_tokens ?? '', `exchange ${id}/${row?.id}`)).toContain('ory_rt_');
    expect(() => sealer.open(row?.sealed_tokens ?? '', `exchange ${id}/another`)).toThrow();
    expect(JSON.stringify(server.logged)).not.toContain('ory_');
  });
});

describe('unlinking', () => {
  test('deletes the data at once, and revokes the access when the exchange is available again', async () => {
    const { client, user } = await signUpLinked();
    await control('exchange/access', { user, how: 'expire' });
    await control('faults', { provider: 'coinbase', kind: 'http_500', times: 2 });
    expect((await client.call('DELETE /cb')).status).toBe(204);
    expect((await portfolio(client)).status).toBe(404);
    expect((await client.call('DELETE /cb')).status).toBe(404);
    expect(await client.request('GET /cb/history')).toEqual({ points: [] });
    expect(await client.request('GET /institutions')).toEqual({
      link_tokens: [],
      revoked_institutions: [],
    });
    await eventually(async () => {
      const id = await fetchUserId(client);
      const rows = await server.services.database.rows(
        owned`select 1 from exchange_links where user_id = ${id} union all select 1 from crypto_polls where user_id = ${id}`,
      );
      return rows.length === 0;
    }, 'no tokens are left');
    // The token had expired and was refreshed, because revoking needs a valid one.
    expect(await listExchangeLinks(server, user)).toMatchObject([{ revoked: true, renewals: 1 }]);
    const { events } = await client.request('GET /user/activity');
    expect(events[0]).toMatchObject({ event: 'exchange_unlinked', detail: 'Coinbase' });
  });

  test('deleting the account revokes the access too', async () => {
    const { client, user } = await signUpLinked();
    expect((await client.request('GET /user/deletion')).providers).toEqual(['Coinbase']);
    await client.request('DELETE /user', { body: {} });
    await eventually(
      async () => (await listExchangeLinks(server, user)).every(({ revoked }) => revoked),
      'the access is revoked',
    );
  });
});

describe('the daily fetch', () => {
  test('runs once a day for paid users', async () => {
    const { client, user } = await signUpLinked([{ code: 'DOT', amount: '8' }]);
    const lapsed = await signUpLinked([{ code: 'DOT', amount: '8' }]);
    const [id, lapsedId] = [await fetchUserId(client), await fetchUserId(lapsed.client)];
    const { database } = server.services;
    await database.run(owned`update users set paid_until = now() where user_id = ${lapsedId}`);
    for (const userId of [id, lapsedId])
      await database.run(
        owned`update crypto_snapshots set day = day - 3 where user_id = ${userId}`,
      );
    await database.run(directory`update crypto_polls set next_poll_at = now()`);
    await control('exchange/rates', { DOT: '0.5' });
    await pollExchanges(server.services);
    const { points } = await client.request('GET /cb/history');
    expect(points.map(({ value }) => value).at(-1)).toBe(16);
    // Days without a fetch have the previous value, as an estimate.
    expect(points.map(({ kind }) => kind)).toEqual(['seen', 'estimated', 'estimated', 'seen']);
    const rows = await database.rows(
      owned`select 1 from crypto_snapshots where user_id = ${lapsedId}`,
    );
    expect(rows).toHaveLength(1);
    const next = await database.row<{ hours: number }>(
      directory`select extract(epoch from next_poll_at - now())::float / 3600 as hours from crypto_polls where user_id = ${id}`,
    );
    expect(next?.hours).toBeGreaterThan(19);
    await control('exchange/rates', { DOT: null });
    expect(user).toMatch(/^holder/);
  });

  test('net worth reads the value of coins per exchange and day, without cash', async () => {
    const { client } = await signUpLinked([
      { code: 'SOL', amount: '2' },
      { code: 'USD', amount: '5.50' },
    ]);
    const id = await fetchUserId(client);
    const { database } = server.services;
    await database.run(owned`delete from crypto_snapshots where user_id = ${id}`);
    expect(await listExchangeValues(database, id)).toEqual([]);
    expect(await listExchangeHistories(database, id)).toEqual([]);
    await database.run(owned`
      insert into crypto_snapshots (user_id, exchange, day, value, cash)
      values
        (${id}, 'coinbase', '2026-03-02', 100.25, 5.50),
        (${id}, 'coinbase', '2026-03-04', 99.75, 0),
        (${id}, 'another', '2026-03-03', 1, 2)`);
    const day = Temporal.PlainDate.from('2026-03-02').since('1970-01-01').days;
    expect(await listExchangeHistories(database, id)).toEqual([
      { exchange: 'another', snapshots: [[day + 1, 1_00]], cash: [[day + 1, 2_00]] },
      {
        exchange: 'coinbase',
        snapshots: [
          [day, 100_25],
          [day + 2, 99_75],
        ],
        cash: [
          [day, 5_50],
          [day + 2, 0],
        ],
      },
    ]);
    expect(await listExchangeValues(database, id)).toEqual([
      { exchange: 'another', value: '1.00' },
      { exchange: 'coinbase', value: '99.75' },
    ]);
  });
});
