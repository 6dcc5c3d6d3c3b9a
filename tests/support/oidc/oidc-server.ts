import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import type { ProviderPerson } from '../requests/provider-sign-in.ts';
import { oidcClient } from './oidc-client.ts';

/** A real OpenID Connect server. Anyone can sign in with any address, without a password. */
export interface OidcServer {
  /** The issuer. */
  url: string;
  stop(): Promise<void>;
}

/** The people who have signed in, by subject. */
const people = new Map<string, ProviderPerson>();

/** Starts a server whose client may return to these URLs. By default, the server's URL is also its issuer. */
export async function startOidcServer({
  redirectUris,
  port = 0,
  issuer,
}: {
  redirectUris: string[];
  port?: number;
  issuer?: string;
}): Promise<OidcServer> {
  let handle = (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`; // It listens on a port.
  const provider = await createProvider(issuer ?? url, redirectUris);
  const callback = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      handleInteraction(provider, request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    else callback(request, response);
  };
  return {
    url,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The key of all servers of this process, so that a restarted one still has it. */
let signingKey: Promise<JWK> | undefined;

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k1' };
}

async function createProvider(issuer: string, redirectUris: string[]): Promise<Provider> {
  signingKey ??= createSigningKey();
  return new Provider(issuer, {
    clients: [{ ...oidcClient, redirect_uris: redirectUris }],
    jwks: { keys: [await signingKey] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
}

/** Shows the sign-in form, and signs the user in once it is posted. */
async function handleInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(signInPage);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // Without an encoding, a stream has buffers.
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  if (form.get('choice') === 'cancel') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
    return;
  }
  const email = form.get('email') ?? '';
  const accountId = form.get('sub') ?? email;
  people.set(accountId, { email, email_verified: form.get('verified') === 'on' });
  await provider.interactionFinished(request, response, { login: { accountId } });
}

const signInPage = `<!doctype html>
<html lang="en">
  <title>Sign in</title>
  <form method="post">
    <label>Email <input name="email" type="email"></label>
    <label>Verified <input name="verified" type="checkbox" checked></label>
    <button name="choice" value="sign-in">Sign in</button>
    <button name="choice" value="cancel">Cancel</button>
  </form>
</html>`;
