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

/** When a provider that did not answer is asked again: the job comes every hour. Milliseconds. */
const tryAgainAfter = 50 * 60_000;

/**
 * Takes our access to a lapsed user's banks back at the provider, then forgets the keys. Each bank is a
 * step of its own, looked at anew: who pays meanwhile keeps the banks that are not unlinked yet. Their
 * accounts and transactions stay in any case.
 */
export async function unlinkBanks(services: Services, userId: UserId): Promise<void> {
  const { database, log } = services;
  for (const key of await listKeys(database, userId)) {
    if (!(await isStillDue(services, userId))) break;
    const code = await unlinkBank(services, userId, key);
    if (code !== null)
      log.warn({ event: 'unlinking_waits', user_id: userId, name: key.provider_item_id, code });
  }
  await unlinkExchanges(services, userId, () => isStillDue(services, userId));
  await takeLapseStep(services, userId, 'unlink', async (transaction, lapsed) => {
    const { email, unlinkedAt, now } = lapsed;
    // What is known of the end has changed since.
    if (unlinkedAt > now) return { step: 'unlink', at: unlinkedAt };
    if ((await linkedNames(services, transaction, userId)).length > 0)
      return { step: 'unlink', at: new Date(now.getTime() + tryAgainAfter) };
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

/** Unlinks one; answers the provider's code where it did not answer. A worker that dies in between repeats it. */
async function unlinkBank(services: Services, userId: UserId, key: KeyRow): Promise<string | null> {
  const { database, announcements, log } = services;
  try {
    await removeAtProvider(services, userId, key);
  } catch (error) {
    if (error instanceof PlaidFault) return error.message;
    log.error({ event: 'unlinking_broke', user_id: userId, reason: String(error) });
    return 'INTERNAL';
  }
  await database.transaction(async (transaction) => {
    if (!(await markUnlinked(transaction, userId, key.id))) return;
    await recordActivity(transaction, {
      userId,
      event: 'institution_unlinked',
      detail: key.institution_name,
    });
    await announcements.announce(transaction, userId, 'sync');
  });
  log.info({
    event: 'access_revoked',
    provider: 'plaid',
    name: key.provider_item_id,
    user_id: userId,
  });
  return null;
}
