import { randomUUID } from 'node:crypto';
import type { CallBody } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  newPerson,
  ProviderBrowser,
  type ProviderPerson,
  signInWithApple,
  signInWithGoogle,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import {
  signUp,
  type TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type LinkBody = CallBody<'POST /user/identities'>;

const link = (client: TestClient, body: LinkBody, browser: ProviderBrowser) =>
  client.call('POST /user/identities', { body, headers: browser.headers });
/** Links a Google account from a new browser. */
async function linkGoogle(client: TestClient, person: ProviderPerson = newPerson()) {
  const browser = new ProviderBrowser(server);
  const credential = await browser.createCredential(person);
  return link(client, { provider: 'GOOGLE', credential }, browser);
}
/** Links an Apple account from a new browser. */
async function linkApple(client: TestClient, person: ProviderPerson = newPerson()) {
  const browser = new ProviderBrowser(server);
  const code = await browser.appleCode(person);
  return link(client, { provider: 'APPLE', code }, browser);
}
const unlink = (client: TestClient, provider: string, body = {}) =>
  client.call('DELETE /user/identities/:provider', { params: { provider }, body });
const providersOf = async (client: TestClient) =>
  (await client.request('GET /user/identities')).identities.map(({ provider }) => provider);
/** Backdates the user's sign-in by eleven minutes. */
const expireFreshness = async (client: TestClient) => {
  const { id } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    `update sessions set ${backdate('created_at', '11 minutes')} where user_id = $1`,
    [id],
  );
};

const conflict = { status: 409, problem: { code: 'conflict' } };

describe('GET /user/identities', () => {
  test('lists the sign-in methods and whether the sign-in is fresh', async () => {
    const client = await signUp(server);
    const { username } = await client.request('GET /user/me');
    const person = newPerson();
    expect((await linkApple(client, person)).status).toBe(201);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await client.request('GET /user/identities')).toEqual({
      identities: [
        { provider: 'email', email: username, linked_at: at },
        { provider: 'APPLE', email: person.email, linked_at: at },
      ],
      fresh: true,
    });
    await expireFreshness(client);
    expect((await client.request('GET /user/identities')).fresh).toBe(false);
  });
});

