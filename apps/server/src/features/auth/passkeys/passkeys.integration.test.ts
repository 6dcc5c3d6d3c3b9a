import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backdate } from '../../../../../../tests/support/database/backdate.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../../tests/support/database/database-queries.ts';
import { listMailTo, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { attestationIssuer } from '../../../../../../tests/support/requests/attestation-certificate.ts';
import {
  addPasskey,
  createPasskey,
  PasskeyBrowser,
} from '../../../../../../tests/support/requests/passkey-browser.ts';
import {
  newPerson,
  ProviderBrowser,
  signInWithGoogle,
} from '../../../../../../tests/support/requests/provider-sign-in.ts';
import {
  type CeremonyChanges,
  SoftwareAuthenticator,
} from '../../../../../../tests/support/requests/software-authenticator.ts';
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

const listPasskeys = async (client: TestClient) =>
  (await client.request('GET /user/passkeys')).passkeys;
const requestOptions = (client: TestClient) => client.call('POST /user/passkeys/options');
const stepUp = (client: TestClient) =>
  client.request('POST /user/step_up', { body: { factor: 'password', password: testPassword } });

/** Makes the client's session older than ten minutes. */
async function ageSession(client: TestClient): Promise<void> {
  const { id } = await client.request('GET /user/me');
  await queryDatabase(
    server,
    `update sessions set ${backdate('created_at', '11 minutes')} where user_id = $1`,
    [id],
  );
}

async function removePasskey(client: TestClient, index = 0) {
  const passkey = (await listPasskeys(client))[index];
  return removePasskeyById(client, passkey?.id ?? '');
}

const removePasskeyById = (client: TestClient, id: string) =>
  client.call('DELETE /user/passkeys/:id', { params: { id } });

describe('POST /user/passkeys/options', () => {
  test('requires a discoverable passkey that verifies the user', async () => {
    const email = 'passkey-options@example.com';
    const client = await signUp(server, email);
    const { body } = await requestOptions(client);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Cairn' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
  });

  test('returns a user handle that is random and always the same', async () => {
    const client = await signUp(server);
    const { id, username } = await client.request('GET /user/me');
    const [first, second] = [await requestOptions(client), await requestOptions(client)];
    expect(second.body.user.id).toBe(first.body.user.id);
    expect(second.body.challenge).not.toBe(first.body.challenge);
    const handle = Buffer.from(first.body.user.id, 'base64url');
    expect(handle).toHaveLength(16);
    expect(handle.toString('hex')).not.toBe(id.replaceAll('-', ''));
    expect(handle.toString()).not.toContain(username);
  });

  test('excludes passkeys that the user already has', async () => {
    const client = await signUp(server);
    const { id } = await addPasskey(client);
    const { body } = await requestOptions(client);
    expect(body.excludeCredentials).toEqual([
      { type: 'public-key', id, transports: ['internal', 'hybrid'] },
    ]);
  });

  test('requires a recent sign-in or a step-up', async () => {
    const client = await signUp(server);
    await ageSession(client);
    expect(await requestOptions(client)).toMatchObject({
      status: 403,
      problem: { code: 'step_up_required' },
    });
    await stepUp(client);
    expect((await requestOptions(client)).status).toBe(200);
  });
});

describe('POST /user/passkeys', () => {
  test('adds a passkey, emails the user, and records it', async () => {
    const email = 'passkey-added@example.com';
    const client = await signUp(server, email);
    await addPasskey(client, { name: '  My \n phone ', synced: true });
    expect(await listPasskeys(client)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'My phone',
        created_at: expect.stringMatching(/Z$/),
        last_used_at: null,
        synced: true,
      },
    ]);
    const mail = await waitForMail(server, email, 'A passkey was added to your Cairn account');
    expect(mail.text).toContain('the passkey "My phone" was added');
    expect(mail.links).toContain(`${server.url}/recoverAccount`);
    const { events } = await client.request('GET /user/activity');
    expect(events[0]).toMatchObject({ event: 'passkey_added', detail: 'My phone' });
  });

  test('names a passkey after its password manager, otherwise after the device', async () => {
    const client = await signUp(server);
    await addPasskey(client, { aaguid: 'fbfc3007154e4ecc8c0b6e020557d7bd' });
    await addPasskey(client);
    const names = (await listPasskeys(client)).map(({ name }) => name);
    expect(names).toEqual(['iCloud Keychain', 'Unknown browser on unknown system']);
  });

  test('accepts a self-attested passkey, because browsers pass its attestation on', async () => {
    const client = await signUp(server);
    await addPasskey(client, { selfAttested: true });
    expect(await listPasskeys(client)).toHaveLength(1);
  });

  const rejections: [string, CeremonyChanges][] = [
    ['from another origin', { origin: 'https://cairn.example.com' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['from an authenticator that did not verify the user', { userVerified: false }],
    ['that was created while no user was present', { userPresent: false }],
    ['whose type is that of a sign-in', { type: 'webauthn.get' }],
    ['with an algorithm that was not offered', { algorithm: -35 }],
    ['for a challenge that we did not issue', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    [
      'with a certificate, because the server would have to contact its issuer',
      { issuer: attestationIssuer },
    ],
    ['in a format that only some phones use', { format: 'android-safetynet' }],
  ];
  test.each(rejections)('rejects an attestation %s', async (_case, changes) => {
    const client = await signUp(server);
    const { attestation } = await createPasskey(client, changes);
    const response = await client.call('POST /user/passkeys', { body: { attestation } });
    expect(response).toMatchObject({ status: 422, problem: { code: 'unprocessable' } });
    expect(await listPasskeys(client)).toEqual([]);
  });

  test('rejects a challenge that was issued for a sign-in or to another session, or was already used', async () => {
    const email = 'passkey-sessions@example.com';
    const client = await signUp(server, email);
    const other = new TestClient(server, await signIn(server, email, testPassword));
    const { challenge } = await new PasskeyBrowser(server).requestOptions();
    const fromSignIn = await createPasskey(client, { challenge });
    const fromOther = await createPasskey(other);
    for (const { attestation } of [fromSignIn, fromOther])
      expect((await client.call('POST /user/passkeys', { body: { attestation } })).status).toBe(
        422,
      );
    const options = await client.request('POST /user/passkeys/options');
    const authenticator = new SoftwareAuthenticator(server.url);
    const attestations = [1, 2, 3].map(() => authenticator.create(options).attestation);
    const statuses = await Promise.all(
      attestations.map(async (attestation) => {
        const { status } = await client.call('POST /user/passkeys', { body: { attestation } });
        return status;
      }),
    );
    expect(statuses.toSorted()).toEqual([201, 422, 422]);
  });

  test('rejects a passkey that this or another user has already added', async () => {
    const [client, other] = [await signUp(server), await signUp(server)];
    const options = await client.request('POST /user/passkeys/options');
    const { attestation } = new SoftwareAuthenticator(server.url).create(options);
    await client.request('POST /user/passkeys', { body: { attestation } });
    for (const user of [client, other]) {
      const { challenge } = await user.request('POST /user/passkeys/options');
      const clientData = Buffer.from(attestation.response.clientDataJSON, 'base64url').toString();
      const clientDataJSON = Buffer.from(
        JSON.stringify({ ...JSON.parse(clientData), challenge }),
      ).toString('base64url');
      const resent = { ...attestation, response: { ...attestation.response, clientDataJSON } };
      expect(
        await user.call('POST /user/passkeys', { body: { attestation: resent } }),
      ).toMatchObject({
        status: 409,
        problem: { code: 'conflict' },
      });
    }
    expect(await listPasskeys(other)).toEqual([]);
  });

  test('accepts twenty passkeys, and not one more', async () => {
    const client = await signUp(server);
    for (let added = 0; added < 20; added += 1) await addPasskey(client);
    const { attestation } = await createPasskey(client);
    const response = await client.call('POST /user/passkeys', { body: { attestation } });
    expect(response).toMatchObject({
      status: 422,
      problem: { detail: 'You already have 20 passkeys, which is the maximum. Remove one first.' },
    });
  });
});

describe('PATCH /user/passkeys/:id', () => {
  test('renames a passkey', async () => {
    const client = await signUp(server);
    await addPasskey(client);
    const [passkey] = await listPasskeys(client);
    const rename = (name: string) =>
      client.call('PATCH /user/passkeys/:id', {
        params: { id: passkey?.id ?? '' },
        body: { name },
      });
    expect((await rename(' Work laptop ')).body.passkeys).toMatchObject([{ name: 'Work laptop' }]);
    expect((await rename(' ')).status).toBe(422);
    expect((await rename('x'.repeat(61))).status).toBe(422);
    expect(await listPasskeys(client)).toMatchObject([{ name: 'Work laptop' }]);
  });
});

describe('DELETE /user/passkeys/:id', () => {
  test('removes a passkey, emails the user, and records it', async () => {
    const email = 'passkey-removed@example.com';
    const client = await signUp(server, email);
    await addPasskey(client, { name: 'Old phone' });
    const [passkey] = await listPasskeys(client);
    expect((await removePasskey(client)).status).toBe(204);
    expect(await listPasskeys(client)).toEqual([]);
    const mail = await waitForMail(server, email, 'A passkey was removed from your Cairn account');
    expect(mail.text).toContain('the passkey "Old phone" was removed');
    expect((await listActivity(client, server)).slice(-2)).toEqual([
      'passkey_added',
      'passkey_removed',
    ]);
    expect((await removePasskeyById(client, passkey?.id ?? '')).status).toBe(404);
  });

  test('requires a recent sign-in or a step-up', async () => {
    const client = await signUp(server);
    await addPasskey(client);
    await ageSession(client);
    expect(await removePasskey(client)).toMatchObject({
      status: 403,
      problem: { code: 'step_up_required' },
    });
    await stepUp(client);
    expect((await removePasskey(client)).status).toBe(204);
  });

  test('never removes the last sign-in method, which can be a passkey', async () => {
    const person = newPerson();
    const client = await signInWithGoogle(server, person);
    const unlinkGoogle = () =>
      client.call('DELETE /user/identities/:provider', {
        params: { provider: 'GOOGLE' },
        body: {},
      });
    expect((await unlinkGoogle()).status).toBe(422);
    const passkey = await addPasskey(client);
    expect((await unlinkGoogle()).status).toBe(204);
    expect(await removePasskey(client)).toMatchObject({
      status: 422,
      problem: { detail: expect.stringContaining('only sign-in method') },
    });
    expect((await new PasskeyBrowser(server).signIn(passkey)).status).toBe(200);
  });

  test('keeps one of the last two sign-in methods if both are removed at the same time', async () => {
    const client = await signInWithGoogle(server);
    await addPasskey(client);
    const [unlinked, removed] = await Promise.all([
      client.call('DELETE /user/identities/:provider', {
        params: { provider: 'GOOGLE' },
        body: {},
      }),
      removePasskey(client),
    ]);
    expect([unlinked.status, removed.status].toSorted()).toEqual([204, 422]);
  });
});

test('adding passkeys and linking Google share one rate limit, because both send emails', async () => {
  const limited = await startTestServer({ environment: { RATE_LIMITS: 'identity_user=2' } });
  const email = 'passkey-limits@example.com';
  const client = await signUp(limited, email);
  await addPasskey(client);
  const browser = new ProviderBrowser(limited);
  const credential = await browser.createCredential(newPerson());
  await client.request('POST /user/identities', {
    body: { provider: 'GOOGLE', credential },
    headers: browser.headers,
  });
  const { attestation } = await createPasskey(client);
  const response = await client.call('POST /user/passkeys', { body: { attestation } });
  expect(response.status).toBe(429);
  // Removing a passkey is not limited, so that users can always remove one that a stranger added.
  expect((await removePasskey(client)).status).toBe(204);
  await waitForMail(limited, email, 'A passkey was removed');
  expect(await listMailTo(limited, email)).toHaveLength(3);
  await limited.stop();
});
