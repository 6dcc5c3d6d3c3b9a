import { setTimeout as sleep } from 'node:timers/promises';
import { lockActiveUser } from '../identity/active-user.queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { newId, type UserId } from '../platform/identifiers.ts';
import { Failure } from '../platform/problem.ts';
import { ProviderUnavailable } from '../platform/providers/provider-request.ts';
import type { Services } from '../services.ts';
import {
  acquireExchangeLease,
  deleteLinkIntent,
  deleteOpenLinkIntent,
  findLinkIntent,
  insertLinkIntent,
  type LinkIntentKey,
  type LinkIntentRow,
  markExchanged,
  releaseExchangeLease,
  renewExchangeLease,
} from './link-intents.queries.ts';

/** In seconds: the age at which a job resumes an intent. Before that, the client is expected to resume it. */
const resumeDelay = 120;
// In milliseconds.
const renewalInterval = 3_000;
/** How long to wait for another caller's exchange. Longer than the lease of a process that died. */
const waitTimeout = 25_000;
const pollInterval = 100;
/** How long to try to store tokens while the database is unavailable. */
const storeTimeout = 15_000;
const storeInterval = 500;

/** How a provider's tokens are obtained and stored. */
export interface TokenExchange<Tokens> {
  /** Requests the tokens. The request is what the intent was opened with. */
  exchange(request: string): Promise<Tokens>;
  /** True for an error after which no later attempt can succeed. */
  isRefused(error: unknown): boolean;
  /**
   * True if an earlier attempt, whose response was lost, may have exchanged the refused request for access that is still
   * valid.
   */
  mayHaveSucceeded(error: unknown, attempts: number): boolean;
  /** Stores the tokens. Called in the transaction that marks the intent as exchanged. */
  store(transaction: Transaction, intent: LinkIntentRow, tokens: Tokens): Promise<void>;
  /** Ends access whose tokens can't be stored. */
  revoke(tokens: Tokens): Promise<void>;
}

/** The sealing context that binds the request of an intent to its user and row. */
export const linkIntentContext = (userId: UserId, intentId: string): string =>
  `link intent ${userId}/${intentId}`;

/**
 * Stores an intent before the provider is called, and enqueues the job that resumes it if nothing else does. If there
 * is an intent for the same request, nothing changes. Returns false if the user is not active.
 */
export async function openLinkIntent(
  { queue, sealer }: Services,
  transaction: Transaction,
  userId: UserId,
  intent: { provider: string; requestDigest: Buffer; request: string },
): Promise<boolean> {
  if (!(await lockActiveUser(transaction, userId))) return false;
  const { provider, requestDigest, request } = intent;
  const intentId = newId();
  const sealedRequest = sealer.seal(request, linkIntentContext(userId, intentId));
  const key = { userId, intentId };
  if (await insertLinkIntent(transaction, key, { provider, requestDigest, sealedRequest }))
    await queue.enqueue('finish-link', key, {
      key: intentId,
      delaySeconds: resumeDelay,
      transaction,
    });
  return true;
}

/**
 * Exchanges an intent's request for tokens and stores them, unless that has already happened. Of all callers in all
 * processes, one requests the exchange at a time, and the others wait for it. Returns true once the tokens are stored,
 * and false if the intent no longer exists. Rethrows the provider's errors. If `wait` is false, throws
 * `ProviderUnavailable` at once while another caller requests the exchange.
 */
export async function exchangeOnce<Tokens>(
  services: Services,
  key: LinkIntentKey,
  exchange: TokenExchange<Tokens>,
  { wait }: { wait: boolean },
): Promise<boolean> {
  const { database } = services;
  const deadline = performance.now() + waitTimeout;
  for (;;) {
    const intent = await findLinkIntent(database, key);
    if (intent === undefined || intent.isExchanged) return intent !== undefined;
    const attempt = await acquireExchangeLease(database, key);
    if (attempt !== undefined) {
      const tokens = await requestTokens(services, key, { exchange, intent, attempt });
      // Another caller's exchange succeeded after this one's lease had expired.
      if (tokens === undefined) continue;
      return storeOrRevoke(services, key, { exchange, intent, tokens });
    }
    if (!wait || performance.now() > deadline)
      throw new ProviderUnavailable('LINK_IN_PROGRESS', { retryable: false });
    await sleep(pollInterval);
  }
}