describe('POST /user/identities', () => {
  test('links Google and Apple to an account with a password, and each signs in to it', async () => {
    const client = await signUp(server);
    const me = await client.request('GET /user/me');
    const [google, apple] = [newPerson(), newPerson()];
    const response = await linkGoogle(client, google);
    expect(response.status).toBe(201);
    expect(response.body.identities.map(({ provider }) => provider)).toEqual(['email', 'GOOGLE']);
    expect((await linkApple(client, apple)).status).toBe(201);
    for (const signedIn of [
      await signInWithGoogle(server, google),
      await signInWithApple(server, apple),
    ])
      expect(await signedIn.request('GET /user/me')).toMatchObject({
        id: me.id,
        username: me.username,
        providers: ['email', 'GOOGLE', 'APPLE'],
      });
    const events = (await listActivity(client, server)).filter((event) => event.includes('linked'));
    expect(events).toEqual(['sign_in_linked', 'sign_in_linked']);
  });

  test('allows sign-in with an identity that was rejected because its address was already in use', async () => {
    const email = newPerson().email;
    const client = await signUp(server, email);
    const browser = new ProviderBrowser(server);
    expect((await browser.signInWithGoogle({ email })).status).toBe(409);
    expect((await linkGoogle(client, { email })).status).toBe(201);
    expect((await browser.signInWithGoogle({ email })).status).toBe(200);
  });

  test('changes nothing if the identity is already linked', async () => {
    const client = await signUp(server);
    const person = newPerson();
    for (const linkProvider of [linkGoogle, linkApple])
      for (const _attempt of [1, 2]) expect((await linkProvider(client, person)).status).toBe(201);
    expect(await providersOf(client)).toEqual(['email', 'GOOGLE', 'APPLE']);
    const events = (await listActivity(client, server)).filter((event) => event.includes('linked'));
    expect(events).toEqual(['sign_in_linked', 'sign_in_linked']);
  });

  test('responds 409 for an identity of another user', async () => {
    const person = newPerson();
    const first = await signInWithGoogle(server, person);
    const client = await signUp(server);
    expect(await linkGoogle(client, person)).toMatchObject(conflict);
    expect(await providersOf(client)).toEqual(['email']);
    expect(await providersOf(first)).toEqual(['GOOGLE']);
  });

  test('responds 409 for a second identity of the same provider', async () => {
    const client = await signUp(server);
    const person = newPerson();
    for (const linkProvider of [linkGoogle, linkApple]) {
      expect((await linkProvider(client, person)).status).toBe(201);
      const other = newPerson();
      expect(await linkProvider(client, other)).toMatchObject(conflict);
      // The rejected identity is not reserved: another account can link it.
      expect((await linkProvider(await signUp(server), other)).status).toBe(201);
    }
  });

  test('lets only one of two users link the same identity at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = newPerson();
      const clients = await Promise.all([signUp(server), signUp(server)]);
      const responses = await Promise.all(clients.map((client) => linkGoogle(client, person)));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    }
  });

  test('rejects an address that the provider has not verified', async () => {
    const client = await signUp(server);
    const person = { ...newPerson(), email_verified: false };
    for (const linkProvider of [linkGoogle, linkApple])
      expect(await linkProvider(client, person)).toMatchObject({
        status: 422,
        problem: { code: 'unprocessable' },
      });
  });

  test('requires the password or a fresh sign-in before it redeems the credential', async () => {
    const client = await signUp(server);
    await expireFreshness(client);
    const browser = new ProviderBrowser(server);
    const bodies: LinkBody[] = [
      { provider: 'GOOGLE', credential: await browser.createCredential(newPerson()) },
      { provider: 'APPLE', code: await browser.appleCode(newPerson()) },
    ];
    for (const body of bodies) {
      expect(await link(client, body, browser)).toMatchObject({
        status: 403,
        problem: { code: 'step_up_required' },
      });
      expect(await link(client, { ...body, password: 'wrong' }, browser)).toMatchObject({
        status: 403,
        problem: { code: 'wrong_password' },
      });
      expect((await link(client, { ...body, password: testPassword }, browser)).status).toBe(201);
    }
  });

  test('rejects credentials that were used, forged, or issued to another browser', async () => {
    const client = await signUp(server);
    const browser = new ProviderBrowser(server);
    const person = newPerson();
    const bodies: LinkBody[] = [
      { provider: 'GOOGLE', credential: await browser.createCredential(person) },
      { provider: 'APPLE', code: await browser.appleCode(person) },
    ];
    const unprocessable = { status: 422, problem: { code: 'unprocessable' } };
    for (const body of bodies) {
      expect(await link(client, body, new ProviderBrowser(server))).toMatchObject(unprocessable);
      expect((await link(client, body, browser)).status).toBe(201);
      expect(await link(client, body, browser)).toMatchObject(unprocessable);
    }
    for (const body of [
      { provider: 'GOOGLE', credential: 'a.b.c' },
      { provider: 'GOOGLE' },
      { provider: 'GOOGLE', code: 'x' },
      { provider: 'APPLE', code: 'x' },
      { provider: 'APPLE' },
      { provider: 'email' },
      { provider: 'TOKEN', credential: client.token ?? '' },
    ])
      expect(await link(client, body, browser)).toMatchObject(unprocessable);
    // The rejected requests do not end the session.
    expect((await client.call('GET /user/me')).status).toBe(200);
  });
});

