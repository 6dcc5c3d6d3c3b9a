import { storeToken } from '../platform/session/session.ts';
import type { Claims } from '../platform/session/token-claims.ts';

/** The email address of the user that `signIn` signs in. */
export const testEmail = 'pat@example.com';

/** An access token of the test user, as the server would sign it for an API client. */
export function testToken(claims: Partial<Claims> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload: Claims = {
    id: 'user-1',
    username: testEmail,
    subscription: 'paid',
    email_verified: true,
    sid: 'session-1',
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  return `header.${btoa(JSON.stringify(payload))}.signature`;
}

/** Signs a user in, without a server. The setup signs the user out after the test. */
export function signIn(claims: Partial<Claims> = {}): void {
  storeToken(testToken(claims));
}