/**
 * Requests the tokens and renews the lease meanwhile. Undefined if this attempt was refused but another one has stored
 * its tokens.
 */
async function requestTokens<Tokens>(
  { database, sealer, log }: Services,
  key: LinkIntentKey,
  {
    exchange,
    intent,
    attempt,
  }: { exchange: TokenExchange<Tokens>; intent: LinkIntentRow; attempt: number },
): Promise<Tokens | undefined> {
  const renewal = setInterval(() => {
    // If the lease expires, another caller's attempt is refused, and the tokens of this one are stored anyway.
    renewExchangeLease(database, key, attempt).catch(() => {});
  }, renewalInterval);
  try {
    const context = linkIntentContext(key.userId, key.intentId);
    return await exchange.exchange(sealer.open(intent.sealed_request, context));
  } catch (error) {
    if (!exchange.isRefused(error)) {
      await releaseExchangeLease(database, key, attempt);
      throw error;
    }
    if (!(await deleteOpenLinkIntent(database, key))) return undefined;
    if (exchange.mayHaveSucceeded(error, attempt)) logUnknownOutcome(log, key.userId, intent);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Reports access that may exist at the provider although its tokens were lost. */
export const logUnknownOutcome = (
  log: Services['log'],
  userId: UserId,
  { id, provider, created_at }: LinkIntentRow,
): void =>
  log.error({
    event: 'link_outcome_unknown',
    provider,
    user_id: userId,
    intent_id: id,
    begun_at: created_at.toISOString(),
  });

/**
 * Stores the tokens, and retries while the database is unavailable for a short time. Nobody else has the tokens, so if
 * they can't be stored, the access is revoked, and the error is rethrown. Returns false if the intent no longer exists.
 */
async function storeOrRevoke<Tokens>(
  services: Services,
  key: LinkIntentKey,
  {
    exchange,
    intent,
    tokens,
  }: { exchange: TokenExchange<Tokens>; intent: LinkIntentRow; tokens: Tokens },
): Promise<boolean> {
  const { database } = services;
  const deadline = performance.now() + storeTimeout;
  for (;;) {
    try {
      const isStored = await database.transaction(async (transaction) => {
        if (await markExchanged(transaction, key)) {
          await exchange.store(transaction, intent, tokens);
          return true;
        }
        // True if an earlier attempt to store them was committed, but its response was lost.
        return (await findLinkIntent(transaction, key)) !== undefined;
      });
      if (!isStored) await revokeNow(services, key, exchange, tokens);
      return isStored;
    } catch (error) {
      const isUnavailable = error instanceof Failure && error.code === 'unavailable';
      if (isUnavailable && performance.now() < deadline) {
        await sleep(storeInterval);
        continue;
      }
      // The same access is stored already, so it must not be revoked.
      const isKnown = error instanceof Failure && error.code === 'conflict';
      if (!isKnown) await revokeNow(services, key, exchange, tokens);
      // If only the response to the commit was lost, the tokens are stored. The next use of the access shows whether
      // they are.
      if (!isUnavailable) await deleteLinkIntent(database, key);
      throw error;
    }
  }
}

/** Ends access that can't be stored. If that fails too, an operator has to end it. */
const revokeNow = <Tokens>(
  { log }: Services,
  { userId, intentId }: LinkIntentKey,
  { revoke }: TokenExchange<Tokens>,
  tokens: Tokens,
): Promise<void> =>
  revoke(tokens).catch((error: unknown) =>
    log.error({
      event: 'revocation_abandoned',
      user_id: userId,
      name: intentId,
      reason: String(error),
    }),
  );
