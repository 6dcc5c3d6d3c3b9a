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

/** One thing that a user let us do elsewhere, to be taken back there. */
interface Grant {
  provider: 'plaid' | 'stripe' | 'apple' | 'exchange';
  /** What operators call it, should it have to be taken back by hand. Never a secret. */
  name: string;
  /** Takes it back, and forgets that it was given. Throws while the provider does not answer. */
  takeBack(): Promise<void>;
}

/** A grant that could not be taken back yet, and the provider's code. */
export interface Outstanding {
  provider: string;
  name: string;
  reason: string;
}

/** Takes back all that a user let us do at providers. Answers what is outstanding. */
export async function revokeAccess(services: Services, userId: UserId): Promise<Outstanding[]> {
  const outstanding: Outstanding[] = [];
  // Unlinked before, and not told to Apple yet: that job has a key which is nowhere else.
  if (await services.queue.isOpen('revoke-apple', userId))
    outstanding.push({ provider: 'apple', name: 'unlinked before', reason: 'WAITING' });
  for (const { provider, name, takeBack } of await grantsOf(services, services.database, userId)) {
    try {
      await takeBack();
      services.log.info({ event: 'access_revoked', provider, name, user_id: userId });
    } catch (error) {
      outstanding.push({ provider, name, reason: reasonOf(error) });
      if (!isOfProvider(error))
        services.log.error({ event: 'revocation_broke', reason: String(error) });
    }
  }
  return outstanding;
}

const isOfProvider = (error: unknown): error is Error =>
  [PlaidFault, StripeFault, AppleFault, ExchangeFault, ProviderAway].some(
    (kind) => error instanceof kind,
  );

const reasonOf = (error: unknown): string => (isOfProvider(error) ? error.message : 'INTERNAL');

/** All that a user lets us do elsewhere, as far as it is not taken back yet. */
export async function grantsOf(
  services: Services,
  queries: Queries,
  userId: UserId,
): Promise<Grant[]> {
  const keys = await listKeys(queries, userId);
  const subscriptions = await listSubscriptions(queries, userId);
  const appleTokens = await listAppleTokens(queries, userId);
  const exchangeKeys = await listExchangeKeys(queries, userId);
  return [
    ...keys.map((key) => institutionGrant(services, userId, key)),
    ...subscriptions.map(({ reference }) => subscriptionGrant(services, userId, reference)),
    ...appleTokens.map((token) => appleGrant(services, userId, token)),
    ...exchangeKeys.map((key) => exchangeGrant(services, userId, key)),
  ];
}

function institutionGrant(services: Services, userId: UserId, key: KeyRow): Grant {
  return {
    provider: 'plaid',
    name: key.provider_item_id,
    async takeBack() {
      await removeAtProvider(services, userId, key);
      await dropKey(services.database, userId, key.id);
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
    async takeBack() {
      // First, so that the event that the end brings finds nobody to be told of it.
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
    async takeBack() {
      const isElsewhere = await findIdentity(database, { issuer, subject });
      // They have come back with it as somebody new, and revoking ends every token of theirs.
      if (isElsewhere || apple === null) log.info({ event: 'apple_not_revoked', user_id: userId });
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
    async takeBack() {
      if (services.exchange === null)
        services.log.error({ event: 'revocation_given_up', user_id: userId, name: exchange });
      else await takeBackAccess(services, services.exchange, userId, id);
      await dropExchangeKey(services.database, userId, id);
    },
  };
}
