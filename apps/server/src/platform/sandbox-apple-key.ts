import { createPrivateKey } from 'node:crypto';

/**
 * The key that the sandbox's stand-in for Apple knows us by (docs/sandbox.md). It opens nothing
 * else, and production does not start with it.
 */
export const sandboxAppleKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5+nKnp0l+VghkRMH
gPH7LyHEXWbxiiSvweHkF6h01L2hRANCAAQ7f0dCYsGQssoNtWIpT/DtoruK40JP
GE7zqyWww+y9JaAx8UIpLAkf/PyxWAIN5MMin7GvrlplbcKlkiTCzXhP
-----END PRIVATE KEY-----`;

/** Whether a text is a private key on the curve that Apple's are on (P-256), in PEM. */
export function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
