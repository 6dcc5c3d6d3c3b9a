import { recordActivity } from '../../identity/activity.queries.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { type AccessTokenRow, listAccessTokens } from '../unlink/access-tokens.queries.ts';
import { listLinkedNames } from '../unlink/list-linked-names.ts';
import { removeAtProvider } from '../unlink/remove-at-provider.ts';
import { findSubscriber, isNextStep, markItemUnlinked } from './lapse.queries.ts';
import { noNextStep, runLapseStep, toLapsedUser } from './run-lapse-step.ts';
import { unlinkLapsedExchanges } from './unlink-lapsed-exchanges.ts';

/** In milliseconds. When an unavailable provider is retried: a little under an hour, because the job runs hourly. */
const retryAfter = 50 * 60_000;

/**
 * Revokes our access to a lapsed user's items and exchanges at the providers and deletes the tokens. Accounts and
 * transactions are kept. Before each item or exchange, checks that the user has not paid in the meantime, so that a
 * late payment keeps whatever is not unlinked yet.
 */
export async function unlinkLapsedItems(services: Services, userId: UserId): Promise<void> {
  const { database, log } = services;
  for (const item of await listAccessTokens(database, userId)) {
    if (!(await isStillDue(services, userId))) break;
    const code = await unlinkLapsedItem(services, userId, item);
    if (code !== null)
      log.warn({ event: 'unlinking_delayed', user_id: userId, name: item.provider_item_id, code });
  }
  await unlinkLapsedExchanges(services, userId, () => isStillDue(services, userId));
  await runLapseStep(services, userId, 'unlink', async (transaction, lapsed) => {
    const { email, unlinkDueAt, now } = lapsed;
    // The paid period has been extended since this step was scheduled.
    if (unlinkDueAt > now) return { step: 'unlink', at: unlinkDueAt };
    if ((await listLinkedNames(services, transaction, userId)).length > 0)
      return { step: 'unlink', at: new Date(now.getTime() + retryAfter) };
    await enqueueMail(services, transaction, {
      userId,
      to: email,
      mail: { kind: 'banks_unlinked' },
    });
    return noNextStep;
  });
}

async function isStillDue({ database }: Services, userId: UserId): Promise<boolean> {
  const subscriber = await findSubscriber(database, userId);
  const lapsed = subscriber && toLapsedUser(subscriber);
  if (lapsed === undefined || lapsed.unlinkDueAt > lapsed.now) return false;
  return isNextStep(database, userId, 'unlink');
}

/** Unlinks one item. Returns null, or an error code if that failed. Safe to repeat after a crash. */
async function unlinkLapsedItem(
  services: Services,
  userId: UserId,
  item: AccessTokenRow,
): Promise<string | null> {
  const { database, userEvents, log } = services;
  try {
    await removeAtProvider(services, userId, item);
  } catch (error) {
    if (error instanceof PlaidError) return error.message;
    log.error({ event: 'unlinking_failed', user_id: userId, reason: String(error) });
    return 'INTERNAL';
  }
  await database.transaction(async (transaction) => {
    if (!(await markItemUnlinked(transaction, userId, item.id))) return;
    await recordActivity(transaction, {
      userId,
      event: 'institution_unlinked',
      detail: item.institution_name,
    });
    await userEvents.publish(transaction, userId, 'sync');
  });
  log.info({
    event: 'access_revoked',
    provider: 'plaid',
    name: item.provider_item_id,
    user_id: userId,
  });
  return null;
}
