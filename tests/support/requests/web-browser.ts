import type { CallKey, CallResponse } from '@cairn/contract/calls';
import { webClientHeader } from '@cairn/contract/rules/web-client';
import type { ApiResponse, AppUnderTest, CallOptions } from './test-client.ts';
import { TestClient, testPassword } from './test-client.ts';

/** The name of the refresh cookie over plain HTTP. */
export const refreshCookieName = 'cairn_refresh';

/** A browser with the web app open: it sends the app's header, and keeps a refresh token in its cookie jar. */
export class WebBrowser {
  /** The value of the refresh cookie. */
  refreshToken: string | undefined;
  token: string | undefined;
  readonly server: AppUnderTest;

  constructor(server: AppUnderTest) {
    this.server = server;
  }

  /** A browser with the same cookie, for another server process or a thief. */
  copy(server: AppUnderTest = this.server): WebBrowser {
    const copy = new WebBrowser(server);
    copy.refreshToken = this.refreshToken;
    copy.token = this.token;
    return copy;
  }

  /** Makes a call as the web app does, and stores the cookie of the response. */
  async call<K extends CallKey>(
    key: K,
    options: CallOptions<K> = {},
  ): Promise<ApiResponse<CallResponse<K>>> {
    const response = await new TestClient(this.server, this.token).call(key, {
      ...options,
      headers: { ...this.headers, ...options.headers },
    });
    this.#storeCookie(response.headers);
    return response;
  }

  /** The headers of every call of the web app in this browser, except for the token. */
  get headers(): Record<string, string> {
    return {
      [webClientHeader.name]: webClientHeader.value,
      ...(this.refreshToken === undefined
        ? {}
        : { cookie: `${refreshCookieName}=${this.refreshToken}` }),
    };
  }

  /** Exchanges the refresh cookie. Stores the access token of a successful response. */
  async refresh(headers?: Record<string, string>) {
    const bearer = this.token;
    this.token = undefined;
    const response = await this.call('POST /auth/refresh', headers ? { headers } : {});
    this.token = response.status === 200 ? response.body.access_token : bearer;
    return response;
  }

  #storeCookie(headers: Headers): void {
    const line = refreshCookieOf(headers);
    if (line === undefined) return;
    const value = /=([^;]*)/.exec(line)?.[1] ?? '';
    this.refreshToken = value === '' ? undefined : value;
  }
}

/** The `Set-Cookie` header of the refresh cookie, if the response has one. */
export const refreshCookieOf = (headers: Headers): string | undefined =>
  headers.getSetCookie().find((line) => /^(__Host-)?cairn_refresh=/.test(line));

/** Signs in with a password in the web app of a new browser. */
export async function signInToWebApp(server: AppUnderTest, email: string): Promise<WebBrowser> {
  const browser = new WebBrowser(server);
  const { body } = await browser.call('POST /auth/token', {
    body: { username: email, password: testPassword, provider: 'email' },
  });
  browser.token = body.access_token;
  return browser;
}
