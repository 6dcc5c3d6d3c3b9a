import { randomUUID } from 'node:crypto';
import type { CallBody, CallKey, CallResponse } from '@cairn/contract/calls';
import type { Problem } from '@cairn/contract/problem';
import { eventually } from '../eventually.ts';
import type { SandboxClient } from '../processes/sandbox-client.ts';

/** A running app: its server's URL and its sandbox. */
export interface AppUnderTest {
  url: string;
  sandbox: SandboxClient;
}

/** A response of the API, successful or not. */
export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  /** The response body, if the call succeeded. */
  body: T;
  /** The problem, if the call failed. */
  problem: Problem;
}

export interface CallOptions<K extends CallKey> {
  body?: CallBody<K>;
  /** Path parameters by name. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  demo?: boolean;
}

/** An API client, typed by the contract. `token` can be any text, or undefined. */
export class TestClient {
  readonly server: AppUnderTest;
  token: string | undefined;

  constructor(server: AppUnderTest, token?: string) {
    this.server = server;
    this.token = token;
  }

  async call<K extends CallKey>(
    key: K,
    options: CallOptions<K> = {},
  ): Promise<ApiResponse<CallResponse<K>>> {
    const [method = 'GET', path = '/'] = key.split(' ');
    const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const response = await fetch(
      `${this.server.url}/api${options.demo ? '/demo' : ''}${filledPath}${query}`,
      {
        method,
        redirect: 'manual',
        headers: {
          ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      },
    );
    const text = await response.text();
    const parsed: unknown = text === '' ? null : parseJsonOrText(text);
    return {
      status: response.status,
      headers: response.headers,
      // The status determines whether the text is a body or a problem.
      body: parsed as CallResponse<K>,
      problem: parsed as Problem,
    };
  }

  /** Makes a call that must succeed and returns its response body. */
  async request<K extends CallKey>(key: K, options: CallOptions<K> = {}): Promise<CallResponse<K>> {
    const response = await this.call(key, options);
    if (response.status >= 300)
      throw new Error(
        `'${key}' responded with ${response.status}: ${JSON.stringify(response.problem)}`,
      );
    return response.body;
  }

  /** Waits until no sync is queued or running, and returns the sync status. */
  waitForSyncs(): Promise<CallResponse<'GET /user/sync'>> {
    return eventually(async () => {
      const { status, body, problem } = await this.call('GET /user/sync');
      // On a busy machine the database may briefly run out of connections.
      if (status === 503) return undefined;
      if (status !== 200)
        throw new Error(`'GET /user/sync' responded with ${JSON.stringify(problem)}`);
      return body.state === 'idle' && body;
    }, 'all syncs have finished');
  }

  /** Links a person's bank and waits for its first sync. Returns the provider's item ID. */
  async linkBank(person: {
    username: string;
    password: string;
    institution?: string;
  }): Promise<string> {
    const public_token = await this.server.sandbox.createPublicToken(person);
    const { item_id } = await this.request('POST /plaid/link/token', { body: { public_token } });
    await this.waitForSyncs();
    return item_id;
  }
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The password of all test users. */
export const testPassword = 'correct horse battery';

/** Signs up a new user and signs in. */
export async function signUp(
  server: AppUnderTest,
  email = `${randomUUID()}@example.com`,
): Promise<TestClient> {
  const client = new TestClient(server);
  await client.request('POST /signup', { body: { email, password: testPassword } });
  client.token = await signIn(server, email, testPassword);
  return client;
}

/** Signs in and returns the token. Throws if the credentials are rejected. */
export async function signIn(
  server: AppUnderTest,
  username: string,
  password: string,
): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password, provider: 'email' }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (body.access_token === undefined)
    throw new Error(`Signing in responded with ${response.status}`);
  return body.access_token;
}

/** Signs up a new user, signs in, and buys the lifetime plan at the sandbox. */
export async function signUpPaid(server: AppUnderTest, email?: string): Promise<TestClient> {
  const client = await signUp(server, email);
  const { id } = await client.request('GET /user/me');
  await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'lifetime' });
  await eventually(async () => {
    const me = await client.request('GET /user/me');
    return me.subscription_status === 'paid';
  }, 'the payment has been processed');
  return client;
}
