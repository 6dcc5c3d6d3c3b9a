import { randomUUID } from 'node:crypto';
import type { CallBody } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  enterWithApple,
  enterWithGoogle,
  newPerson,
  ProviderBrowser,
  type ProviderPerson,
} from '../../../../../tests/support/provider-sign-in.ts';
import { signUp, type TestClient, testPassword } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf, askDatabase } from '../../../../../tests/support/user-rows.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Wish = CallBody<'POST /user/identities'>;

/** Links with what a browser got; a browser of its own unless one is given. */
const link = (client: TestClient, wish: Wish, browser: ProviderBrowser) =>
  client.call('POST /user/identities', { body: wish, headers: browser.headers });
async function linkGoogle(client: TestClient, person: ProviderPerson = newPerson(), more = {}) {
  const browser = new ProviderBrowser(server);
  const credential = await browser.credential(person);
  return link(client, { provider: 'GOOGLE', credential, ...more }, browser);
}
async function linkApple(client: TestClient, person: ProviderPerson = newPerson(), more = {}) {
  const browser = new ProviderBrowser(server);
  const code = await browser.appleCode(person);
  return link(client, { provider: 'APPLE', code, ...more }, browser);
}
const unlink = (client: TestClient, provider: string, body = {}) =>
  client.call('DELETE /user/identities/:provider', { params: { provider }, body });
const providersOf = async (client: TestClient) =>
  (await client.reply('GET /user/identities')).identities.map(({ provider }) => provider);
/** As if the client had signed in eleven minutes ago. */
const growStale = async (client: TestClient) => {
  const { id } = await client.reply('GET /user/me');
  await askDatabase(
    server,
    "update sessions set created_at = created_at - interval '11 minutes' where user_id = $1",
    [id],
  );
};

const conflict = { status: 409, problem: { code: 'conflict' } };

describe('GET /user/identities', () => {
  test('tells the ways in, and whether the sign-in is fresh', async () => {
    const client = await signUp(server);
    const { username } = await client.reply('GET /user/me');
    const person = newPerson();
    expect((await linkApple(client, person)).status).toBe(201);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await client.reply('GET /user/identities')).toEqual({
      identities: [
        { provider: 'email', email: username, linked_at: at },
        { provider: 'APPLE', email: person.email, linked_at: at },
      ],
      fresh: true,
    });
    await growStale(client);
    expect((await client.reply('GET /user/identities')).fresh).toBe(false);
  });
});

