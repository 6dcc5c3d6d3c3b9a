import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../support/database/database-queries.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { contractCalls } from '../support/requests/contract-calls.ts';
import { expectProblem, sendRaw } from '../support/requests/raw-request.ts';
import { signUp, signUpPaid, type TestClient } from '../support/requests/test-client.ts';
import {
  type AccessResult,
  type Caller,
  callers,
  expectedAccess,
  expectedResults,
} from './expected-access.ts';

// The test knows the signing key, so that it can forge tokens.
const sessionKey = 'a signing key of forty bytes for a test.';
const key = createSecretKey(Buffer.from(sessionKey));

let server: TestServer;
let free: TestClient;
let paid: TestClient;
let lapsed: TestClient;

beforeAll(async () => {
  server = await startTestServer({ environment: { SESSION_KEY: sessionKey } });
  [free, paid, lapsed] = await Promise.all([signUp(server), signUpPaid(server), signUp(server)]);
  await queryDatabase(
    server,
    `update users set paid_until = now() - interval '1 day' where user_id = $1`,
    [(await lapsed.request('GET /user/me')).id],
  );
});
afterAll(() => server.stop());

/** Creates a validly signed token with changed claims. */
async function forgeToken(changes: Record<string, unknown>, signingKey = key): Promise<string> {
  const { id, username } = await free.request('GET /user/me');
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
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(signingKey);
}

/** All routes: each call, and its demo route if it has one. */
const routes = contractCalls.flatMap((contractCall) => [
  { ...contractCall, name: contractCall.key as string, isDemo: false },
  ...(contractCall.call.demo
    ? [
        {
          ...contractCall,
          name: `${contractCall.key} in demo mode`,
          path: contractCall.path.replace('/api', '/api/demo'),
          isDemo: true,
        },
      ]
    : []),
]);
const protectedRoutes = routes.filter(({ call }) => call.access !== 'public');

// Invalid JSON, which would cause a 400 if the body was read before the gate.
const invalidBody = (method: string) =>
  method === 'GET' ? {} : { body: '{"broken', headers: { 'content-type': 'application/json' } };

