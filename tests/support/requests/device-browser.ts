import type { Problem } from '@cairn/contract/problem';
import type { AppUnderTest } from './test-client.ts';
import { TestClient, testPassword } from './test-client.ts';

/** A response to a sign-in. */
export interface SignInResponse {
  status: number;
  headers: Headers;
  /** The problem, if the sign-in failed. */
  problem: Problem;
  /** A client with the token, if the sign-in succeeded. */
  client: TestClient;
}

/** A browser that keeps its device cookie and sends the headers that every browser sends. */
export class DeviceBrowser {
  readonly server: AppUnderTest;
  readonly headers: Record<string, string>;
  /** The device cookie as `name=value`. Undefined until a sign-in has set it. */
  cookie: string | undefined;

  constructor(server: AppUnderTest, headers: Record<string, string> = {}) {
    this.server = server;
    this.headers = { 'sec-fetch-site': 'same-origin', ...headers };
  }

  async signIn(username: string, password = testPassword): Promise<SignInResponse> {
    const { status, headers, body, problem } = await new TestClient(this.server).call(
      'POST /auth/token',
      {
        body: { username, password },
        headers: { ...this.headers, ...(this.cookie === undefined ? {} : { cookie: this.cookie }) },
      },
    );
    const deviceCookie = headers.getSetCookie().find((line) => line.includes('cairn_device='));
    if (deviceCookie !== undefined) [this.cookie] = deviceCookie.split(';');
    return { status, headers, problem, client: new TestClient(this.server, body?.access_token) };
  }
}