describe('POST /user/identities', () => {
  test('links Google and Apple to an account with a password; each signs in to it', async () => {
    const client = await signUp(server);
    const me = await client.reply('GET /user/me');
    const [google, apple] = [newPerson(), newPerson()];
    const answer = await linkGoogle(client, google);
    expect(answer.status).toBe(201);
    expect(answer.body.identities.map(({ provider }) => provider)).toEqual(['email', 'GOOGLE']);
    expect((await linkApple(client, apple)).status).toBe(201);
    for (const entered of [
      await enterWithGoogle(server, google),
      await enterWithApple(server, apple),
    ])
      expect(await entered.reply('GET /user/me')).toMatchObject({
        id: me.id,
        username: me.username,
        providers: ['email', 'GOOGLE', 'APPLE'],
      });
    const events = (await activityOf(client, server)).filter((event) => event.includes('linked'));
    expect(events).toEqual(['sign_in_linked', 'sign_in_linked']);
  });

  test('lets in whom an account with the same address kept out before', async () => {
    const email = newPerson().email;
    const client = await signUp(server, email);
    const browser = new ProviderBrowser(server);
    expect((await browser.signInWithGoogle({ email })).status).toBe(409);
    expect((await linkGoogle(client, { email })).status).toBe(201);
    expect((await browser.signInWithGoogle({ email })).status).toBe(200);
  });

  test('of what is linked already changes nothing', async () => {
    const client = await signUp(server);
    const person = newPerson();
    for (const wish of [linkGoogle, linkApple])
      for (const _again of [1, 2]) expect((await wish(client, person)).status).toBe(201);
    expect(await providersOf(client)).toEqual(['email', 'GOOGLE', 'APPLE']);
    const events = (await activityOf(client, server)).filter((event) => event.includes('linked'));
    expect(events).toEqual(['sign_in_linked', 'sign_in_linked']);
  });

  test('is refused for somebody who signs in to another account', async () => {
    const person = newPerson();
    const first = await enterWithGoogle(server, person);
    const client = await signUp(server);
    expect(await linkGoogle(client, person)).toMatchObject(conflict);
    expect(await providersOf(client)).toEqual(['email']);
    expect(await providersOf(first)).toEqual(['GOOGLE']);
  });

  test('is refused for a second one of the same provider', async () => {
    const client = await signUp(server);
    const person = newPerson();
    for (const wish of [linkGoogle, linkApple]) {
      expect((await wish(client, person)).status).toBe(201);
      const other = newPerson();
      expect(await wish(client, other)).toMatchObject(conflict);
      // It was not taken for nothing: it can still open or join another account.
      expect((await wish(await signUp(server), other)).status).toBe(201);
    }
  });

  test('of one person by two users at once: one gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = newPerson();
      const clients = await Promise.all([signUp(server), signUp(server)]);
      const answers = await Promise.all(clients.map((client) => linkGoogle(client, person)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    }
  });

  test('is refused for an address that the provider has not verified', async () => {
    const client = await signUp(server);
    const person = { ...newPerson(), email_verified: false };
    for (const wish of [linkGoogle, linkApple])
      expect(await wish(client, person)).toMatchObject({
        status: 422,
        problem: { code: 'unprocessable' },
      });
  });

  test('asks for the password or a fresh sign-in first, and uses nothing up by that', async () => {
    const client = await signUp(server);
    await growStale(client);
    const browser = new ProviderBrowser(server);
    const wishes: Wish[] = [
      { provider: 'GOOGLE', credential: await browser.credential(newPerson()) },
      { provider: 'APPLE', code: await browser.appleCode(newPerson()) },
    ];
    for (const wish of wishes) {
      expect(await link(client, wish, browser)).toMatchObject({
        status: 403,
        problem: { code: 'fresh_sign_in_required' },
      });
      expect(await link(client, { ...wish, password: 'wrong' }, browser)).toMatchObject({
        status: 403,
        problem: { code: 'wrong_password' },
      });
      expect((await link(client, { ...wish, password: testPassword }, browser)).status).toBe(201);
    }
  });

  test("takes no proof twice, none of another browser's and none that is forged", async () => {
    const client = await signUp(server);
    const browser = new ProviderBrowser(server);
    const person = newPerson();
    const wishes: Wish[] = [
      { provider: 'GOOGLE', credential: await browser.credential(person) },
      { provider: 'APPLE', code: await browser.appleCode(person) },
    ];
    const refusal = { status: 422, problem: { code: 'unprocessable' } };
    for (const wish of wishes) {
      expect(await link(client, wish, new ProviderBrowser(server))).toMatchObject(refusal);
      expect((await link(client, wish, browser)).status).toBe(201);
      expect(await link(client, wish, browser)).toMatchObject(refusal);
    }
    for (const wish of [
      { provider: 'GOOGLE', credential: 'a.b.c' },
      { provider: 'GOOGLE' },
      { provider: 'GOOGLE', code: 'x' },
      { provider: 'APPLE', code: 'x' },
      { provider: 'APPLE' },
      { provider: 'email' },
      { provider: 'TOKEN', credential: client.token ?? '' },
    ])
      expect(await link(client, wish, browser)).toMatchObject(refusal);
    // The session goes on: none of it was about who is signed in.
    expect((await client.call('GET /user/me')).status).toBe(200);
  });
});

