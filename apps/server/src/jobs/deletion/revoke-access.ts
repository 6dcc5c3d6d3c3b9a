import { exchangeCode, isRefusedCode } from '../../features/crypto/link-exchange.ts';
import { revokeExchangeAccess } from '../../features/crypto/revoke-exchange-access.ts';
import { exchangePublicToken, isRefusedLink } from '../../features/linking/link-institution.ts';
import { openAppleToken } from '../../identity/apple-tokens.ts';
import { findIdentity } from '../../identity/identities.queries.ts';
import {
  deleteOpenLinkIntent,
  type LinkIntentRow,
  listOpenLinkIntents,
} from '../../links/link-intents.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { ExchangeError } from '../../platform/providers/exchange-provider.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import { AppleError } from '../../providers/apple/errors.ts';
import { PlaidError } from '../../providers/plaid/errors.ts';
import { StripeError } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';
import {
  type AccessTokenRow,
  clearAccessToken,
  listAccessTokens,
} from '../unlink/access-tokens.queries.ts';
import {
  clearExchangeTokens,
  type ExchangeTokensRow,
  listExchangeTokens,
} from '../unlink/exchange-tokens.queries.ts';
import { removeAtProvider } from '../unlink/remove-at-provider.ts';
import {
  clearAppleToken,
  deletePayer,
  deletePurchase,
  listAppleTokens,
  listSubscriptions,
} from './deletion.queries.ts';

/** Access that a user granted at a provider, to be revoked there. */
interface Grant {
  provider: 'plaid' | 'stripe' | 'apple' | 'exchange';
  /** Identifies the grant to operators who have to revoke it manually. Never a secret. */
  name: string;
  /** Revokes the access and deletes its token. Throws while the provider is unavailable. */
  revoke(): Promise<void>;
}

/** A grant that could not be revoked yet. `reason` is the provider's error code. */
export interface OutstandingGrant {
  provider: string;
  name: string;
  reason: string;
}

/** Revokes all access at providers. Returns the grants that are still outstanding. */
export async function revokeAllAccess(
  services: Services,
  userId: UserId,
): Promise<OutstandingGrant[]> {
  const outstanding: OutstandingGrant[] = [];
  // If Apple was unlinked earlier, the unfinished job has the only copy of the token.
  if (await services.queue.hasUnfinishedJob('revoke-apple-access', userId))
    outstanding.push({ provider: 'apple', name: 'unlinked earlier', reason: 'WAITING' });
  for (const { provider, name, revoke } of await listGrants(services, services.database, userId)) {
    try {
      await revoke();
      services.log.info({ event: 'access_revoked', provider, name, user_id: userId });
    } catch (error) {
      outstanding.push({ provider, name, reason: reasonOf(error) });
      if (!isProviderError(error))
        services.log.error({ event: 'revocation_failed', reason: String(error) });
    }
  }
  return outstanding;
}

const isProviderError = (error: unknown): error is Error =>
  [PlaidError, StripeError, AppleError, ExchangeError, ProviderUnavailable].some(
    (kind) => error instanceof kind,
  );

const reasonOf = (error: unknown): string => (isProviderError(error) ? error.message : 'INTERNAL');

/** Returns all access that the user granted and that is not revoked yet. */
export async function listGrants(
  services: Services,
  queries: Queries,
  userId: UserId,
): Promise<Grant[]> {
  const items = await listAccessTokens(queries, userId);
  const subscriptions = await listSubscriptions(queries, userId);
  const appleTokens = await listAppleTokens(queries, userId);
  const exchangeLinks = await listExchangeTokens(queries, userId);
  const intents = await listOpenLinkIntents(queries, userId);
  return [
    ...intents.map((intent) => linkIntentGrant(services, userId, intent)),
    ...items.map((item) => itemGrant(services, userId, item)),
    ...subscriptions.map(({ reference }) => subscriptionGrant(services, userId, reference)),
    ...appleTokens.map((token) => appleGrant(services, userId, token)),
    ...exchangeLinks.map((link) => exchangeGrant(services, userId, link)),
  ];
}

/**
 * Returns the access that a provider may be about to grant to a link in progress. While another process exchanges the
 * tokens, revoking fails. If that process has died, revoking repeats the exchange. The tokens are then stored, and are
 * revoked when the deletion is retried.
 */
function linkIntentGrant(
  services: Services,
  userId: UserId,
  { id, provider }: LinkIntentRow,
): Grant {
  const { database, exchange } = services;
  const key = { userId, intentId: id };
  return {
    provider: provider === 'plaid' ? 'plaid' : 'exchange',
    name: `link ${id}`,
    async revoke() {
      try {
        if (provider === 'plaid') await exchangePublicToken(services, key, { wait: false });
        else if (exchange?.key === provider)
          await exchangeCode(services, exchange, key, { wait: false });
        else await deleteOpenLinkIntent(database, key);
      } catch (error) {
        if (!isRefusedLink(error) && !isRefusedCode(error)) throw error;
      }
    },
  };
}

function itemGrant(services: Services, userId: UserId, item: AccessTokenRow): Grant {
  return {
    provider: 'plaid',
    name: item.provider_item_id,
    async revoke() {
      await removeAtProvider(services, userId, item);
      await clearAccessToken(services.database, userId, item.id);
    },
  };
}

function subscriptionGrant(
  { database, stripe }: Services,
  userId: UserId,
  reference: string,
): Grant {
  return {
    provider: 'stripe',
    name: reference,
    async revoke() {
      // Done first, so that the event of the cancellation no longer finds the user.
      await deletePayer(database, userId);
      try {
        await stripe.cancelSubscription(reference);
      } catch (error) {
        if (!(error instanceof StripeError && error.kind === 'not_found')) throw error;
      }
      await deletePurchase(database, userId, reference);
    },
  };
}

function appleGrant(
  { database, apple, sealer, log }: Services,
  userId: UserId,
  { issuer, subject, sealed_refresh_token }: Awaited<ReturnType<typeof listAppleTokens>>[number],
): Grant {
  return {
    provider: 'apple',
    name: 'sign-in',
    async revoke() {
      const isLinkedAgain = await findIdentity(database, { issuer, subject });
      // If the Apple account is now linked to another user, revoking would invalidate that user's token too.
      if (isLinkedAgain || apple === null)
        log.info({ event: 'apple_not_revoked', user_id: userId });
      else await apple.revoke(openAppleToken(sealer, userId, sealed_refresh_token));
      await clearAppleToken(database, userId);
    },
  };
}

function exchangeGrant(
  services: Services,
  userId: UserId,
  { id, exchange }: ExchangeTokensRow,
): Grant {
  return {
    provider: 'exchange',
    name: exchange,
    async revoke() {
      if (services.exchange === null)
        services.log.error({ event: 'revocation_abandoned', user_id: userId, name: exchange });
      else await revokeExchangeAccess(services, services.exchange, userId, id);
      await clearExchangeTokens(services.database, userId, id);
    },
  };
}
