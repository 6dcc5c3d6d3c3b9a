import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as jose from 'jose';
import type { SandboxHarness } from './sandbox-harness.ts';

/** A form that was posted to the callback. */
export interface FormPost {
  fields: Record<string, string>;
  headers: IncomingHttpHeaders;
}

/** An app with Apple sign-in, as the provider sees it. */
export interface AppleApp {
  url: string;
  redirectUri: string;
  posts: FormPost[];
  /** The response of the callback. Tests can change it. */
  callbackResponse: { status: number; location?: string };
  /** Returns the app's authorization URL. `changes` override parameters; an empty string omits a parameter. */
  authorizeUrl(sandbox: string, changes?: Record<string, string>): string;
  close(): Promise<void>;
}

/** Starts the app. Its home page sets a `SameSite=Lax` cookie, like a session cookie. */
export async function startAppleApp(): Promise<AppleApp> {
  const posts: FormPost[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const fields = Object.fromEntries(new URLSearchParams(await text(request)));
      posts.push({ fields, headers: request.headers });
      const { status, location } = app.callbackResponse;
      response.writeHead(status, location === undefined ? {} : { location }).end();
      return;
    }
    const cookie = request.url === '/' ? { 'set-cookie': 'session=s1; SameSite=Lax; Path=/' } : {};
    response.writeHead(200, { 'content-type': 'text/html', ...cookie });
    response.end(`<!doctype html><html lang="en"><title>App</title><h1>App ${request.url}</h1>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // The server listens on TCP, so its address is not a pipe name.
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const redirectUri = `${url}/api/code/apple/callback`;

  const app: AppleApp = {
    url,
    redirectUri,
    posts,
    callbackResponse: { status: 303, location: '/apple/cb?code=otc' },
    authorizeUrl: (sandbox, changes = {}) => {
      const query = {
        client_id: 'sandbox-client',
        redirect_uri: redirectUri,
        response_type: 'code id_token',
        response_mode: 'form_post',
        scope: 'name email',
        state: 'state-1',
        nonce: 'nonce-1',
        ...changes,
      };
      const params = Object.entries(query).filter(([, value]) => value !== '');
      return `${sandbox}/apple/auth/authorize?${new URLSearchParams(params)}`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return app;
}

/** Reads the private key from docs/sandbox.md, where developers find it. */
async function documentedKey(): Promise<CryptoKey> {
  const guide = await readFile(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8');
  const pem = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(guide)?.[0];
  if (pem === undefined) throw new Error('docs/sandbox.md contains no private key');
  return jose.importPKCS8(pem, 'ES256');
}

/** Overrides of a client secret. Times are in seconds from `now`. */
export interface SecretParts {
  key?: CryptoKey;
  kid?: string;
  iss?: string;
  sub?: string;
  aud?: string;
  iat?: number;
  exp?: number | null;
}

/** Creates a client secret as an app's server does. `now` is in milliseconds. */
export async function clientSecret(now: number, parts: SecretParts = {}): Promise<string> {
  const { kid = 'SANDBOXKEY', iss = 'SANDBOXTEAM', sub = 'sandbox-client' } = parts;
  const { aud = 'https://appleid.apple.com', iat = 0, exp = 300 } = parts;
  const seconds = Math.floor(now / 1000);
  const claims = { iss, sub, aud, iat: seconds + iat };
  return new jose.SignJWT(exp === null ? claims : { ...claims, exp: seconds + exp })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(parts.key ?? (await documentedKey()));
}

/** Verifies an ID token against the sandbox's key set, as an app's server does. Returns its claims. */
export async function appleClaims(
  { address, clock }: Pick<SandboxHarness, 'address' | 'clock'>,
  idToken: string | undefined,
): Promise<jose.JWTPayload> {
  const keys = jose.createRemoteJWKSet(new URL(`${address}/apple/auth/keys`));
  const { payload } = await jose.jwtVerify(idToken ?? '', keys, {
    algorithms: ['RS256'],
    issuer: 'https://appleid.apple.com',
    audience: 'sandbox-client',
    currentDate: new Date(clock.now()),
  });
  return payload;
}

/** Returns `c_hash` of a code or `at_hash` of an access token. */
export function halfHash(token: string): string {
  return hash('sha256', token, 'buffer').subarray(0, 16).toString('base64url');
}
