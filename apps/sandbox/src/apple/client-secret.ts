import * as jose from 'jose';
import { SANDBOX_CLIENT_ID } from '../settings.ts';
import { APPLE_ISSUER } from './id-token.ts';

export const SANDBOX_TEAM_ID = 'SANDBOXTEAM';
export const SANDBOX_KEY_ID = 'SANDBOXKEY';

/** The public key for apps' client secrets. docs/sandbox.md has the private key. */
const publicKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEO39HQmLBkLLKDbViKU/w7aK7iuNC
TxhO86slsMPsvSWgMfFCKSwJH/z8sVgCDeTDIp+xr65aZW3CpZIkws14Tw==
-----END PUBLIC KEY-----`;

/** In seconds: the six months that the provider allows. */
const maxLifetime = 15_777_000;

/**
 * Returns why a client secret is invalid, or null if it is valid. `now` is in milliseconds.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export async function clientSecretProblem(secret: string, now: number): Promise<string | null> {
  const key = await jose.importSPKI(publicKey, 'ES256');
  try {
    const { payload, protectedHeader } = await jose.jwtVerify(secret, key, {
      algorithms: ['ES256'],
      issuer: SANDBOX_TEAM_ID,
      subject: SANDBOX_CLIENT_ID,
      audience: APPLE_ISSUER,
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(now),
    });
    if (protectedHeader.kid !== SANDBOX_KEY_ID) return `kid must be ${SANDBOX_KEY_ID}`;
    const seconds = Math.floor(now / 1000);
    if (Number(payload.iat) > seconds + 60) return 'iat is in the future';
    if (Number(payload.exp) > seconds + maxLifetime) return 'exp is more than six months ahead';
    return null;
  } catch (error) {
    if (error instanceof jose.errors.JOSEError) return error.message;
    throw error;
  }
}
