import { codeLifetime, useStatelessCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';

const contextOf = (browser: string) => `google nonce ${browser}`;

/**
 * Issues the nonce of a sign-in with Google: its expiry, sealed for the browser that begins. Nothing is stored, so that
 * visitors who never sign in fill no table.
 */
export const issueGoogleNonce = (
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  browser: string,
): string =>
  sealer.seal(
    String(clock.now().getTime() + codeLifetime('google_nonce') * 1000),
    contextOf(browser),
  );

/**
 * Redeems the nonce of a credential that Google signed. Returns false if it is not ours, expired, another browser's,
 * or used. A used nonce is stored until it has expired, so it works once across all processes.
 */
export async function redeemGoogleNonce(
  { database, sealer, clock }: Pick<Services, 'database' | 'sealer' | 'clock'>,
  nonce: string,
  browser: string,
): Promise<boolean> {
  let expires: Date;
  try {
    expires = new Date(Number(sealer.open(nonce, contextOf(browser))));
  } catch {
    return false;
  }
  if (expires <= clock.now()) return false;
  return useStatelessCode(database, { purpose: 'google_nonce', code: nonce, expires });
}
