import type { CallResponse } from '@cairn/contract/calls';
import { ProviderBrowser } from './provider-sign-in.ts';
import {
  type Assertion,
  type CeremonyChanges,
  SoftwareAuthenticator,
  type SoftwarePasskey,
} from './software-authenticator.ts';
import { type ApiResponse, type AppUnderTest, TestClient } from './test-client.ts';

type TokenResponse = CallResponse<'POST /auth/passkey'>;

/** A browser with an authenticator. */
export class PasskeyBrowser {
  readonly server: AppUnderTest;
  readonly authenticator: SoftwareAuthenticator;
  readonly #cookies: ProviderBrowser;

  constructor(server: AppUnderTest, { origin = server.url }: { origin?: string } = {}) {
    this.server = server;
    this.authenticator = new SoftwareAuthenticator(origin);
    this.#cookies = new ProviderBrowser(server);
  }

  get headers(): Record<string, string> {
    return this.#cookies.headers;
  }

  /** Begins a sign-in. */
  async requestOptions(): Promise<CallResponse<'POST /auth/passkey/options'>> {
    const { body, headers } = await new TestClient(this.server).call('POST /auth/passkey/options', {
      headers: this.headers,
    });
    this.#cookies.storeCookies(headers);
    return body;
  }

  /** Signs the challenge of a new sign-in. */
  async sign(passkey: SoftwarePasskey, changes: CeremonyChanges = {}): Promise<Assertion> {
    return this.authenticator.sign(await this.requestOptions(), passkey, changes);
  }

  /** Sends an assertion, to this browser's server or another process. */
  send(
    assertion: Assertion,
    { server = this.server, headers = {} }: { server?: AppUnderTest; headers?: object } = {},
  ): Promise<ApiResponse<TokenResponse>> {
    return new TestClient(server).call('POST /auth/passkey', {
      body: { assertion },
      headers: { ...this.headers, ...headers },
    });
  }

  /** Signs in with a passkey alone. */
  async signIn(
    passkey: SoftwarePasskey,
    changes: CeremonyChanges = {},
  ): Promise<ApiResponse<TokenResponse>> {
    return this.send(await this.sign(passkey, changes));
  }
}

/** Creates a passkey for a signed-in user without adding it, with the options of their session. */
export async function createPasskey(client: TestClient, changes: CeremonyChanges = {}) {
  const options = await client.request('POST /user/passkeys/options');
  return new SoftwareAuthenticator(client.server.url).create(options, changes);
}

/** Adds a passkey to a signed-in user, whose sign-in must be recent. */
export async function addPasskey(
  client: TestClient,
  { name, ...changes }: CeremonyChanges & { name?: string } = {},
): Promise<SoftwarePasskey> {
  const { passkey, attestation } = await createPasskey(client, changes);
  await client.request('POST /user/passkeys', {
    body: { attestation, ...(name === undefined ? {} : { name }) },
  });
  return passkey;
}
