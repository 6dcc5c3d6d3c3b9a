import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryDatabase } from '../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../tests/support/processes/test-server.ts';
import { signUp } from '../../../../tests/support/requests/test-client.ts';
import { asUserId, newId, type UserId } from '../platform/identifiers.ts';
import { Failure } from '../platform/problem.ts';
import { sha256 } from '../platform/secrets/one-time-codes.ts';
import { findLinkIntentByRequest, type LinkIntentKey } from './link-intents.queries.ts';
import { exchangeOnce, openLinkIntent, type TokenExchange } from './link-intents.ts';

let server: TestServer;
let userId: UserId;

beforeAll(async () => {
  server = await startTestServer();
  userId = asUserId((await (await signUp(server)).request('GET /user/me')).id);
});
afterAll(() => server.stop());

class Refused extends Error {}

/** The requests that were exchanged, and the tokens that were stored or revoked, in order. */
let calls: string[];
beforeEach(() => {
  calls = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** An exchange that returns the request in capital letters as the token. */
const exchange: TokenExchange<string> = {
  async exchange(request) {
    calls.push(`exchange ${request}`);
    return request.toUpperCase();
  },
  isRefused: (error) => error instanceof Refused,
  mayHaveSucceeded: (_error, attempts) => attempts > 1,
  async store(_transaction, _intent, token) {
    calls.push(`store ${token}`);
  },
  async revoke(token) {
    calls.push(`revoke ${token}`);
  },
};

async function openIntent(): Promise<LinkIntentKey> {
  const requestDigest = sha256(newId());
  const { services } = server;
  await services.database.transaction((transaction) =>
    openLinkIntent(services, transaction, userId, {
      provider: 'plaid',
      requestDigest,
      request: 'request',
    }),
  );
  const intent = await findLinkIntentByRequest(services.database, userId, requestDigest);
  if (intent === undefined) throw new Error('The intent is not stored');
  return { userId, intentId: intent.id };
}

const run = (key: LinkIntentKey, changes: Partial<TokenExchange<string>> = {}) =>
  exchangeOnce(server.services, key, { ...exchange, ...changes }, { wait: true });

describe('the exchange of an intent', () => {
  test('happens once, and its request is deleted when the tokens are stored', async () => {
    const key = await openIntent();
    expect(await Promise.all([run(key), run(key), run(key)])).toEqual([true, true, true]);
    expect(calls).toEqual(['exchange request', 'store REQUEST']);
    expect(
      await queryDatabase(server, 'select sealed_request from link_intents where id = $1', [
        key.intentId,
      ]),
    ).toEqual([{ sealed_request: '' }]);
  });

  test('can be repeated after an error, but not once the provider has refused it', async () => {
    const key = await openIntent();
    const failWith = (error: Error) => ({ exchange: () => Promise.reject(error) });
    await expect(run(key, failWith(new Error('down')))).rejects.toThrow('down');
    await expect(run(key, failWith(new Refused('no')))).rejects.toThrow('no');
    expect(await run(key)).toBe(false);
    expect(calls).toEqual([]);
    expect(server.logged).toContainEqual(
      expect.objectContaining({ event: 'link_outcome_unknown', intent_id: key.intentId }),
    );
  });

  test('stores the tokens once a busy database accepts them', async () => {
    const key = await openIntent();
    const lockHolder = new pg.Client({ connectionString: server.database.url });
    await lockHolder.connect();
    const countWaiting = async () =>
      (
        await queryDatabase(
          server,
          `select 1 from pg_stat_activity
           where wait_event_type = 'Lock' and query like '%exchanged_at = now()%'
             and pid <> pg_backend_pid()`,
        )
      ).length;
    const stored = run(key, {
      async exchange(request) {
        await lockHolder.query('begin');
        await lockHolder.query('select 1 from link_intents where id = $1 for update', [
          key.intentId,
        ]);
        return request.toUpperCase();
      },
    });
    await eventually(async () => (await countWaiting()) === 1, 'storing waits for the lock');
    await eventually(
      async () => (await countWaiting()) === 0,
      'the first attempt to store has given up',
    );
    await lockHolder.end();
    expect(await stored).toBe(true);
    expect(calls).toEqual(['store REQUEST']);
  });

  test('retries for the whole allowed time, even if the clock jumps forward', async () => {
    const key = await openIntent();
    let attempts = 0;
    const stored = run(key, {
      async store() {
        attempts += 1;
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
        if (attempts === 1) throw new Failure('unavailable');
      },
    });
    expect(await stored).toBe(true);
    expect(calls).toEqual(['exchange request']);
  });

  test('revokes tokens that cannot be stored in time, and reports that the database is unavailable', async () => {
    const key = await openIntent();
    vi.useFakeTimers({ toFake: ['performance'] });
    const stored = run(key, {
      store() {
        vi.advanceTimersByTime(20_000);
        return Promise.reject(new Failure('unavailable'));
      },
    });
    await expect(stored).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toEqual(['exchange request', 'revoke REQUEST']);
  });

  test('revokes tokens that cannot be stored', async () => {
    const key = await openIntent();
    const store = () => Promise.reject(new Error('a bug'));
    await expect(run(key, { store })).rejects.toThrow('a bug');
    expect(calls).toEqual(['exchange request', 'revoke REQUEST']);
    expect(await run(key)).toBe(false);
  });

  test('revokes tokens whose intent was deleted in the meantime, but not access that is already stored', async () => {
    const deleted = await openIntent();
    const isStored = await run(deleted, {
      async exchange(request) {
        await queryDatabase(server, 'delete from link_intents where id = $1', [deleted.intentId]);
        return request.toUpperCase();
      },
    });
    expect(isStored).toBe(false);
    expect(calls).toEqual(['revoke REQUEST']);
    const known = await openIntent();
    const store = () => Promise.reject(new Failure('conflict'));
    await expect(run(known, { store })).rejects.toThrow();
    expect(calls).toEqual(['revoke REQUEST', 'exchange request']);
  });
});
