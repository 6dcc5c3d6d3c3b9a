import { createHmac } from 'node:crypto';
import type { Problem } from '@cairn/contract/problem';
import { type AppUnderTest, TestClient, testPassword } from './test-client.ts';

/** A clock that a test moves. Milliseconds are added to the system's time. */
export class MovableClock {
  private offset = 0;

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  moveBy(seconds: number): void {
    this.offset += seconds * 1000;
  }
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows (RFC 6238 with SHA-1, six digits, 30 seconds), independent of the server's. */
export function totpCode(secret: string, at: Date): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** A six-digit code that an app with this secret doesn't show around a time. */
export function wrongTotpCode(secret: string, at: Date): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) =>
    totpCode(secret, new Date(at.getTime() + seconds * 1000)),
  );
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string; // One of six differs from five.
}

/** Enrolls an authenticator app. Then moves the clock a minute ahead, so that the app's next code is new. */
export async function enrollTotp(
  client: TestClient,
  clock: MovableClock,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await client.request('POST /user/totp');
  const { recovery_codes } = await client.request('POST /user/totp/confirm', {
    body: { code: totpCode(secret, clock.now()) },
  });
  clock.moveBy(60);
  return { secret, recoveryCodes: recovery_codes };
}

/** Signs in with a password. Returns the response, whose problem contains the challenge. */
export async function sendPassword(
  server: AppUnderTest,
  username: string,
  {
    password = testPassword,
    headers = {},
  }: { password?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; token: string | undefined; problem: Problem; headers: Headers }> {
  const response = await fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ username, password }),
  });
  const body = (await response.json()) as { access_token?: string } & Problem;
  return {
    status: response.status,
    token: body.access_token,
    problem: body,
    headers: response.headers,
  };
}

/** Signs in with the password and returns the challenge. */
export async function requestChallenge(server: AppUnderTest, username: string): Promise<string> {
  const { problem } = await sendPassword(server, username);
  if (problem.challenge === undefined) throw new Error(`No challenge: ${JSON.stringify(problem)}`);
  return problem.challenge;
}

/** Signs in with the password and a code of the authenticator app. */
export async function signInWithTotp(
  server: AppUnderTest,
  username: string,
  { secret, clock }: { secret: string; clock: MovableClock },
): Promise<TestClient> {
  const challenge = await requestChallenge(server, username);
  const client = new TestClient(server);
  const { access_token } = await client.request('POST /auth/second_factor', {
    body: { challenge, factor: 'totp', code: totpCode(secret, clock.now()) },
  });
  clock.moveBy(60);
  client.token = access_token;
  return client;
}
