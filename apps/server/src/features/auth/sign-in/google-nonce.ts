import {
  issueStatelessCode,
  redeemStatelessCode,
} from '../../../platform/secrets/stateless-codes.ts';
import type { Services } from '../../../services.ts';

const purpose = 'google_nonce';

/** Issues the nonce of a sign-in with Google, bound to the secret in the cookie of the browser that begins it. */
export const issueGoogleNonce = (
  services: Pick<Services, 'sealer' | 'clock'>,
  browser: string,
): string => issueStatelessCode(services, { purpose, boundTo: browser });

/**
 * Redeems the nonce of a credential that Google signed. Returns false if it is not ours, expired, another browser's,
 * or already used.
 */
export const redeemGoogleNonce = (
  services: Pick<Services, 'database' | 'sealer' | 'clock'>,
  nonce: string,
  browser: string,
): Promise<boolean> => redeemStatelessCode(services, { purpose, code: nonce, boundTo: browser });
