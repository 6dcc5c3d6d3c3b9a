import { createPrivateKey } from 'node:crypto';

/**
 * The client key that the sandbox's Apple accepts (docs/sandbox.md). It protects nothing else, and
 * production does not start with it.
 */
export const sandboxAppleKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5+nKnp0l+VghkRMH
gPH7LyHEXWbxiiSvweHkF6h01L2hRANCAAQ7f0dCYsGQssoNtWIpT/DtoruK40JP
GE7zqyWww+y9JaAx8UIpLAkf/PyxWAIN5MMin7GvrlplbcKlkiTCzXhP
-----END PRIVATE KEY-----`;

/** True if a PEM text is a P-256 private key, as Apple issues them. */
export function isP256PrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
