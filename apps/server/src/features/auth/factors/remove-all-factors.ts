import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { deleteRecoveryCodes } from './recovery-codes.queries.ts';
import { deleteTotp } from './totp.queries.ts';

/**
 * Removes the second factors that a user's sign-ins ask for. Passkeys stay: without an authenticator app, no sign-in asks
 * for one.
 */
export async function removeAllFactors(queries: Queries, userId: UserId): Promise<void> {
  await deleteTotp(queries, userId);
  await deleteRecoveryCodes(queries, userId);
}
