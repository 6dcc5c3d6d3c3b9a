import { randomUUID } from 'node:crypto';
import { splitName } from '../identity/form-text.ts';
import type { TokenKey } from '../identity/token-key.ts';
import type { GoogleAccount } from './accounts.ts';

export const GOOGLE_ISSUER = 'https://accounts.google.com';

const lifetimeSeconds = 3600;
/** Tokens are already valid this long before they are issued, to allow for clock skew. */
const clockSkewSeconds = 300;

/** A sign-in to an app. */
export interface SignIn {
  account: GoogleAccount;
  subject: string;
  clientId: string;
  /** The app's nonce. Empty omits the claim. */
  nonce: string;
  /** The sandbox's origin, for the picture URL. */
  address: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Signs the ID token of a sign-in. Claims: https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
export function signIdToken(key: TokenKey, signIn: SignIn): Promise<string> {
  const { account, subject, clientId, nonce } = signIn;
  const { given, family } = splitName(account.name);
  const issued = Math.floor(signIn.now / 1000);
  return key.sign(
    {
      iss: GOOGLE_ISSUER,
      azp: clientId,
      aud: clientId,
      sub: subject,
      ...(account.hd === null ? {} : { hd: account.hd }),
      email: account.email,
      email_verified: account.emailVerified,
      ...(nonce === '' ? {} : { nonce }),
      nbf: issued - clockSkewSeconds,
      name: account.name,
      picture: `${signIn.address}${pictureOf(account.name)}`,
      given_name: given,
      ...(family === '' ? {} : { family_name: family }),
      iat: issued,
      exp: issued + lifetimeSeconds,
      jti: randomUUID().replaceAll('-', ''),
    },
    { typ: 'JWT' },
  );
}

/** Returns the path of an account's picture, which shows its first letter. */
export function pictureOf(name: string): string {
  const letter = /\p{L}/u.exec(name)?.[0].toUpperCase() ?? '?';
  return `/google/picture/${encodeURIComponent(letter)}.svg`;
}