/** Makes a call and returns its result and status. Nothing changes, because the body is invalid. */
async function callAs(
  caller: Caller,
  { method, path, call }: (typeof contractCalls)[number],
): Promise<{ result: AccessResult; status: number }> {
  const tokens: Record<string, string | undefined> = {
    free: free.token,
    paid: paid.token,
    lapsed: lapsed.token,
  };
  const [user = '', mode] = caller.split(' in ');
  // Public calls have no demo route, so no body is sent.
  const hasNoRoute = mode !== undefined && call.access === 'public';
  const { headers, ...body } = { headers: {}, ...(hasNoRoute ? {} : invalidBody(method)) };
  const token = tokens[user];
  const response = await fetch(
    `${server.url}${mode === undefined ? path : path.replace('/api', '/api/demo')}`,
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
  // An event stream would stay open.
  if (problem === null) await response.body?.cancel();
  const resultByCode: Record<string, AccessResult> = {
    unauthenticated: 'sign-in required',
    subscription_required: 'subscription required',
    demo_read_only: 'read-only',
  };
  const isNotFound = problem?.detail.startsWith('No endpoint matches ') === true;
  const result = isNotFound ? 'not found' : (resultByCode[problem?.code ?? ''] ?? 'allowed');
  return { result, status };
}

describe('access', () => {
  test('is defined for exactly the calls of the contract', () => {
    expect(Object.keys(expectedAccess).toSorted()).toEqual(
      contractCalls.map(({ key }) => key as string).toSorted(),
    );
  });

  test.each(contractCalls)('to $key is as defined for every caller', async (contractCall) => {
    const { key, method } = contractCall;
    const results = await Promise.all(
      callers.map(async (caller) => ({ caller, ...(await callAs(caller, contractCall)) })),
    );
    expect(Object.fromEntries(results.map(({ caller, result }) => [caller, result]))).toEqual(
      expectedResults[expectedAccess[key]],
    );
    // An allowed caller reaches the call itself, which rejects the body.
    const expectedStatus = method === 'GET' ? /^(2|30|400|404)/ : /^400/;
    for (const { result, status, caller } of results)
      if (result === 'allowed') expect(`${status}`, caller).toMatch(expectedStatus);
  });
});

describe('a call that is not public', () => {
  test.each(protectedRoutes)(
    '$name responds with 401 without a token, before reading the body',
    async ({ method, path }) => {
      const response = await sendRaw(server, path, { method, ...invalidBody(method) });
      expect(expectProblem(response, 401).code).toBe('unauthenticated');
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  test.each(protectedRoutes)(
    '$name responds with 401 to an invalid token',
    async ({ method, path }) => {
      expectProblem(
        await sendRaw(server, path, { method, token: 'a.b.c', ...invalidBody(method) }),
        401,
      );
    },
  );

  test('only a bearer token is accepted in the Authorization header', async () => {
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
    const repeated = { authorization: `Bearer ${free.token}, Bearer ${free.token}` };
    expectProblem(await sendRaw(server, '/api/user/me', { method: 'GET', headers: repeated }), 401);
  });

  test('a token in the URL is ignored', async () => {
    expectProblem(
      await sendRaw(server, `/api/user/me?access_token=${free.token}`, { method: 'GET' }),
      401,
    );
  });

  test('a validly signed token for an unknown session is rejected', async () => {
    expectProblem(
      await sendRaw(server, '/api/user/me', { method: 'GET', token: await forgeToken({}) }),
      401,
    );
  });

  test("a validly signed token with another user's session is rejected", async () => {
    const claims = JSON.parse(
      Buffer.from(paid.token?.split('.')[1] ?? '', 'base64url').toString(),
    ) as { sid: string };
    const { id } = await paid.request('GET /user/me');
    const get = async (token: string) =>
      (await sendRaw(server, '/api/user/me', { method: 'GET', token })).status;
    expect(await get(await forgeToken({ sid: claims.sid, id }))).toBe(200);
    expect(await get(await forgeToken({ sid: claims.sid }))).toBe(401);
    expect(await get(await forgeToken({ sid: 'x' }))).toBe(401);
    expect(await get(await forgeToken({ sid: claims.sid, id: "' or 1=1" }))).toBe(401);
  });

  test('a token that claims a paid subscription does not pass the gate', async () => {
    const claims = JSON.parse(
      Buffer.from(free.token?.split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    const token = await forgeToken({ ...claims, subscription: 'paid' });
    const response = await sendRaw(server, '/api/user/accounts', { method: 'GET', token });
    expect(expectProblem(response, 403).code).toBe('subscription_required');
  });

  test('a token signed with another key is rejected', async () => {
    const token = await forgeToken({}, createSecretKey(Buffer.alloc(32, 1)));
    expectProblem(await sendRaw(server, '/api/user/me', { method: 'GET', token }), 401);
  });
});

describe('a paid call', () => {
  test.each(protectedRoutes.filter(({ call, isDemo }) => call.access === 'paid' && !isDemo))(
    '$name responds with 403 subscription_required to a free user, before reading the body',
    async ({ method, path }) => {
      const response = await sendRaw(server, path, {
        method,
        token: free.token,
        ...invalidBody(method),
      });
      expect(expectProblem(response, 403).code).toBe('subscription_required');
    },
  );
});

describe('in demo mode', () => {
  const rejectedCalls = contractCalls
    .filter(({ call }) => !call.demo && call.access !== 'public')
    .map((contractCall) => ({
      ...contractCall,
      path: contractCall.path.replace('/api', '/api/demo'),
    }));

  test.each(rejectedCalls)('$key is rejected as read-only', async ({ method, path }) => {
    const response = await sendRaw(server, path, {
      method,
      token: paid.token,
      ...invalidBody(method),
    });
    expect(expectProblem(response, 403).code).toBe('demo_read_only');
    expectProblem(await sendRaw(server, path, { method, ...invalidBody(method) }), 401);
  });
});

describe('an unknown path', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/demo'],
    ['GET', '/api/demo/nothing'],
    ['GET', '/api/user/me/'],
    ['GET', '/api/USER/ME'],
    ['GET', `/api/${'y'.repeat(4_000)}`],
  ])('%s %s responds with a 404 problem', async (method, path) => {
    expectProblem(await sendRaw(server, path, { method, token: paid.token }), 404);
  });

  test.each([
    ['POST', '/api/user/me', 'GET, HEAD'],
    ['PUT', '/api/demo/user/me', 'GET, HEAD'],
    ['DELETE', '/api/config?x=1', 'GET, HEAD'],
    ['GET', '/api/auth/token', 'POST'],
    ['GET', '/api/user/budget/0190a0a0-0000-7000-8000-00000000dead', 'DELETE'],
    ['DELETE', '/api/user/budget/suggestion', 'GET, HEAD'],
    ['DELETE', '/api/user/budget/cat', 'POST'],
    ['PUT', '/api/demo/cb', 'GET, HEAD'],
    ['QUERY', '/api/user/me', 'GET, HEAD'],
  ])(
    '%s %s, a method that the path does not have, gets a 405 that allows %s',
    async (method, path, allow) => {
      const response = await sendRaw(server, path, { method, token: paid.token });
      expect(expectProblem(response, 405).code).toBe('method_not_allowed');
      expect(response.headers.get('allow')).toBe(allow);
    },
  );

  test.each([['/api/user/%zz'], ['/api/institution/%E0%A4%A'], ['/api/user/%']])(
    '%s, which is not valid percent-encoding, is rejected',
    async (path) => {
      expectProblem(await sendRaw(server, path, { method: 'GET', token: paid.token }), 400);
    },
  );
});
