import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@cairn/contract/calls';
import { type ApiResponse, type AppUnderTest, TestClient } from './test-client.ts';

/** A user of a sign-in provider, as the sandbox's control calls expect it. */
export interface ProviderPerson {
  email: string;
  email_verified?: boolean;
  sub?: string;
}

/** Creates a person with a unique email address. */
export const newPerson = (): ProviderPerson => ({ email: `${randomUUID()}@example.com` });

/** A browser that signs in with Google and Apple, with a cookie jar. */
export class ProviderBrowser {
  readonly server: AppUnderTest;
  #cookies = new Map<string, string>();

  constructor(server: AppUnderTest) {
    this.server = server;
  }

  /** The headers of every request to the server. */
  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  /** A copy of the browser with the same cookies for another server process. */
  onServer(server: AppUnderTest): ProviderBrowser {
    const copy = new ProviderBrowser(server);
    copy.#cookies = new Map(this.#cookies);
    return copy;
  }

  storeCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }

  async fetchNonce(): Promise<string> {
    const response = await new TestClient(this.server).call('GET /auth/google/nonce', {
      headers: this.headers,
    });
    this.storeCookies(response.headers);
    return response.body.nonce;
  }

  /** Creates the credential that Google's button would return in this browser. */
  async createCredential(person: ProviderPerson, nonce?: string): Promise<string> {
    const { credential } = await this.server.sandbox.control<{ credential: string }>(
      'identity/google',
      { ...person, nonce: nonce ?? (await this.fetchNonce()) },
    );
    return credential;
  }

  /** Signs in with a credential. */
  postCredential(credential: string): Promise<ApiResponse<CallResponse<'POST /auth/token'>>> {
    return new TestClient(this.server).call('POST /auth/token', {
      body: { provider: 'GOOGLE', credential },
      headers: this.headers,
    });
  }

  async signInWithGoogle(person: ProviderPerson) {
    return this.postCredential(await this.createCredential(person));
  }

  /** Starts signing in with Apple and returns the URL of its page. */
  async startAppleSignIn(): Promise<string> {
    const response = await new TestClient(this.server).call('GET /code/apple', {
      headers: this.headers,
    });
    this.storeCookies(response.headers);
    return response.headers.get('location') ?? '';
  }

  /** Consents at Apple, or denies consent. Returns the URL that the browser is redirected to. */
  async consent(
    authorizeUrl: string,
    person: ProviderPerson & { deny?: boolean },
  ): Promise<string> {
    const { location } = await this.server.sandbox.control<{ location: string }>('identity/apple', {
      ...person,
      authorize_url: authorizeUrl,
    });
    return location;
  }

  /** Signs in at Apple and returns the resulting one-time code. */
  async appleCode(person: ProviderPerson): Promise<string> {
    const location = await this.consent(await this.startAppleSignIn(), person);
    return new URL(location, this.server.url).searchParams.get('code') ?? '';
  }

  /** Redeems the code of /apple/cb for a token. */
  redeemAppleCode(code: string): Promise<ApiResponse<CallResponse<'POST /user/check_apple_otc'>>> {
    return new TestClient(this.server).call('POST /user/check_apple_otc', {
      body: { code },
      headers: this.headers,
    });
  }

  async signInWithApple(person: ProviderPerson) {
    return this.redeemAppleCode(await this.appleCode(person));
  }
}

/** Signs in with Google in a new browser and returns the client. */
export async function signInWithGoogle(
  server: AppUnderTest,
  person: ProviderPerson = newPerson(),
): Promise<TestClient> {
  const { body } = await new ProviderBrowser(server).signInWithGoogle(person);
  return new TestClient(server, body.access_token);
}

/** Signs in with Apple in a new browser and returns the client. */
export async function signInWithApple(
  server: AppUnderTest,
  person: ProviderPerson = newPerson(),
): Promise<TestClient> {
  const { body } = await new ProviderBrowser(server).signInWithApple(person);
  return new TestClient(server, body.access_token);
}
