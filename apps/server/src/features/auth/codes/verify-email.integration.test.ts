import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extractCode, listMailTo, waitForMail } from '../../../../../../tests/support/mail/mail.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
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

const newAddress = () => `${randomUUID()}@example.com`;
const redeemCode = (client: TestClient, code: string) =>
  client.call('POST /user/check_email_validation', { body: { code } });

async function verificationCode(client: TestClient, email: string, skip = 0): Promise<string> {
  await client.request('POST /user/validate_email');
  return extractCode(await waitForMail(server, email, 'Verify your email', skip));
}

const linkExpired = {
  status: 422,
  problem: {
    code: 'link_expired',
    detail: 'This link is invalid or has expired. Please try again.',
  },
};

describe('POST /user/validate_email', () => {
  test('sends an email with a link and names the address in the response', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    expect(await listMailTo(server, email)).toEqual([]);
    const { message } = await client.request('POST /user/validate_email');
    expect(message).toContain(email);
    const mail = await waitForMail(server, email, 'Verify your email');
    expect(mail.links[0]).toMatch(new RegExp(`^${server.url}/profile/email/link#code=[\\w-]{43}$`));
  });

  test('sends nothing if the address is already verified', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    await redeemCode(client, await verificationCode(client, email));
    const { message } = await client.request('POST /user/validate_email');
    expect(message).toContain('is already verified');
    expect(await listMailTo(server, email)).toHaveLength(1);
  });
});

describe('POST /user/check_email_validation', () => {
  test('verifies the address and returns a token with the new claim', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    const code = await verificationCode(client, email);
    expect((await client.request('GET /user/me')).email_verified).toBe(false);
    const { access_token } = (await redeemCode(client, code)).body;
    expect(decodeJwt(access_token)).toMatchObject({ email_verified: true, username: email });
    const fresh = new TestClient(server, access_token);
    expect((await fresh.request('GET /user/me')).email_verified).toBe(true);
    expect(await redeemCode(client, code)).toMatchObject(linkExpired);
  });

  test("rejects another user's code and leaves it usable for its owner", async () => {
    const email = newAddress();
    const [owner, other] = [await signUp(server, email), await signUp(server)];
    const code = await verificationCode(owner, email);
    expect(await redeemCode(other, code)).toMatchObject(linkExpired);
    expect((await other.request('GET /user/me')).email_verified).toBe(false);
    expect((await redeemCode(owner, code)).status).toBe(200);
  });

  test('accepts only the link in the newest email', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    const first = await verificationCode(client, email);
    const second = await verificationCode(client, email, 1);
    expect(await redeemCode(client, first)).toMatchObject(linkExpired);
    expect((await redeemCode(client, second)).status).toBe(200);
  });

  test.each([[''], ['x'], ['B'.repeat(43)]])('rejects the invalid code %j', async (code) =>
    expect(await redeemCode(await signUp(server), code)).toMatchObject(linkExpired),
  );
});

describe('a change of the email address', () => {
  const requestChange = (client: TestClient, email: string, password?: string) =>
    client.call('POST /user/email', {
      body: { email, ...(password === undefined ? {} : { password }) },
    });
  const changeCode = async (client: TestClient, email: string) => {
    expect((await requestChange(client, email)).status).toBe(202);
    return extractCode(await waitForMail(server, email, 'Confirm your new'));
  };

  test('takes effect when the new address is verified, notifies the old one, and makes it available again', async () => {
    const [previous, next] = [newAddress(), `New.${newAddress()}`];
    const client = await signUp(server, previous);
    const code = await changeCode(client, next);
    expect((await client.request('GET /user/me')).username).toBe(previous);
    await expect(signIn(server, next, testPassword)).rejects.toThrow('401');
    const response = await redeemCode(client, code);
    expect(decodeJwt(response.body.access_token)).toMatchObject({
      username: next,
      email_verified: true,
    });
    expect(await client.request('GET /user/me')).toMatchObject({
      username: next,
      email_verified: true,
    });
    expect(await signIn(server, next.toUpperCase(), testPassword)).toBeTypeOf('string');
    await expect(signIn(server, previous, testPassword)).rejects.toThrow('401');
    expect((await waitForMail(server, previous, 'address was changed')).text).toContain(next);
    await signUp(server, previous);
  });

  test('to a taken address gets the same response as to a free one, and only the owner of the taken address is notified', async () => {
    const [free, taken] = [newAddress(), newAddress()];
    await signUp(server, taken);
    const client = await signUp(server);
    const responses = [
      await requestChange(client, free),
      await requestChange(client, taken.toUpperCase()),
    ];
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    const messageOf = (response: (typeof responses)[number] | undefined, email: string) =>
      response?.body.message.replace(email, '…');
    expect(messageOf(responses[0], free)).toBe(messageOf(responses[1], taken.toUpperCase()));
    await waitForMail(server, free, 'Confirm your new');
    const notice = await waitForMail(server, taken, 'already has a Cairn account');
    expect(notice.links).toEqual([`${server.url}/login`]);
    expect(await listMailTo(server, taken)).toHaveLength(1);
  });

  test('to one address by two users at once succeeds for one of them', async () => {
    const next = newAddress();
    const clients = [await signUp(server), await signUp(server)];
    const codes: string[] = [];
    for (const [index, client] of clients.entries()) {
      await requestChange(client, next);
      codes.push(extractCode(await waitForMail(server, next, 'Confirm your new', index)));
    }
    const responses = await Promise.all(
      clients.map((client, index) => redeemCode(client, codes[index] ?? '')),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const names = await Promise.all(
      clients.map(async (client) => (await client.request('GET /user/me')).username),
    );
    expect(names.filter((name) => name === next)).toHaveLength(1);
  });

  test('fails if another user has signed up with the new address by then', async () => {
    const [previous, next] = [newAddress(), newAddress()];
    const client = await signUp(server, previous);
    const code = await changeCode(client, next);
    const other = await signUp(server, next);
    expect((await redeemCode(client, code)).status).toBe(409);
    expect((await client.request('GET /user/me')).username).toBe(previous);
    expect((await other.request('GET /user/me')).username).toBe(next);
  });

  test('invalidates links sent to the previous address', async () => {
    const [previous, next] = [newAddress(), newAddress()];
    const client = await signUp(server, previous);
    await new TestClient(server).request('POST /user/forgotpwd', { body: { email: previous } });
    const resetCode = extractCode(await waitForMail(server, previous, 'Set a new password'));
    await redeemCode(client, await changeCode(client, next));
    expect(
      await client.call('POST /user/resetpwd', {
        body: { code: resetCode, password: 'good enough for owls' },
      }),
    ).toMatchObject(linkExpired);
  });

  test('invalidates the links of earlier requests', async () => {
    const client = await signUp(server);
    const first = await changeCode(client, newAddress());
    const second = await changeCode(client, newAddress());
    expect(await redeemCode(client, first)).toMatchObject(linkExpired);
    expect((await redeemCode(client, second)).status).toBe(200);
  });

  test("rejects another user's code and leaves it usable for its owner", async () => {
    const [owner, other] = [await signUp(server), await signUp(server)];
    const code = await changeCode(owner, newAddress());
    expect(await redeemCode(other, code)).toMatchObject(linkExpired);
    expect((await redeemCode(owner, code)).status).toBe(200);
  });
});
