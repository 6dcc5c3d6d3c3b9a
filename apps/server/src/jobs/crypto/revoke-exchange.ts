import { deleteLink } from '../../features/crypto/links.queries.ts';
import { takeBackAccess } from '../../features/crypto/take-back-access.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import type { Services } from '../../services.ts';

/** Ends our access for a link that is unlinked, then forgets it. Fails while the exchange is away, and is tried again. */
export async function revokeExchange(
  services: Services,
  job: Jobs['revoke-exchange'],
): Promise<void> {
  const { database, exchange, log } = services;
  const userId = asUserId(job.userId);
  const about = { user_id: userId, link_id: job.linkId };
  if (exchange === null)
    log.error({ event: 'revocation_given_up', ...about, reason: 'NOT_SET_UP' });
  else await takeBackAccess(services, exchange, userId, job.linkId);
  await deleteLink(database, userId, job.linkId);
  log.info({ event: 'access_revoked', provider: exchange?.key ?? 'exchange', ...about });
}
