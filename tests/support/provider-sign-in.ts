import { randomUUID } from 'node:crypto';
import type { CallReply } from '@cairn/contract/calls';
import { type Answer, type Product, TestClient } from './test-client.ts';

/** Whom a test signs in with, as the sandbox's control takes it. */
export interface ProviderPerson {
  email: string;
  email_verified?: boolean;
  sub?: string;
}

/** Somebody whom no other test knows. */
export const newPerson = (): ProviderPerson => ({ email: `${randomUUID()}@example.com` });

/** A browser that signs in with Google and Apple: it keeps the cookies of the server. */
export class ProviderBrowser {
  readonly server: Product;
  #cookies = new Map<string, string>();

  constructor(server: Product) {
    this.server = server;
  }

  /** What it sends along with every request to the server. */
  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  /** The same cookies in another place: another process of the server, say. */
  at(server: Product): ProviderBrowser {
    const other = new ProviderBrowser(server);
    other.#cookies = new Map(this.#cookies);
    return other;
  }

  keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }

  async nonce(): Promise<string> {
    const answer = await new TestClient(this.server).call('GET /auth/google/nonce', {
      headers: this.headers,
    });
    this.keepCookies(answer.headers);
    return answer.body.nonce;
  }

  /** What Google's button would yield in this browser. */
  async credential(person: ProviderPerson, nonce?: string): Promise<string> {
    const { credential } = await this.server.sandbox.control<{ credential: string }>(
      'identity/google',
      { ...person, nonce: nonce ?? (await this.nonce()) },
    );
    return credential;
  }

  /** Posts a credential to sign in. */
  useCredential(credential: string): Promise<Answer<CallReply<'POST /auth/token'>>> {
    return new TestClient(this.server).call('POST /auth/token', {
      body: { provider: 'GOOGLE', credential },
      headers: this.headers,
    });
  }

  async signInWithGoogle(person: ProviderPerson) {
    return this.useCredential(await this.credential(person));
  }

  /** Sets out to Apple: the address of its page. */
  async setOut(): Promise<string> {
    const answer = await new TestClient(this.server).call('GET /code/apple', {
      headers: this.headers,
    });
    this.keepCookies(answer.headers);
    return answer.headers.get('location') ?? '';
  }

  /** Consents at Apple, or says no: the address that the browser ends up at. */
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

  /** The one-time code that Apple's answer is kept under. */
  async appleCode(person: ProviderPerson): Promise<string> {
    const location = await this.consent(await this.setOut(), person);
    return new URL(location, this.server.url).searchParams.get('code') ?? '';
  }

  /** Fetches the token for the code of /apple/cb. */
  useAppleCode(code: string): Promise<Answer<CallReply<'POST /user/check_apple_otc'>>> {
    return new TestClient(this.server).call('POST /user/check_apple_otc', {
      body: { code },
      headers: this.headers,
    });
  }

  async signInWithApple(person: ProviderPerson) {
    return this.useAppleCode(await this.appleCode(person));
  }
}

/** A client that is signed in with Google, in a new browser. */
export async function enterWithGoogle(
  server: Product,
  person: ProviderPerson = newPerson(),
): Promise<TestClient> {
  const { body } = await new ProviderBrowser(server).signInWithGoogle(person);
  return new TestClient(server, body.access_token);
}

/** A client that is signed in with Apple, in a new browser. */
export async function enterWithApple(
  server: Product,
  person: ProviderPerson = newPerson(),
): Promise<TestClient> {
  const { body } = await new ProviderBrowser(server).signInWithApple(person);
  return new TestClient(server, body.access_token);
}
