import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, sendRaw } from '../support/raw-request.ts';
import { signUp, signUpPaid, type TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { askDatabase } from '../support/user-rows.ts';
import { walkedCalls } from '../support/walk-calls.ts';
import {
  type Caller,
  callers,
  expectedAccess,
  expectedToMeet,
  type Met,
} from './expected-access.ts';

// The signing key is the test's own, so that it can sign what the server never would.
const sessionKey = 'a signing key of forty bytes for a test.';
const key = createSecretKey(Buffer.from(sessionKey));

let server: TestServer;
let free: TestClient;
let paid: TestClient;
let lapsed: TestClient;

beforeAll(async () => {
  server = await startTestServer({ environment: { SESSION_KEY: sessionKey } });
  [free, paid, lapsed] = await Promise.all([signUp(server), signUpPaid(server), signUp(server)]);
  await askDatabase(
    server,
    `update users set paid_until = now() - interval '1 day' where user_id = $1`,
    [(await lapsed.reply('GET /user/me')).id],
  );
});
afterAll(() => server.stop());

/** A token with our own signature, changed in what is said. */
async function forged(changes: Record<string, unknown>, signedBy = key): Promise<string> {
  const { id, username } = await free.reply('GET /user/me');
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    id,
    username,
    sid: id,
    jti: 'x',
    iss: 'cairn',
    aud: 'cairn-web',
    exp: now + 600,
  };
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' }).sign(signedBy);
}

/** Both ways in which a call is served, where it has two. */
const served = walkedCalls.flatMap((each) => [
  { ...each, name: each.key as string, demo: false },
  ...(each.call.demo
    ? [
        {
          ...each,
          name: `${each.key} in demo mode`,
          path: each.path.replace('/api', '/api/demo'),
          demo: true,
        },
      ]
    : []),
]);
const guarded = served.filter(({ call }) => call.access !== 'public');

// A body that fits no call and is not even JSON: whoever reads it before the gate gives itself away.
const broken = (method: string) =>
  method === 'GET' ? {} : { body: '{"broken', headers: { 'content-type': 'application/json' } };

/** What a caller meets at a call, and the status that says so. Nothing is changed: no body can be read. */
async function meet(
  caller: Caller,
  { method, path, call }: (typeof walkedCalls)[number],
): Promise<{ met: Met; status: number }> {
  const tokens: Record<string, string | undefined> = {
    free: free.token,
    paid: paid.token,
    lapsed: lapsed.token,
  };
  const [who = '', inDemo] = caller.split(' in ');
  // What is no call at all has nobody to read a body.
  const isNone = inDemo !== undefined && call.access === 'public';
  const { headers, ...body } = { headers: {}, ...(isNone ? {} : broken(method)) };
  const token = tokens[who];
  const response = await fetch(
    `${server.url}${inDemo === undefined ? path : path.replace('/api', '/api/demo')}`,
    {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...body,
    },
  );
  const { status } = response;
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const problem = isProblem ? ((await response.json()) as { code: string; detail: string }) : null;
  // A stream would go on and on.
  if (problem === null) await response.body?.cancel();
  const byCode: Record<string, Met> = {
    unauthenticated: 'asked to sign in',
    subscription_required: 'asked to upgrade',
    demo_read_only: 'only shown',
  };
  const isNoCall = problem?.detail.startsWith('There is no call ') === true;
  return { met: isNoCall ? 'no such call' : (byCode[problem?.code ?? ''] ?? 'let in'), status };
}

describe('who is let in', () => {
  test('is written down for every call of the contract, and for no other', () => {
    expect(Object.keys(expectedAccess).toSorted()).toEqual(
      walkedCalls.map(({ key }) => key as string).toSorted(),
    );
  });

  test.each(walkedCalls)('$key', async (each) => {
    const { key, method, built } = each;
    const answers = await Promise.all(
      callers.map(async (caller) => ({ caller, ...(await meet(caller, each)) })),
    );
    expect(Object.fromEntries(answers.map(({ caller, met }) => [caller, met]))).toEqual(
      expectedToMeet[expectedAccess[key]],
    );
    // Who is let in is answered by the call itself: that it comes later, or that this is no body.
    const wanted = built ? (method === 'GET' ? /^(2|30|400|404)/ : /^400/) : /^501/;
    for (const { met, status, caller } of answers)
      if (met === 'let in') expect(`${status}`, caller).toMatch(wanted);
  });
});

