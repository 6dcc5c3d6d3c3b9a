import { deleteLink } from '../../features/crypto/links.queries.ts';
import { revokeExchangeAccess } from '../../features/crypto/revoke-exchange-access.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import type { Services } from '../../services.ts';

/**
 * Revokes our access to an exchange that the user unlinked, then deletes the link. Throws while the exchange is
 * unavailable, so that the job is retried.
 */
export async function revokeUnlinkedExchange(
  services: Services,
  job: Jobs['revoke-exchange-access'],
): Promise<void> {
  const { database, exchange, log } = services;
  const userId = asUserId(job.userId);
  const logFields = { user_id: userId, link_id: job.linkId };
  if (exchange === null)
    log.error({ event: 'revocation_abandoned', ...logFields, reason: 'NOT_SET_UP' });
  else {
    await revokeExchangeAccess(services, exchange, userId, job.linkId);
    log.info({ event: 'access_revoked', provider: exchange.key, ...logFields });
  }
  await deleteLink(database, userId, job.linkId);
}
