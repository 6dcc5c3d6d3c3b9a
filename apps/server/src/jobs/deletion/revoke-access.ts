import { openAppleToken } from '../../domain/apple-tokens.ts';
import { findIdentity } from '../../domain/identities.queries.ts';
import { takeBackAccess } from '../../features/crypto/take-back-access.ts';
import { ProviderAway } from '../../platform/ask-provider.ts';
import type { Queries } from '../../platform/database.ts';
import { ExchangeFault } from '../../platform/exchange-provider.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { AppleFault } from '../../providers/apple/errors.ts';
import { PlaidFault } from '../../providers/plaid/errors.ts';
import { StripeFault } from '../../providers/stripe/errors.ts';
import type { Services } from '../../services.ts';
import {
  dropExchangeKey,
  type ExchangeKeyRow,
  listExchangeKeys,
} from '../unlink/exchange-keys.queries.ts';
import { dropKey, type KeyRow, listKeys } from '../unlink/keys.queries.ts';
import { removeAtProvider } from '../unlink/remove-at-provider.ts';
import {
  dropAppleToken,
  dropPurchase,
  forgetPayer,
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
export interface Outstanding {
  provider: string;
  name: string;
  reason: string;
}

/** Revokes all access at providers. Returns the grants that are still outstanding. */
export async function revokeAccess(services: Services, userId: UserId): Promise<Outstanding[]> {
  const outstanding: Outstanding[] = [];
  // Apple was unlinked earlier, and the open job has the only copy of the token.
  if (await services.queue.isOpen('revoke-apple', userId))
    outstanding.push({ provider: 'apple', name: 'unlinked earlier', reason: 'WAITING' });
  for (const { provider, name, revoke } of await grantsOf(services, services.database, userId)) {
    try {
      await revoke();
      services.log.info({ event: 'access_revoked', provider, name, user_id: userId });
    } catch (error) {
      outstanding.push({ provider, name, reason: reasonOf(error) });
      if (!isProviderError(error))
        services.log.error({ event: 'revocation_broke', reason: String(error) });
    }
  }
  return outstanding;
}

const isProviderError = (error: unknown): error is Error =>
  [PlaidFault, StripeFault, AppleFault, ExchangeFault, ProviderAway].some(
    (kind) => error instanceof kind,
  );

const reasonOf = (error: unknown): string => (isProviderError(error) ? error.message : 'INTERNAL');

/** Returns all access that the user granted and that is not revoked yet. */
export async function grantsOf(
  services: Services,
  queries: Queries,
  userId: UserId,
): Promise<Grant[]> {
  const items = await listKeys(queries, userId);
  const subscriptions = await listSubscriptions(queries, userId);
  const appleTokens = await listAppleTokens(queries, userId);
  const exchangeLinks = await listExchangeKeys(queries, userId);
  return [
    ...items.map((item) => itemGrant(services, userId, item)),
    ...subscriptions.map(({ reference }) => subscriptionGrant(services, userId, reference)),
    ...appleTokens.map((token) => appleGrant(services, userId, token)),
    ...exchangeLinks.map((link) => exchangeGrant(services, userId, link)),
  ];
}

function itemGrant(services: Services, userId: UserId, item: KeyRow): Grant {
  return {
    provider: 'plaid',
    name: item.provider_item_id,
    async revoke() {
      await removeAtProvider(services, userId, item);
      await dropKey(services.database, userId, item.id);
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
      // First, so that the event of the cancellation no longer finds the user.
      await forgetPayer(database, userId);
      try {
        await stripe.cancelSubscription(reference);
      } catch (error) {
        if (!(error instanceof StripeFault && error.kind === 'gone')) throw error;
      }
      await dropPurchase(database, userId, reference);
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
      // The Apple account is linked to another user by now, and revoking would end all of its tokens.
      if (isLinkedAgain || apple === null)
        log.info({ event: 'apple_not_revoked', user_id: userId });
      else await apple.revoke(openAppleToken(sealer, userId, sealed_refresh_token));
      await dropAppleToken(database, userId);
    },
  };
}

function exchangeGrant(
  services: Services,
  userId: UserId,
  { id, exchange }: ExchangeKeyRow,
): Grant {
  return {
    provider: 'exchange',
    name: exchange,
    async revoke() {
      if (services.exchange === null)
        services.log.error({ event: 'revocation_given_up', user_id: userId, name: exchange });
      else await takeBackAccess(services, services.exchange, userId, id);
      await dropExchangeKey(services.database, userId, id);
    },
  };
}
