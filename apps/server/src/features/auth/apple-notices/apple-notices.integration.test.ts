import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { listMailTo, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  newPerson,
  ProviderBrowser,
  type ProviderPerson,
  signInWithApple,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import { expectProblem, sendRaw } from '../../../../../../tests/support/requests/raw-request.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Notice {
  type: 'consent-revoked' | 'account-delete' | 'email-disabled' | 'email-enabled';
  id?: string;
  forge?: 'wrong_key' | 'wrong_audience' | 'old';
}

/** Makes the sandbox send a notice about a person. Returns the notice's id and the status of the response. */
const sendNotice = ({ email }: ProviderPerson, notice: Notice) =>
  server.sandbox.control<{ id: string; status: number }>('identity/apple/notice', {
    email,
    ...notice,
  });

const waitUntilProcessed = (id: string) =>
  eventually(
    async () =>
      (
        await queryDatabase(
          server,
          `select 1 from webhook_events
           where provider = 'apple' and event_id = '${id}' and processed_at is not null`,
        )
      ).length === 1,
    `notice ${id} is processed`,
  );

async function notifyAndWait(person: ProviderPerson, notice: Notice): Promise<void> {
  const { id, status } = await sendNotice(person, notice);
  expect(status).toBe(200);
  await waitUntilProcessed(id);
}

async function linkApple(client: TestClient, person: ProviderPerson): Promise<void> {
  const browser = new ProviderBrowser(server);
  const code = await browser.appleCode(person);
  const body = { provider: 'APPLE', code } as const;
  const { status } = await client.call('POST /user/identities', { body, headers: browser.headers });
  expect(status).toBe(201);
}

const storedNotices = async () =>
  (await queryDatabase(server, "select event_id from webhook_events where provider = 'apple'"))
    .length;
const isSignedIn = async (client: TestClient) => (await client.call('GET /user/me')).status === 200;

describe('POST /webhooks/apple', () => {
  test.each(['consent-revoked', 'account-delete'] as const)(
    '%s unlinks Apple, ends every session, and notifies the user once, however often it is sent',
    async (type) => {
      const client = await signUp(server);
      const { username: email } = await client.request('GET /user/me');
      const person = newPerson();
      await linkApple(client, person);
      const id = randomUUID();
      const sent = await Promise.all(
        Array.from({ length: 10 }, () => sendNotice(person, { type, id })),
      );
      expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(200));
      await waitUntilProcessed(id);
      expect(await isSignedIn(client)).toBe(false);
      const signedInAgain = new TestClient(server, await signIn(server, email, testPassword));
      const { identities } = await signedInAgain.request('GET /user/identities');
      expect(identities.map(({ provider }) => provider)).toEqual(['email']);
      const mail = await waitForMail(server, email, 'Apple was unlinked');
      expect(mail.text).toContain('Apple notified us');
      expect(
        (await listMailTo(server, email)).filter(({ subject }) => subject.includes('unlinked')),
      ).toHaveLength(1);
      expect(await listActivity(signedInAgain, server)).toContain('sign_in_unlinked');
    },
  );

  test('an account whose only sign-in method is Apple keeps it, and its user gets an email about setting a password', async () => {
    const person = newPerson();
    const client = await signInWithApple(server, person);
    await notifyAndWait(person, { type: 'consent-revoked' });
    expect(await isSignedIn(client)).toBe(false);
    const mail = await waitForMail(server, person.email, 'Set a password');
    expect(mail.links).toEqual([`${server.url}/recoverAccount`]);
    // Consenting again at Apple signs in to the same account.
    const signedInAgain = await signInWithApple(server, person);
    const { identities } = await signedInAgain.request('GET /user/identities');
    expect(identities.map(({ provider }) => provider)).toEqual(['APPLE']);
  });

  test('a notice that arrives after Apple was linked again changes nothing', async () => {
    const client = await signUp(server);
    const person = newPerson();
    await linkApple(client, person);
    await queryDatabase(
      server,
      `update user_identities set linked_at = now() + interval '1 minute' where email = '${person.email}'`,
    );
    await notifyAndWait(person, { type: 'consent-revoked' });
    const { identities } = await client.request('GET /user/identities');
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'APPLE']);
  });

  test('notices about email forwarding and about unknown people change nothing', async () => {
    const person = newPerson();
    const client = await signInWithApple(server, person);
    await notifyAndWait(person, { type: 'email-disabled' });
    await notifyAndWait(person, { type: 'email-enabled' });
    await notifyAndWait(newPerson(), { type: 'account-delete' });
    expect(await isSignedIn(client)).toBe(true);
  });

  test.each(['wrong_key', 'wrong_audience', 'old'] as const)(
    'a forged notice (%s) is rejected and not stored',
    async (forge) => {
      const person = newPerson();
      const client = await signInWithApple(server, person);
      const before = await storedNotices();
      expect((await sendNotice(person, { type: 'account-delete', forge })).status).toBe(400);
      expect(await storedNotices()).toBe(before);
      expect(await isSignedIn(client)).toBe(true);
    },
  );

  test.each(['', '{}', '[]', 'null', '{"payload":7}', '{"payload":"a.b.c"}', 'not JSON'])(
    'a body that is not a notice is rejected: %j',
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      expectProblem(await sendRaw(server, '/api/webhooks/apple', { headers, body }), 400);
    },
  );
});
