import { hash } from 'node:crypto';
import type { TokenKey } from '../identity/token-key.ts';
import { isRelay } from './people.ts';
import type { Authorization, Grant } from './records.ts';

export const APPLE_ISSUER = 'https://appleid.apple.com';

const lifetimeSeconds = 24 * 3600;

/**
 * Signs the ID token of a grant. The token has `c_hash` if it is issued with a code, `at_hash` if it is issued with an
 * access token, and the grant's nonce, if there is a nonce and the token is not issued in a refresh.
 * Claims: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export function signIdToken(
  key: TokenKey,
  { grant, authorization }: { grant: Grant; authorization: Authorization },
  issuedWith: { code: string } | { accessToken: string; isRefresh: boolean },
  now: number,
): Promise<string> {
  const { sharedEmail, emailVerified, booleanFormat, scopes } = authorization;
  const booleanClaim = (value: boolean) => (booleanFormat === 'text' ? String(value) : value);
  const issued = Math.floor(now / 1000);
  const isRefresh = 'accessToken' in issuedWith && issuedWith.isRefresh;
  return key.sign({
    iss: APPLE_ISSUER,
    aud: grant.clientId,
    exp: issued + lifetimeSeconds,
    iat: issued,
    sub: grant.subject,
    ...(grant.nonce === '' || isRefresh ? {} : { nonce: grant.nonce }),
    ...('code' in issuedWith
      ? { c_hash: halfHash(issuedWith.code) }
      : { at_hash: halfHash(issuedWith.accessToken) }),
    ...(scopes.includes('email')
      ? {
          email: sharedEmail,
          email_verified: booleanClaim(emailVerified),
          is_private_email: booleanClaim(isRelay(sharedEmail)),
        }
      : {}),
    auth_time: Math.floor(grant.authTime / 1000),
    nonce_supported: true,
  });
}

/** Returns the left half of the SHA-256 hash of a text (OpenID Connect Core 3.3.2.11). */
function halfHash(text: string): string {
  return hash('sha256', text, 'buffer').subarray(0, 16).toString('base64url');
}
