import { createHash } from 'node:crypto';
import { lockActiveUser } from '../../identity/active-user.queries.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import { accessTokenContext } from '../../items/access-token-context.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { newId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { linkingCopy } from './linking.copy.ts';
import {
  findItemByPublicToken,
  insertItem,
  type NewItem,
  registerItem,
} from './linking.queries.ts';

/** Returns the URL that the aggregator sends an item's webhooks to. */
export const webhookUrl = ({ settings }: Services): string =>
  `${settings.publicUrl}/api/webhooks/plaid`;

/** The tokens being linked in this process: a reload of the page sends the same token again. */
const pendingLinks = new Map<string, Promise<{ item_id: string }>>();

/**
 * Links the institution of a public token. A token that is sent twice, because the first response got lost, is
 * linked once and gets the same response.
 */
export async function linkInstitution(
  services: Services,
  userId: UserId,
  publicToken: string,
): Promise<{ item_id: string }> {
  // The aggregator reports a blank token as a missing field, which would look like a bug in Cairn.
  if (publicToken.trim() === '') throw new Failure('link_expired', linkingCopy.linkExpired);
  const digest = createHash('sha256').update(publicToken).digest();
  const key = `${userId} ${digest.toString('hex')}`;
  const linking =
    pendingLinks.get(key) ??
    findItemByPublicToken(services.database, userId, digest).then(
      (existing) => existing ?? exchangeAndSave(services, userId, publicToken, digest),
    );
  pendingLinks.set(key, linking);
  return linking.finally(() => pendingLinks.delete(key));
}

/** Exchanges a public token, inserts the item, and enqueues its first sync. */
async function exchangeAndSave(
  services: Services,
  userId: UserId,
  publicToken: string,
  publicTokenDigest: Buffer,
) {
  const { plaid, database, queue, sealer, userEvents, rateLimiter } = services;
  await rateLimiter.consume('link_user', userId);
  const { accessToken, itemId: providerItemId } = await plaid
    .exchangePublicToken(publicToken)
    .catch(asLinkFailure);
  const institution = await identifyInstitution(services, accessToken);
  const id = newId();
  const isSaved = await database.transaction(async (transaction) => {
    if (!(await lockActiveUser(transaction, userId))) return false;
    if (!(await registerItem(transaction, { providerItemId, userId, id })))
      throw new Failure('conflict', linkingCopy.alreadyLinked);
    await insertItem(transaction, {
      userId,
      id,
      providerItemId,
      ...institution,
      accessTokenSealed: sealer.seal(accessToken, accessTokenContext(userId, id)),
      publicTokenDigest,
    });
    await enqueueSync(queue, transaction, { userId, itemId: id });
    await recordActivity(transaction, {
      userId,
      event: 'institution_linked',
      detail: institution.institutionName,
    });
    await userEvents.publish(transaction, userId, 'sync');
    return true;
  });
  if (!isSaved) {
    // The user requested deletion while the aggregator was called: remove the item there again.
    await plaid.removeItem(accessToken).catch(asLinkFailure);
    throw new Failure('unauthenticated', linkingCopy.accountBeingDeleted);
  }
  services.log.info({ event: 'institution_linked', user_id: userId, item_id: id });
  return { item_id: providerItemId };
}

/**
 * Fetches which institution an item is at, and points its webhooks to this server. The access token is not stored yet
 * and would be lost, so an unavailable aggregator must not make linking fail here: the first sync then does both.
 */
async function identifyInstitution(
  services: Services,
  accessToken: string,
): Promise<Pick<NewItem, 'institutionId' | 'institutionName' | 'setup_complete'>> {
  const { plaid, log } = services;
  const webhook = webhookUrl(services);
  try {
    const { institutionId, institutionName, ...item } = await plaid.item(accessToken);
    if (item.webhook !== webhook) await plaid.updateWebhook(accessToken, webhook);
    return { institutionId, institutionName, setup_complete: true };
  } catch (error) {
    if (!(error instanceof PlaidError)) throw error;
    log.warn({ event: 'link_setup_incomplete', code: error.message });
    return {
      institutionId: null,
      institutionName: linkingCopy.unnamedInstitution,
      setup_complete: false,
    };
  }
}

/** Maps an error of the aggregator while linking to a failure. Rethrows any other error. */
export function asLinkFailure(error: unknown): never {
  if (!(error instanceof PlaidError)) throw error;
  if (error.kind === 'link_expired') throw new Failure('link_expired', linkingCopy.linkExpired);
  throw new Failure('provider_failed', linkingCopy.aggregatorUnavailable, { cause: error });
}
