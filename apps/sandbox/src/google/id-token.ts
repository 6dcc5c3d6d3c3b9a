import { randomUUID } from 'node:crypto';
import { splitName } from '../identity/person-words.ts';
import type { TokenKey } from '../identity/token-key.ts';
import type { GoogleAccount } from './accounts.ts';

export const GOOGLE_ISSUER = 'https://accounts.google.com';

const lifetime = 3600;
/** Tokens are good from a little before they were issued, for clocks that lag. */
const earlier = 300;

/** Who signs in where. */
export interface SignIn {
  account: GoogleAccount;
  subject: string;
  clientId: string;
  /** As the app gave it; '' leaves it out. */
  nonce: string;
  /** Where the sandbox is reached: the picture's address begins with it. */
  address: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The signed ID token of a sign-in, with the claims of https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload. */
export function mintIdToken(key: TokenKey, signIn: SignIn): Promise<string> {
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
      nbf: issued - earlier,
      name: account.name,
      picture: `${signIn.address}${pictureOf(account.name)}`,
      given_name: given,
      ...(family === '' ? {} : { family_name: family }),
      iat: issued,
      exp: issued + lifetime,
      jti: randomUUID().replaceAll('-', ''),
    },
    { typ: 'JWT' },
  );
}

/** The path of an account's picture: its first letter on a coloured ground. */
export function pictureOf(name: string): string {
  const letter = /\p{L}/u.exec(name)?.[0].toUpperCase() ?? '?';
  return `/google/picture/${encodeURIComponent(letter)}.svg`;
}