describe('DELETE /user/identities/:provider', () => {
  test('unlinks an identity, which can then sign up as a new user', async () => {
    const client = await signUp(server);
    const me = await client.request('GET /user/me');
    const person = newPerson();
    await linkGoogle(client, person);
    expect((await unlink(client, 'GOOGLE')).status).toBe(204);
    expect(await providersOf(client)).toEqual(['email']);
    expect((await (await signInWithGoogle(server, person)).request('GET /user/me')).id).not.toBe(
      me.id,
    );
    expect(await listActivity(client, server)).toContain('sign_in_unlinked');
  });

  test('rejects unlinking the only sign-in method', async () => {
    for (const [client, provider] of [
      [await signInWithGoogle(server), 'GOOGLE'],
      [await signInWithApple(server), 'APPLE'],
    ] as const) {
      expect(await unlink(client, provider)).toMatchObject({
        status: 422,
        problem: { detail: expect.stringContaining('only sign-in method') },
      });
      expect(await providersOf(client)).toEqual([provider]);
    }
  });

  test('keeps one of two sign-in methods that are unlinked concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await signInWithGoogle(server);
      await linkApple(client);
      const responses = await Promise.all([unlink(client, 'GOOGLE'), unlink(client, 'APPLE')]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 422]);
      expect(await providersOf(client)).toHaveLength(1);
    }
  });

  test('responds 404 for a provider that is unknown or not linked, and 422 for the password', async () => {
    const client = await signUp(server);
    for (const provider of ['GOOGLE', 'APPLE', 'google', '__proto__', randomUUID()])
      expect((await unlink(client, provider)).status).toBe(404);
    expect((await unlink(client, 'email')).status).toBe(422);
  });

  test('requires the password or a fresh sign-in', async () => {
    const client = await signUp(server);
    await linkGoogle(client);
    await expireFreshness(client);
    expect((await unlink(client, 'GOOGLE')).problem.code).toBe('step_up_required');
    expect((await unlink(client, 'GOOGLE', { password: 'x' })).problem.code).toBe('wrong_password');
    expect((await unlink(client, 'GOOGLE', { password: testPassword })).status).toBe(204);
  });
});

describe('unlinking Apple', () => {
  const countRevocations = async () =>
    (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
      ({ path, status }) => path === '/apple/auth/revoke' && status === 200,
    ).length;

  test('revokes our access at Apple', async () => {
    const client = await signUp(server);
    const before = await countRevocations();
    await linkApple(client);
    await unlink(client, 'APPLE');
    await eventually(
      async () => (await countRevocations()) === before + 1,
      'our access at Apple is revoked',
    );
  });

  test('takes effect at once even if Apple is unavailable, and revokes our access later', async () => {
    const client = await signUp(server);
    const before = await countRevocations();
    await linkApple(client);
    await server.sandbox.control('faults', {
      provider: 'apple',
      route: '/auth/revoke',
      kind: 'http_500',
      times: 4,
    });
    expect((await unlink(client, 'APPLE')).status).toBe(204);
    expect(await providersOf(client)).toEqual(['email']);
    await eventually(
      async () => (await countRevocations()) === before + 1,
      'our access at Apple is revoked',
    );
    server.logged.length = 0;
  });

  test('revokes nothing if Apple is linked again before the revocation succeeds', async () => {
    const client = await signUp(server);
    const person = newPerson();
    const before = await countRevocations();
    await linkApple(client, person);
    const fault = { provider: 'apple', route: '/auth/revoke', kind: 'http_500', times: 1_000 };
    await server.sandbox.control('faults', fault);
    await unlink(client, 'APPLE');
    await eventually(() => server.logged.some(isFailedRevocation), 'the revocation has failed');
    expect((await linkApple(client, person)).status).toBe(201);
    await server.sandbox.control('faults/clear', {});
    const skipped = { event: 'apple_not_revoked', reason: 'linked again' };
    await eventually(
      () =>
        server.logged.some(
          (line) => line.event === skipped.event && line.reason === skipped.reason,
        ),
      'the job has skipped the revocation',
    );
    expect(await countRevocations()).toBe(before);
    expect((await signInWithApple(server, person)).token).toBeTypeOf('string');
  });
});

const isFailedRevocation = (line: Record<string, unknown>) =>
  line.event === 'job_failed' && line.job === 'revoke-apple-access';
