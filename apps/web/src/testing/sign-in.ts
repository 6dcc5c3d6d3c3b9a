import { storeToken } from '../platform/session/session.ts';
import type { Claims } from '../platform/session/token-claims.ts';

/** The email address of the user that `signIn` signs in. */
export const testEmail = 'pat@example.com';

/** Signs a user in, without a server. The setup signs the user out after the test. */
export function signIn(claims: Partial<Claims> = {}): void {
  const payload: Claims = {
    id: 'user-1',
    username: testEmail,
    subscription: 'paid',
    email_verified: true,
    sid: 'session-1',
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...claims,
  };
  storeToken(`header.${btoa(JSON.stringify(payload))}.signature`);
}
