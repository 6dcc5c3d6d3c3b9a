import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailAbout, mailsTo } from '../../../../../tests/support/mail.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const newAddress = () => `${randomUUID()}@example.com`;
const check = (client: TestClient, code: string) =>
  client.call('POST /user/check_email_validation', { body: { code } });

async function verificationCode(client: TestClient, email: string, skip = 0): Promise<string> {
  await client.reply('POST /user/validate_email');
  return codeIn(await mailAbout(server, email, 'Verify your email', skip));
}

const dead = {
  status: 422,
  problem: {
    code: 'link_expired',
    detail: 'This link is invalid or has expired. Please try again.',
  },
};

describe('POST /user/validate_email', () => {
  test('sends a mail with a link, and says where to look', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    expect(await mailsTo(server, email)).toEqual([]);
    const { message } = await client.reply('POST /user/validate_email');
    expect(message).toContain(email);
    const mail = await mailAbout(server, email, 'Verify your email');
    expect(mail.links[0]).toMatch(
      new RegExp(`^${server.url}/profile/email/link\\?code=[\\w-]{43}$`),
    );
  });

  test('says so to who is verified already, and sends nothing', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    await check(client, await verificationCode(client, email));
    const { message } = await client.reply('POST /user/validate_email');
    expect(message).toContain('verified already');
    expect(await mailsTo(server, email)).toHaveLength(1);
  });
});

describe('POST /user/check_email_validation', () => {
  test('verifies the address and answers a token that says so', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    const code = await verificationCode(client, email);
    expect((await client.reply('GET /user/me')).email_verified).toBe(false);
    const { access_token } = (await check(client, code)).body;
    expect(decodeJwt(access_token)).toMatchObject({ email_verified: true, username: email });
    const fresh = new TestClient(server, access_token);
    expect((await fresh.reply('GET /user/me')).email_verified).toBe(true);
    expect(await check(client, code)).toMatchObject(dead);
  });

  test("another user's code does nothing, and stays good for its owner", async () => {
    const email = newAddress();
    const [owner, other] = [await signUp(server, email), await signUp(server)];
    const code = await verificationCode(owner, email);
    expect(await check(other, code)).toMatchObject(dead);
    expect((await other.reply('GET /user/me')).email_verified).toBe(false);
    expect((await check(owner, code)).status).toBe(200);
  });

  test('only the link of the newest mail counts', async () => {
    const email = newAddress();
    const client = await signUp(server, email);
    const first = await verificationCode(client, email);
    const second = await verificationCode(client, email, 1);
    expect(await check(client, first)).toMatchObject(dead);
    expect((await check(client, second)).status).toBe(200);
  });

  test.each([[''], ['x'], ['B'.repeat(43)]])('refuses %j as no code', async (code) =>
    expect(await check(await signUp(server), code)).toMatchObject(dead),
  );
});

describe('an address that is being changed', () => {
  const ask = (client: TestClient, email: string, password?: string) =>
    client.call('POST /user/email', {
      body: { email, ...(password === undefined ? {} : { password }) },
    });
  const changeCode = async (client: TestClient, email: string) => {
    expect((await ask(client, email)).status).toBe(202);
    return codeIn(await mailAbout(server, email, 'Confirm your new'));
  };

  test('counts once it is verified, not before; then the old one is told and free', async () => {
    const [was, will] = [newAddress(), `New.${newAddress()}`];
    const client = await signUp(server, was);
    const code = await changeCode(client, will);
    expect((await client.reply('GET /user/me')).username).toBe(was);
    await expect(signIn(server, will, testPassword)).rejects.toThrow('401');
    const answer = await check(client, code);
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      username: will,
      email_verified: true,
    });
    expect(await client.reply('GET /user/me')).toMatchObject({
      username: will,
      email_verified: true,
    });
    expect(await signIn(server, will.toUpperCase(), testPassword)).toBeTypeOf('string');
    await expect(signIn(server, was, testPassword)).rejects.toThrow('401');
    expect((await mailAbout(server, was, 'address was changed')).text).toContain(will);
    await signUp(server, was);
  });

  test('that somebody has gets the same answer, and its owner is told without a link to it', async () => {
    const [free, taken] = [newAddress(), newAddress()];
    await signUp(server, taken);
    const client = await signUp(server);
    const answers = [await ask(client, free), await ask(client, taken.toUpperCase())];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const words = (answer: (typeof answers)[number] | undefined, email: string) =>
      answer?.body.message.replace(email, '…');
    expect(words(answers[0], free)).toBe(words(answers[1], taken.toUpperCase()));
    await mailAbout(server, free, 'Confirm your new');
    const told = await mailAbout(server, taken, 'already has a Cairn account');
    expect(told.links).toEqual([`${server.url}/login`]);
    expect(await mailsTo(server, taken)).toHaveLength(1);
  });

  test('of two who want it one gets it, at the same moment too; the other keeps the old one', async () => {
    const wanted = newAddress();
    const clients = [await signUp(server), await signUp(server)];
    const codes: string[] = [];
    for (const [index, client] of clients.entries()) {
      await ask(client, wanted);
      codes.push(codeIn(await mailAbout(server, wanted, 'Confirm your new', index)));
    }
    const answers = await Promise.all(
      clients.map((client, index) => check(client, codes[index] ?? '')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const names = await Promise.all(
      clients.map(async (client) => (await client.reply('GET /user/me')).username),
    );
    expect(names.filter((name) => name === wanted)).toHaveLength(1);
  });

  test('one that is signed up with meanwhile stays whose it is', async () => {
    const [was, wanted] = [newAddress(), newAddress()];
    const client = await signUp(server, was);
    const code = await changeCode(client, wanted);
    const other = await signUp(server, wanted);
    expect((await check(client, code)).status).toBe(409);
    expect((await client.reply('GET /user/me')).username).toBe(was);
    expect((await other.reply('GET /user/me')).username).toBe(wanted);
  });

  test('a link for the old address opens nothing afterwards', async () => {
    const [was, will] = [newAddress(), newAddress()];
    const client = await signUp(server, was);
    await new TestClient(server).reply('POST /user/forgotpwd', { body: { email: was } });
    const oldReset = codeIn(await mailAbout(server, was, 'Set a new password'));
    await check(client, await changeCode(client, will));
    expect(
      await client.call('POST /user/resetpwd', {
        body: { code: oldReset, password: 'good enough' },
      }),
    ).toMatchObject(dead);
  });

  test('only the last wish counts', async () => {
    const client = await signUp(server);
    const first = await changeCode(client, newAddress());
    const second = await changeCode(client, newAddress());
    expect(await check(client, first)).toMatchObject(dead);
    expect((await check(client, second)).status).toBe(200);
  });

  test("another user's code for it does nothing", async () => {
    const [owner, other] = [await signUp(server), await signUp(server)];
    const code = await changeCode(owner, newAddress());
    expect(await check(other, code)).toMatchObject(dead);
    expect((await check(owner, code)).status).toBe(200);
  });
});
