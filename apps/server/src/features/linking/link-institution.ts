import { createHash } from 'node:crypto';
import { lockActiveUser } from '../../identity/active-user.queries.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import { accessTokenContext } from '../../items/access-token-context.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import {
  deleteLinkIntent,
  deleteReplacedLinkIntents,
  findLinkIntentByRequest,
  type LinkIntentKey,
} from '../../links/link-intents.queries.ts';
import { exchangeOnce, logUnknownOutcome, openLinkIntent } from '../../links/link-intents.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import type { Services } from '../../services.ts';
import { linkingCopy } from './linking.copy.ts';
import {
  findItemByPublicToken,
  findNewItem,
  type Institution,
  insertItem,
  type NewItemRow,
  registerItem,
  storeInstitution,
} from './linking.queries.ts';

/** Returns the URL that the aggregator sends an item's webhooks to. */
export const webhookUrl = ({ settings }: Services): string =>
  `${settings.publicUrl}/api/webhooks/plaid`;

/**
 * Links the institution of a public token. If the token is sent again, because the response was lost, any process
 * continues where the first request stopped, and returns the same response.
 */
export async function linkInstitution(
  services: Services,
  userId: UserId,
  publicToken: string,
): Promise<{ item_id: string }> {
  // The aggregator reports a blank token as a missing field, which would look like a bug in Cairn.
  if (publicToken.trim() === '') throw linkExpired();
  const { database, rateLimiter } = services;
  const requestDigest = createHash('sha256').update(publicToken).digest();
  let intent = await findLinkIntentByRequest(database, userId, requestDigest);
  if (intent === undefined) {
    const existing = await findItemByPublicToken(database, userId, requestDigest);
    if (existing !== undefined) return existing;
    await rateLimiter.consume('link_user', userId);
    const isActive = await database.transaction((transaction) =>
      openLinkIntent(services, transaction, userId, {
        provider: 'plaid',
        requestDigest,
        request: publicToken,
      }),
    );
    if (!isActive) throw accountBeingDeleted();
    intent = await findLinkIntentByRequest(database, userId, requestDigest);
  }
  try {
    const key = intent && { userId, intentId: intent.id };
    if (key && (await exchangePublicToken(services, key, { wait: true })))
      await completeLink(services, key);
  } catch (error) {
    // A refused token may have been linked by a concurrent request.
    if (!isRefusedLink(error)) asLinkFailure(error);
  }
  const item = await findItemByPublicToken(database, userId, requestDigest);
  if (item === undefined) throw linkExpired();
  return item;
}

/**
 * Exchanges the public token of an intent and inserts the item, unless that has already happened. The transaction that
 * inserts the item stores the access token before any further call to the aggregator.
 */
export function exchangePublicToken(
  services: Services,
  key: LinkIntentKey,
  options: { wait: boolean },
): Promise<boolean> {
  const { plaid, sealer } = services;
  const { userId } = key;
  return exchangeOnce<LinkTokens>(
    services,
    key,
    {
      exchange: async (publicToken) => ({
        ...(await plaid.exchangePublicToken(publicToken)),
        publicTokenDigest: createHash('sha256').update(publicToken).digest(),
      }),
      isRefused: isRefusedLink,
      mayHaveSucceeded: (error, attempts) =>
        attempts > 1 || (error instanceof PlaidError && error.kind === 'link_outcome_unknown'),
      async store(transaction, { id }, { accessToken, itemId: providerItemId, publicTokenDigest }) {
        if (!(await registerItem(transaction, { providerItemId, userId, id })))
          throw new Failure('conflict', linkingCopy.alreadyLinked);
        await insertItem(transaction, {
          userId,
          id,
          providerItemId,
          institutionName: linkingCopy.unnamedInstitution,
          accessTokenSealed: sealer.seal(accessToken, accessTokenContext(userId, id)),
          publicTokenDigest,
        });
      },
      revoke: ({ accessToken }) => plaid.removeItem(accessToken),
    },
    options,
  );
}

interface LinkTokens {
  accessToken: string;
  itemId: string;
  publicTokenDigest: Buffer;
}

/**
 * Completes a link whose item is stored: names its institution, enqueues its first sync, and deletes the intent. Safe
 * to repeat. Throws 401 if the user requested deletion, which revokes the access.
 */
export async function completeLink(services: Services, key: LinkIntentKey): Promise<void> {
  const { database, queue, userEvents, log } = services;
  const { userId, intentId: itemId } = key;
  const item = await findNewItem(database, userId, itemId);
  const institution = item && (await identifyInstitution(services, userId, item));
  const isActive = await database.transaction(async (transaction) => {
    const active = await lockActiveUser(transaction, userId);
    // Another caller has completed the link.
    if (!(await deleteLinkIntent(transaction, key))) return active;
    if (!active || institution === undefined) return active;
    // The user started over after an error, and would get the bank twice if a job finished the earlier attempt.
    for (const replaced of await deleteReplacedLinkIntents(transaction, key, 'plaid'))
      logUnknownOutcome(log, userId, replaced);
    if (institution.setup_complete)
      await storeInstitution(transaction, userId, itemId, institution);
    await enqueueSync(queue, transaction, { userId, itemId });
    await recordActivity(transaction, {
      userId,
      event: 'institution_linked',
      detail: institution.institutionName,
    });
    await userEvents.publish(transaction, userId, 'sync');
    log.info({ event: 'institution_linked', user_id: userId, item_id: itemId });
    return true;
  });
  if (!isActive) throw accountBeingDeleted();
}

/**
 * Fetches which institution an item is at, and points its webhooks to this server. An unavailable aggregator must not
 * make linking fail here: the first sync then does both.
 */
async function identifyInstitution(
  services: Services,
  userId: UserId,
  { id, access_token_sealed }: NewItemRow,
): Promise<Institution & { setup_complete: boolean }> {
  const { plaid, sealer, log } = services;
  const webhook = webhookUrl(services);
  try {
    const accessToken = sealer.open(access_token_sealed, accessTokenContext(userId, id));
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

const linkExpired = (cause?: unknown) =>
  new Failure('link_expired', linkingCopy.linkExpired, { cause });

const accountBeingDeleted = () => new Failure('unauthenticated', linkingCopy.accountBeingDeleted);

/** True if the aggregator will never exchange the public token: it has expired, or was already exchanged. */
export const isRefusedLink = (error: unknown): boolean =>
  error instanceof PlaidError &&
  (error.kind === 'link_expired' || error.kind === 'link_outcome_unknown');

/** Maps an error of the aggregator while linking to a failure. Rethrows any other error. */
export function asLinkFailure(error: unknown): never {
  if (isRefusedLink(error)) throw linkExpired(error);
  // Another request with this public token is still waiting for the aggregator.
  if (!(error instanceof PlaidError || error instanceof ProviderUnavailable)) throw error;
  throw new Failure('provider_failed', linkingCopy.aggregatorUnavailable, { cause: error });
}
