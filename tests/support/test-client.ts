import { randomUUID } from 'node:crypto';
import type { CallBody, CallKey, CallReply } from '@cairn/contract/calls';
import type { Problem } from '@cairn/contract/problem';
import { eventually } from './eventually.ts';
import type { SandboxClient } from './sandbox-client.ts';

/** A running product: the server's own address, and its sandbox. */
export interface Product {
  url: string;
  sandbox: SandboxClient;
}

/** An answer of the API, whatever it was. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  /** The reply, where the call succeeded. */
  body: T;
  /** The error, where it did not. */
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

/** A client of the API, typed by the contract. `token` may be set to any text, or left out. */
export class TestClient {
  readonly server: Product;
  token: string | undefined;

  constructor(server: Product, token?: string) {
    this.server = server;
    this.token = token;
  }

  async call<K extends CallKey>(
    key: K,
    options: CallOptions<K> = {},
  ): Promise<Answer<CallReply<K>>> {
    const [method = 'GET', path = '/'] = key.split(' ');
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    );
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const response = await fetch(
      `${this.server.url}/api${options.demo ? '/demo' : ''}${filled}${query}`,
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
    const parsed: unknown = text === '' ? null : parseOrText(text);
    return {
      status: response.status,
      headers: response.headers,
      // One of the two is what the status says it is.
      body: parsed as CallReply<K>,
      problem: parsed as Problem,
    };
  }

  /** The reply of a call that must succeed. */
  async reply<K extends CallKey>(key: K, options: CallOptions<K> = {}): Promise<CallReply<K>> {
    const answer = await this.call(key, options);
    if (answer.status >= 300)
      throw new Error(`'${key}' answered ${answer.status}: ${JSON.stringify(answer.problem)}`);
    return answer.body;
  }

  /** Waits until no sync is queued or running; answers where they stand then. */
  syncIdle(): Promise<CallReply<'GET /user/sync'>> {
    return eventually(async () => {
      const { status, body, problem } = await this.call('GET /user/sync');
      // On a busy machine the database may be short of connections for a moment: it says to ask again.
      if (status === 503) return undefined;
      if (status !== 200) throw new Error(`'GET /user/sync' answered ${JSON.stringify(problem)}`);
      return body.state === 'idle' && body;
    }, 'every sync has ended');
  }

  /** Links a person's bank and waits for its first sync. Answers the provider's item id. */
  async link(person: {
    username: string;
    password: string;
    institution?: string;
  }): Promise<string> {
    const public_token = await this.server.sandbox.publicToken(person);
    const { item_id } = await this.reply('POST /plaid/link/token', { body: { public_token } });
    await this.syncIdle();
    return item_id;
  }
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The password of every user that tests sign up. */
export const testPassword = 'correct horse battery';

/** Signs a new user up and in. */
export async function signUp(
  server: Product,
  email = `${randomUUID()}@example.com`,
): Promise<TestClient> {
  const client = new TestClient(server);
  await client.reply('POST /signup', { body: { email, password: testPassword } });
  client.token = await signIn(server, email, testPassword);
  return client;
}

/** A token for an address and password; throws if they are refused. */
export async function signIn(server: Product, username: string, password: string): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password, provider: 'email' }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`Signing in answered ${response.status}`);
  return body.access_token;
}

/** Signs a new user up, in, and pays for lifetime through the sandbox's payment events. */
export async function signUpPaid(server: Product, email?: string): Promise<TestClient> {
  const client = await signUp(server, email);
  const { id } = await client.reply('GET /user/me');
  await server.sandbox.control('payments/complete', { client_reference_id: id, plan: 'lifetime' });
  await eventually(async () => {
    const me = await client.reply('GET /user/me');
    return me.subscription_status === 'paid';
  }, 'the payment has been worked off');
  return client;
}
