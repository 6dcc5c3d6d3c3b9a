import { exchangeCode, isRefusedCode } from '../../features/crypto/link-exchange.ts';
import {
  completeLink,
  exchangePublicToken,
  isRefusedLink,
} from '../../features/linking/link-institution.ts';
import {
  deleteLinkIntent,
  deleteOpenLinkIntent,
  findLinkIntent,
  type LinkIntentKey,
  type LinkIntentRow,
} from '../../links/link-intents.queries.ts';
import { logUnknownOutcome } from '../../links/link-intents.ts';
import { asUserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** In milliseconds. After this time, no code or public token is valid anymore. */
const maxRetryPeriod = 72 * 3_600_000;

/**
 * Finishes a link that was interrupted because the process died or the provider failed, and that the client did not
 * continue. Throws while the provider is unavailable, so that the job is retried.
 */
export async function finishLink(services: Services, job: Jobs['finish-link']): Promise<void> {
  const { database, clock, log } = services;
  const key = { userId: asUserId(job.userId), intentId: job.intentId };
  const intent = await findLinkIntent(database, key);
  if (intent === undefined) return;
  try {
    await (intent.provider === 'plaid' ? finishItem : finishExchangeLink)(services, key, intent);
  } catch (error) {
    if (isRefusedLink(error) || isRefusedCode(error)) return;
    // The user requested deletion. The job that deletes the user revokes the access.
    if (error instanceof Failure && error.code === 'unauthenticated') return;
    if (clock.now().getTime() - intent.created_at.getTime() <= maxRetryPeriod) throw error;
    if (await deleteOpenLinkIntent(database, key)) logUnknownOutcome(log, key.userId, intent);
  }
}

async function finishItem(services: Services, key: LinkIntentKey): Promise<void> {
  if (!(await exchangePublicToken(services, key, { wait: true }))) return;
  await completeLink(services, key);
  services.log.info({ event: 'link_finished', user_id: key.userId, item_id: key.intentId });
}

async function finishExchangeLink(
  services: Services,
  key: LinkIntentKey,
  intent: LinkIntentRow,
): Promise<void> {
  const { database, exchange, log } = services;
  if (exchange?.key !== intent.provider) {
    if (await deleteOpenLinkIntent(database, key)) logUnknownOutcome(log, key.userId, intent);
  } else if (!intent.isExchanged && (await exchangeCode(services, exchange, key, { wait: true })))
    log.info({ event: 'link_finished', user_id: key.userId, exchange: exchange.key });
  // The intent was kept until now so that a client whose response was lost could find its link.
  await deleteLinkIntent(database, key);
}
