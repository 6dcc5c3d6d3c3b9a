import { createHash } from 'node:crypto';
import { recordActivity } from '../../domain/activity.queries.ts';
import { holdUser } from '../../domain/leaving.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { newId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { findHandedIn, insertItem, type NewItem, registerItem } from './linking.queries.ts';

/** Where the aggregator is to send an item's webhooks. */
export const webhookAddress = ({ settings }: Services): string =>
  `${settings.publicUrl}/api/webhooks/plaid`;

/** What is being linked in this process: whoever reloads meanwhile hands the same token in once more. */
const underWay = new Map<string, Promise<{ item_id: string }>>();

/**
 * Links the institution of a public token. One that is handed in twice, for the answer to the first time got lost,
 * is linked once, and answered alike.
 */
export async function linkInstitution(
  services: Services,
  userId: UserId,
  publicToken: string,
): Promise<{ item_id: string }> {
  const digest = createHash('sha256').update(publicToken).digest();
  const key = `${userId} ${digest.toString('hex')}`;
  const linking =
    underWay.get(key) ??
    findHandedIn(services.database, userId, digest).then(
      (before) => before ?? exchangeAndKeep(services, userId, publicToken, digest),
    );
  underWay.set(key, linking);
  return linking.finally(() => underWay.delete(key));
}

/** Exchanges a public token, keeps the institution, and queues its first sync. */
async function exchangeAndKeep(
  services: Services,
  userId: UserId,
  publicToken: string,
  publicTokenDigest: Buffer,
) {
  const { plaid, database, queue, sealer, announcements } = services;
  const { accessToken, itemId: providerItemId } = await plaid
    .exchange(publicToken)
    .catch(asLinkFailure);
  const institution = await settle(services, accessToken);
  const id = newId();
  const isKept = await database.transaction(async (transaction) => {
    if (!(await holdUser(transaction, userId))) return false;
    if (!(await registerItem(transaction, { providerItemId, userId, id })))
      throw new Failure('conflict', 'This connection is linked already.');
    await insertItem(transaction, {
      userId,
      id,
      providerItemId,
      ...institution,
      accessTokenSealed: sealer.seal(accessToken, `${userId}/${id}`),
      publicTokenDigest,
    });
    await queue.enqueue('sync-item', { userId, itemId: id }, { key: id, transaction });
    await recordActivity(transaction, {
      userId,
      event: 'institution_linked',
      detail: institution.institutionName,
    });
    await announcements.announce(transaction, userId, 'sync');
    return true;
  });
  if (!isKept) {
    // They left while the bank was being asked: nothing is kept, there neither.
    await plaid.removeItem(accessToken).catch(asLinkFailure);
    throw new Failure('unauthenticated', 'This account is being deleted.');
  }
  services.log.info({ event: 'institution_linked', user_id: userId, item_id: id });
  return { item_id: providerItemId };
}

/**
 * Which institution it is, with its webhooks coming here. From the exchange on there is a connection whose
 * key only we have: whatever the aggregator does not answer now must not lose it, and is left to the first sync.
 */
async function settle(
  services: Services,
  accessToken: string,
): Promise<Pick<NewItem, 'institutionId' | 'institutionName' | 'settled'>> {
  const { plaid, log } = services;
  const webhook = webhookAddress(services);
  try {
    const { institutionId, institutionName, ...known } = await plaid.item(accessToken);
    if (known.webhook !== webhook) await plaid.updateWebhook(accessToken, webhook);
    return { institutionId, institutionName, settled: true };
  } catch (error) {
    if (!(error instanceof PlaidFault)) throw error;
    log.warn({ event: 'link_not_settled', code: error.message });
    return { institutionId: null, institutionName: 'Your bank', settled: false };
  }
}

/** What a fault of the aggregator means while linking. */
export function asLinkFailure(error: unknown): never {
  if (!(error instanceof PlaidFault)) throw error;
  if (error.kind === 'link_expired')
    throw new Failure(
      'link_expired',
      'This link has expired or was used before. Please start linking again.',
    );
  throw new Failure(
    'provider_failed',
    'The bank connection service is not answering. Please try again in a moment.',
    {
      cause: error,
    },
  );
}
