import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { type KeyRow, listKeys } from '../unlink/keys.queries.ts';
import { linkedNames } from '../unlink/linked-names.ts';
import { removeAtProvider } from '../unlink/remove-at-provider.ts';
import { findSubscriber, isNext, markUnlinked } from './lapse.queries.ts';
import { lapsedOf, nothingMore, takeLapseStep } from './take-step.ts';
import { unlinkExchanges } from './unlink-exchanges.ts';

/** Milliseconds. When an unavailable provider is retried; a little under an hour, because the job runs hourly. */
const retryAfter = 50 * 60_000;

/**
 * Revokes our access to a lapsed user's items and exchanges at the providers and deletes the tokens. Accounts and
 * transactions are kept. Before each one, it checks that the user has not paid meanwhile, so that a late payment
 * keeps whatever is not unlinked yet.
 */
export async function unlinkBanks(services: Services, userId: UserId): Promise<void> {
  const { database, log } = services;
  for (const item of await listKeys(database, userId)) {
    if (!(await isStillDue(services, userId))) break;
    const code = await unlinkLapsedItem(services, userId, item);
    if (code !== null)
      log.warn({ event: 'unlinking_waits', user_id: userId, name: item.provider_item_id, code });
  }
  await unlinkExchanges(services, userId, () => isStillDue(services, userId));
  await takeLapseStep(services, userId, 'unlink', async (transaction, lapsed) => {
    const { email, unlinkedAt, now } = lapsed;
    // The paid period was extended since this step was scheduled.
    if (unlinkedAt > now) return { step: 'unlink', at: unlinkedAt };
    if ((await linkedNames(services, transaction, userId)).length > 0)
      return { step: 'unlink', at: new Date(now.getTime() + retryAfter) };
    await enqueueMail(services, transaction, {
      userId,
      to: email,
      mail: { kind: 'banks_unlinked' },
    });
    return nothingMore;
  });
}

async function isStillDue({ database }: Services, userId: UserId): Promise<boolean> {
  const subscriber = await findSubscriber(database, userId);
  const lapsed = subscriber && lapsedOf(subscriber);
  if (lapsed === undefined || lapsed.unlinkedAt > lapsed.now) return false;
  return isNext(database, userId, 'unlink');
}

/** Unlinks one item. Returns null, or an error code if that failed. Safe to repeat after a crash. */
async function unlinkLapsedItem(
  services: Services,
  userId: UserId,
  item: KeyRow,
): Promise<string | null> {
  const { database, announcements, log } = services;
  try {
    await removeAtProvider(services, userId, item);
  } catch (error) {
    if (error instanceof PlaidFault) return error.message;
    log.error({ event: 'unlinking_broke', user_id: userId, reason: String(error) });
    return 'INTERNAL';
  }
  await database.transaction(async (transaction) => {
    if (!(await markUnlinked(transaction, userId, item.id))) return;
    await recordActivity(transaction, {
      userId,
      event: 'institution_unlinked',
      detail: item.institution_name,
    });
    await announcements.announce(transaction, userId, 'sync');
  });
  log.info({
    event: 'access_revoked',
    provider: 'plaid',
    name: item.provider_item_id,
    user_id: userId,
  });
  return null;
}
