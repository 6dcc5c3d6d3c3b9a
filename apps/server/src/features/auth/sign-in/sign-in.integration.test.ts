import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signIn,
  TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let database: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';

/** Signs up without signing in. Returns the address. */
async function signUp(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await new TestClient(server).request('POST /signup', { body: { email, password: testPassword } });
  return email;
}

const signInFrom = (userAgent: string, username: string, password = testPassword) =>
  fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: new URLSearchParams({ username, password }),
  });

async function readUserColumn<T>(name: string, email: string): Promise<T | undefined> {
  const { rows } = await database.query<{ value: T }>(
    `select ${name} as value from users where email = $1`,
    [email],
  );
  return rows[0]?.value;
}

describe('a password hash with an outdated cost', () => {
  const currentCost = /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/;

  async function weaken(email: string): Promise<string> {
    const weak = await hash(testPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await database.query('update users set password_hash = $1 where email = $2', [weak, email]);
    return weak;
  }

  test('is upgraded by the next successful sign-in only', async () => {
    const email = await signUp();
    const weak = await weaken(email);
    await expect(signIn(server, email, 'not it')).rejects.toThrow('401');
    expect(await readUserColumn('password_hash', email)).toBe(weak);
    await signIn(server, email, testPassword);
    const upgraded = await readUserColumn<string>('password_hash', email);
    expect(upgraded).toMatch(currentCost);
    await signIn(server, email, testPassword);
    expect(await readUserColumn('password_hash', email)).toBe(upgraded);
  });

  test('allows several concurrent sign-ins', async () => {
    const email = await signUp();
    await weaken(email);
    const tokens = await Promise.all([1, 2, 3].map(() => signIn(server, email, testPassword)));
    for (const token of tokens)
      expect((await new TestClient(server, token).call('GET /user/me')).status).toBe(200);
    expect(await readUserColumn('password_hash', email)).toMatch(currentCost);
  });
});

describe('the activity log', () => {
  const readActivity = async (email: string) => {
    const { rows } = await database.query<{ event: string; detail: string }>(
      `select a.event, a.detail from activity a join users u using (user_id)
       where u.email = $1 order by a.at, a.id`,
      [email],
    );
    return rows;
  };

  test('lists the sign-up, sign-ins, and failed sign-ins with their device', async () => {
    const email = await signUp();
    await signInFrom(firefox, email, 'not it');
    const failure = { event: 'sign_in_failed', detail: 'Firefox on Linux' };
    await eventually(
      async () => (await readActivity(email)).some(({ event }) => event === failure.event),
      'the failed sign-in is recorded',
    );
    await signInFrom(safari, email);
    expect(await readActivity(email)).toEqual([
      { event: 'signed_up', detail: '' },
      failure,
      { event: 'signed_in', detail: 'Safari on iPhone' },
    ]);
  });

  test('records nothing for a sign-in with an unknown address', async () => {
    const count = async () => (await database.query('select 1 from activity')).rows.length;
    const before = await count();
    await signInFrom(firefox, `${randomUUID()}@example.com`);
    expect(await count()).toBe(before);
  });
});