describe('DELETE /user/identities/:provider', () => {
  test('unlinks: it signs in no longer, and opens an account of its own instead', async () => {
    const client = await signUp(server);
    const me = await client.reply('GET /user/me');
    const person = newPerson();
    await linkGoogle(client, person);
    expect((await unlink(client, 'GOOGLE')).status).toBe(204);
    expect(await providersOf(client)).toEqual(['email']);
    expect((await (await enterWithGoogle(server, person)).reply('GET /user/me')).id).not.toBe(
      me.id,
    );
    expect(await activityOf(client, server)).toContain('sign_in_unlinked');
  });

  test('is refused for the only way in', async () => {
    for (const [client, provider] of [
      [await enterWithGoogle(server), 'GOOGLE'],
      [await enterWithApple(server), 'APPLE'],
    ] as const) {
      expect(await unlink(client, provider)).toMatchObject({
        status: 422,
        problem: { detail: expect.stringContaining('only way to sign in') },
      });
      expect(await providersOf(client)).toEqual([provider]);
    }
  });

  test('of both ways in at once: one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await enterWithGoogle(server);
      await linkApple(client);
      const answers = await Promise.all([unlink(client, 'GOOGLE'), unlink(client, 'APPLE')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422]);
      expect(await providersOf(client)).toHaveLength(1);
    }
  });

  test('of what is not linked, or is no provider, is not found; a password stays', async () => {
    const client = await signUp(server);
    for (const provider of ['GOOGLE', 'APPLE', 'google', '__proto__', randomUUID()])
      expect((await unlink(client, provider)).status).toBe(404);
    expect((await unlink(client, 'email')).status).toBe(422);
  });

  test('asks for the password or a fresh sign-in first', async () => {
    const client = await signUp(server);
    await linkGoogle(client);
    await growStale(client);
    expect((await unlink(client, 'GOOGLE')).problem.code).toBe('fresh_sign_in_required');
    expect((await unlink(client, 'GOOGLE', { password: 'x' })).problem.code).toBe('wrong_password');
    expect((await unlink(client, 'GOOGLE', { password: testPassword })).status).toBe(204);
  });
});

describe('unlinking Apple', () => {
  const revocations = async () =>
    (await server.sandbox.control<{ path: string; status: number }[]>('log')).filter(
      ({ path, status }) => path === '/apple/auth/revoke' && status === 200,
    ).length;

  test('revokes the access at Apple', async () => {
    const client = await signUp(server);
    const before = await revocations();
    await linkApple(client);
    await unlink(client, 'APPLE');
    await eventually(async () => (await revocations()) === before + 1, 'Apple was told');
  });

  test('is done at once while Apple is away, and Apple is told once it is back', async () => {
    const client = await signUp(server);
    const before = await revocations();
    await linkApple(client);
    await server.sandbox.control('faults', {
      provider: 'apple',
      route: '/auth/revoke',
      kind: 'http_500',
      times: 4,
    });
    expect((await unlink(client, 'APPLE')).status).toBe(204);
    expect(await providersOf(client)).toEqual(['email']);
    await eventually(async () => (await revocations()) === before + 1, 'Apple was told');
    server.logged.length = 0;
  });

  test('revokes nothing where it has been linked anew before Apple could be told', async () => {
    const client = await signUp(server);
    const person = newPerson();
    const before = await revocations();
    await linkApple(client, person);
    const fault = { provider: 'apple', route: '/auth/revoke', kind: 'http_500', times: 1_000 };
    await server.sandbox.control('faults', fault);
    await unlink(client, 'APPLE');
    await eventually(() => server.logged.some(isFailedRevocation), 'Apple could not be told');
    expect((await linkApple(client, person)).status).toBe(201);
    await server.sandbox.control('faults/clear', {});
    const spared = { event: 'apple_not_revoked', reason: 'linked again' };
    await eventually(
      () =>
        server.logged.some((line) => line.event === spared.event && line.reason === spared.reason),
      'the job has seen that it is linked again',
    );
    expect(await revocations()).toBe(before);
    expect((await enterWithApple(server, person)).token).toBeTypeOf('string');
  });
});

const isFailedRevocation = (line: Record<string, unknown>) =>
  line.event === 'job_failed' && line.job === 'revoke-apple';
