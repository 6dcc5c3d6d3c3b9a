import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { deleteRecoveryCodes } from './recovery-codes.queries.ts';
import { deleteTotp } from './totp.queries.ts';

/**
 * Removes the authenticator app and the recovery codes, so that sign-ins no longer require a second factor. Passkeys
 * are kept: without an authenticator app, sign-ins don't require them as a second factor.
 */
export async function removeRequiredFactors(queries: Queries, userId: UserId): Promise<void> {
  await deleteTotp(queries, userId);
  await deleteRecoveryCodes(queries, userId);
}
