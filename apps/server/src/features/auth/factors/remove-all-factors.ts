import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { deleteRecoveryCodes } from './recovery-codes.queries.ts';
import { deleteTotp } from './totp.queries.ts';

/** Removes all second factors of a user. Each kind must be removed here, or its owner stays locked out. */
export async function removeAllFactors(queries: Queries, userId: UserId): Promise<void> {
  await deleteTotp(queries, userId);
  await deleteRecoveryCodes(queries, userId);
}
