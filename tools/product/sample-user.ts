import { randomUUID } from 'node:crypto';

/** The addresses of a running product. */
export interface ProductUrls {
  app: string;
  sandbox: string;
}

/** A person of the sandbox's bank: a built-in person, or `user_custom` with a JSON description as the password. */
export interface BankLogin {
  username: string;
  password: string;
}

const password = 'correct horse battery';

/** A user who was created through the API, with a token that is valid for an hour. */
export class SampleUser {
  /** Pictures show the first letter of the address as the initial. */
  readonly email = `alex-${randomUUID()}@example.com`;
  token = '';
  private readonly urls: ProductUrls;

  private constructor(urls: ProductUrls) {
    this.urls = urls;
  }

  /** Signs up a new user, on the free plan and without banks. */
  static async signUp(urls: ProductUrls): Promise<SampleUser> {
    const user = new SampleUser(urls);
    await post(`${urls.app}/api/signup`, { email: user.email, password });
    const signedIn = await fetch(`${urls.app}/api/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: user.email, password }),
    });
    ({ access_token: user.token } = (await signedIn.json()) as { access_token: string }); // The API's format.
    return user;
  }

  /** Buys the lifetime plan. The token then gives paid access. */
  async pay(): Promise<void> {
    const { id } = await this.get<{ id: string }>('/user/me');
    await post(`${this.urls.sandbox}/control/payments/complete`, {
      client_reference_id: id,
      plan: 'lifetime',
    });
    await waitFor(
      async () =>
        (await this.get<{ subscription_status: string }>('/user/me')).subscription_status ===
        'paid',
    );
    ({ access_token: this.token } = await this.post<{ access_token: string }>(
      '/user/upgrade_token',
      {},
    ));
  }

  /** Links a bank and waits for the first sync. */
  async linkBank({ username, password }: BankLogin): Promise<void> {
    const { public_token } = await post<{ public_token: string }>(
      `${this.urls.sandbox}/plaid/sandbox/public_token/create`,
      {
        client_id: 'sandbox-client',
        secret: 'sandbox-secret',
        institution_id: 'ins_1',
        initial_products: ['transactions'],
        options: { override_username: username, override_password: password },
      },
    );
    await this.post('/plaid/link/token', { public_token });
    await waitFor(async () => (await this.get<{ state: string }>('/user/sync')).state === 'idle');
  }

  /** Calls the API with GET. The caller knows the type of the response. */
  async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.urls.app}/api${path}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    return readJson<T>(response);
  }

  /** Calls the API with POST. The caller knows the type of the response. */
  post<T>(path: string, body: unknown): Promise<T> {
    return post<T>(`${this.urls.app}/api${path}`, body, this.token);
  }
}

async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return readJson<T>(response);
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok)
    throw new Error(`${response.url} responded ${response.status}: ${await response.text()}`);
  return (await response.json()) as T; // The caller knows the type.
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 60_000; ) if (await condition()) return;
  throw new Error('The condition was not met within a minute');
}