describe('a call that is not public', () => {
  test.each(guarded)(
    '$name answers 401 without a token, before the body',
    async ({ method, path }) => {
      const answer = await sendRaw(server, path, { method, ...broken(method) });
      expect(expectProblem(answer, 401).code).toBe('unauthenticated');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  test.each(guarded)('$name answers 401 to a token that is none', async ({ method, path }) => {
    expectProblem(await sendRaw(server, path, { method, token: 'a.b.c', ...broken(method) }), 401);
  });

  test('no header but a bearer token is taken', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${free.token}`,
      `${free.token}`,
      'Bearer undefined',
    ])
      expectProblem(
        await sendRaw(server, '/api/user/me', { method: 'GET', headers: { authorization } }),
        401,
      );
    const twice = { authorization: `Bearer ${free.token}, Bearer ${free.token}` };
    expectProblem(await sendRaw(server, '/api/user/me', { method: 'GET', headers: twice }), 401);
  });

  test('a token in the address counts for nothing', async () => {
    expectProblem(
      await sendRaw(server, `/api/user/me?access_token=${free.token}`, { method: 'GET' }),
      401,
    );
  });

  test('a token that we signed, for a session that is not there, is refused', async () => {
    expectProblem(
      await sendRaw(server, '/api/user/me', { method: 'GET', token: await forged({}) }),
      401,
    );
  });

  test("a token that we signed, for one user with another's session, is refused", async () => {
    const claims = JSON.parse(
      Buffer.from(paid.token?.split('.')[1] ?? '', 'base64url').toString(),
    ) as { sid: string };
    const { id } = await paid.reply('GET /user/me');
    const get = async (token: string) =>
      (await sendRaw(server, '/api/user/me', { method: 'GET', token })).status;
    expect(await get(await forged({ sid: claims.sid, id }))).toBe(200);
    expect(await get(await forged({ sid: claims.sid }))).toBe(401);
    expect(await get(await forged({ sid: 'x' }))).toBe(401);
    expect(await get(await forged({ sid: claims.sid, id: "' or 1=1" }))).toBe(401);
  });

  test('a token that says paid opens nothing: the database is asked', async () => {
    const claims = JSON.parse(
      Buffer.from(free.token?.split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    const token = await forged({ ...claims, subscription: 'paid' });
    const answer = await sendRaw(server, '/api/user/accounts', { method: 'GET', token });
    expect(expectProblem(answer, 403).code).toBe('subscription_required');
  });

  test('a token of another key is refused', async () => {
    const token = await forged({}, createSecretKey(Buffer.alloc(32, 1)));
    expectProblem(await sendRaw(server, '/api/user/me', { method: 'GET', token }), 401);
  });
});

describe('a paid call', () => {
  test.each(guarded.filter(({ call, demo }) => call.access === 'paid' && !demo))(
    '$name answers 403 subscription_required to a free user, before the body',
    async ({ method, path }) => {
      const answer = await sendRaw(server, path, { method, token: free.token, ...broken(method) });
      expect(expectProblem(answer, 403).code).toBe('subscription_required');
    },
  );
});

describe('a call whose feature comes later', () => {
  // There may be none.
  test('answers 501 after the gate, whatever the body', async () => {
    for (const { name, method, path, call } of served.filter(({ built }) => !built)) {
      const token = call.access === 'public' ? undefined : paid.token;
      const answer = await sendRaw(server, path, { method, token, ...broken(method) });
      expect(expectProblem(answer, 501).code, name).toBe('not_built');
    }
  });
});

describe('in demo mode', () => {
  const shut = walkedCalls
    .filter(({ call }) => !call.demo && call.access !== 'public')
    .map((each) => ({ ...each, path: each.path.replace('/api', '/api/demo') }));

  test.each(shut)('$key is refused: there is nothing to change', async ({ method, path }) => {
    const answer = await sendRaw(server, path, { method, token: paid.token, ...broken(method) });
    expect(expectProblem(answer, 403).code).toBe('demo_read_only');
    expectProblem(await sendRaw(server, path, { method, ...broken(method) }), 401);
  });
});

describe('a path that is no call', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/user/me'],
    ['GET', '/api/demo'],
    ['GET', '/api/demo/nothing'],
    ['GET', '/api/user/me/'],
    ['GET', '/api/USER/ME'],
    ['DELETE', '/api/config'],
    ['PUT', '/api/user/me'],
    ['GET', `/api/${'y'.repeat(4_000)}`],
  ])('%s %s is a JSON 404', async (method, path) => {
    expectProblem(await sendRaw(server, path, { method, token: paid.token }), 404);
  });

  test.each([['/api/user/%zz'], ['/api/institution/%E0%A4%A'], ['/api/user/%']])(
    '%s, which is no address, is refused as such',
    async (path) => {
      expectProblem(await sendRaw(server, path, { method: 'GET', token: paid.token }), 400);
    },
  );
});
