import type { ProviderPerson } from '../requests/provider-sign-in.ts';
import { type AppUnderTest, TestClient } from '../requests/test-client.ts';

/** The parameters with which the provider redirected the browser to our page. */
export interface OidcReturn {
  /** The path of the page. */
  path: string;
  code: string;
  state: string;
  iss: string;
}

/** A browser that signs in with the operator's own providers. */
export class OidcBrowser {
  readonly server: AppUnderTest;
  readonly #cookies = new Map<string, string>();

  constructor(server: AppUnderTest) {
    this.server = server;
  }

  /** The headers of every request to the server. */
  get headers(): Record<string, string> {
    return this.#cookies.size === 0 ? {} : { cookie: formatCookies(this.#cookies) };
  }

  /** Starts signing in and returns the URL of the provider's page. */
  async start(name: string): Promise<string> {
    const response = await new TestClient(this.server).call('GET /code/oidc/:name', {
      params: { name },
      headers: this.headers,
    });
    storeCookies(this.#cookies, response.headers);
    return response.headers.get('location') ?? '';
  }

  /** Signs in at the provider. Returns the parameters of its redirect. */
  async visit(name: string, person: ProviderPerson): Promise<OidcReturn> {
    return signInAtProvider(await this.start(name), person);
  }

  /** Exchanges the parameters of the provider's redirect for a token. */
  finish(name: string, { code, state, iss }: Partial<OidcReturn>) {
    return new TestClient(this.server).call('POST /auth/oidc', {
      body: { name, code: code ?? '', state: state ?? '', ...(iss === undefined ? {} : { iss }) },
      headers: this.headers,
    });
  }

  async signIn(name: string, person: ProviderPerson) {
    return this.finish(name, await this.visit(name, person));
  }
}

/** Signs in with a new session at the provider, as the person. */
export async function signInAtProvider(
  authorizeUrl: string,
  person: ProviderPerson,
): Promise<OidcReturn> {
  const cookies = new Map<string, string>();
  let url = authorizeUrl;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: formatCookies(cookies) },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    body = undefined;
    storeCookies(cookies, response.headers);
    const location = response.headers.get('location');
    if (location === null) {
      if (response.status !== 200) throw new Error(await response.text());
      const verified = (person.email_verified ?? true) ? { verified: 'on' } : {};
      const { email, sub = email } = person;
      body = new URLSearchParams({ choice: 'sign-in', email, sub, ...verified });
    } else {
      const target = new URL(location, url);
      if (target.origin !== new URL(authorizeUrl).origin) return parseReturn(target);
      url = target.href;
    }
  }
  throw new Error('The provider redirected too often');
}

function parseReturn({ pathname, searchParams }: URL): OidcReturn {
  const read = (name: string) => searchParams.get(name) ?? '';
  return { path: pathname, code: read('code'), state: read('state'), iss: read('iss') };
}

const formatCookies = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

function storeCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
}
