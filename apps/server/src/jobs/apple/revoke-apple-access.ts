import { openAppleToken } from '../../identity/apple-tokens.ts';
import { findIdentity } from '../../identity/identities.queries.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';

/**
 * Revokes our access at Apple after a user has unlinked Apple. Throws while Apple is unavailable, so that the job is
 * retried. Does nothing if the same Apple account has been linked again: revoking would invalidate all of its tokens.
 */
export async function revokeAppleAccess(
  { apple, database, sealer, log }: Services,
  { userId, issuer, subject, sealedToken }: Jobs['revoke-apple-access'],
): Promise<void> {
  const skip = (reason: string) =>
    log.info({ event: 'apple_not_revoked', user_id: userId, reason });
  if (apple === null) return skip('not set up');
  if (await findIdentity(database, { issuer, subject })) return skip('linked again');
  await apple.revoke(openAppleToken(sealer, asUserId(userId), sealedToken));
  log.info({ event: 'apple_revoked', user_id: userId });
}
