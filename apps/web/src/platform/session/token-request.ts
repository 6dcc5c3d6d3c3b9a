import { webClientHeader } from '@cairn/contract/rules/web-client';
import {
  readAdoptableToken,
  readOwnSession,
  removeAdoptableToken,
  storeSession,
} from './stored-session.ts';
import { decodeClaims, parseSessionClaims } from './token-claims.ts';

/** The lock that one tab at a time holds while it requests a token. */
export const tokenLock = 'cairn-token-renewal';

/**
 * The response to the request for the first token, which first-load/ made before the app's scripts were loaded. The
 * app uses this response instead of making another request. It is stored on `window`, because the two are separate
 * scripts.
 */
declare global {
  interface Window {
    firstToken?: Promise<Response>;
  }
}

/** The response that first-load/ requested, if it has not been taken yet. */
export function takeFirstTokenResponse(): Promise<Response> | undefined {
  if (typeof window === 'undefined') return undefined;
  const { firstToken } = window;
  delete window.firstToken;
  return firstToken;
}

/**
 * Requests an access token, with a token that another program stored, or otherwise with the refresh cookie. Rejects
 * without a network.
 *
 * If a token is stored, its session gets a refresh cookie in this browser, and the stored token is removed. If the
 * session already has a cookie, which may be in another browser, the stored token stays until it expires.
 */
export async function requestToken(): Promise<Response> {
  const stored = readAdoptableToken();
  if (stored === null) return post('/api/auth/refresh', {});
  const response = await post('/api/user/upgrade_token', { authorization: `Bearer ${stored}` });
  if (response.status === 401) {
    removeAdoptableToken();
    return readOwnSession() === null ? response : post('/api/auth/refresh', {});
  }
  if (response.ok) await adopt(stored, response.clone());
  return response;
}

/**
 * Replaces the stored token with the claims of the new one. The app's scripts may load later, and they
 * need either of them to find the signed-in user.
 */
async function adopt(stored: string, response: Response): Promise<void> {
  const token = await readToken(response);
  if (hasSameExpiry(stored, token)) return;
  storeSession(parseSessionClaims(decodeClaims(token)));
  removeAdoptableToken();
}

const post = (url: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      [webClientHeader.name]: webClientHeader.value,
      ...headers,
    },
  });

/**
 * True if the new token expires at the same time as the presented token. The server keeps the expiry if the session
 * already has a refresh token, which may be in another browser. This browser then got no cookie.
 */
const hasSameExpiry = (presented: string, token: string): boolean =>
  decodeClaims(token)?.exp === decodeClaims(presented)?.exp;

/** The token of a successful response. Consumes the response. */
export async function readToken(response: Response): Promise<string> {
  // The server's own tests check its responses against the contract's schemas.
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}
