import { openAppleToken } from '../../domain/apple-tokens.ts';
import { findIdentity } from '../../domain/identities.queries.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import type { Services } from '../../services.ts';

/**
 * Ends our access to somebody at Apple, who has unlinked it. Fails while Apple is away, and is tried
 * again. Who has linked it anew meanwhile keeps it: revoking ends every token of theirs.
 */
export async function revokeApple(
  { apple, database, sealer, log }: Services,
  { userId, issuer, subject, sealedToken }: Jobs['revoke-apple'],
): Promise<void> {
  const spare = (reason: string) =>
    log.info({ event: 'apple_not_revoked', user_id: userId, reason });
  if (apple === null) return spare('not set up');
  if (await findIdentity(database, { issuer, subject })) return spare('linked again');
  await apple.revoke(openAppleToken(sealer, asUserId(userId), sealedToken));
  log.info({ event: 'apple_revoked', user_id: userId });
}
