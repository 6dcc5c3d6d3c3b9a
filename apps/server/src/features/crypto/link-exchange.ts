import { createHash } from 'node:crypto';
import { recordActivity } from '../../domain/activity.queries.ts';
import { holdUser } from '../../domain/leaving.queries.ts';
import { ProviderAway } from '../../platform/ask-provider.ts';
import {
  ExchangeFault,
  type ExchangeProvider,
  type ExchangeTokens,
} from '../../platform/exchange-provider.ts';
import type { Identity } from '../../platform/http/handler.ts';
import { newId, type UserId } from '../../platform/identifiers.ts';
import { issueCode, randomSecret, redeemCode } from '../../platform/one-time-codes.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { sealTokens } from './access-tokens.ts';
import { fetchPortfolio } from './fetch-portfolio.ts';
import { deleteHoldings, deleteSnapshots } from './holdings.queries.ts';
import { dropLook, endLink, insertLink, planLook } from './links.queries.ts';

const purpose = 'exchange_state';

/**
 * Where the browser goes to let us read the exchange. The state counts once, for ten minutes, in the session
 * and the browser that began: nobody can have another's account linked to theirs, nor bring a trip of
 * theirs to its end elsewhere with a token that was carried off. The verifier (PKCE) never leaves us.
 *
 * @param browser the secret in that browser's cookie.
 */
export async function beginLink(
  { database, sealer }: Services,
  exchange: ExchangeProvider,
  { userId, sessionId }: Identity,
  browser: string,
): Promise<string> {
  const verifier = randomSecret();
  const state = await issueCode(database, sealer, {
    purpose,
    userId,
    browser: startedBy(sessionId, browser),
    detail: { verifier },
  });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return exchange.authorizeUrl({ state, challenge });
}

/** Links the exchange with what it sent the browser back with, and reads what is there for the first time. */
export async function finishLink(
  services: Services,
  exchange: ExchangeProvider,
  { userId, sessionId }: Identity,
  { code, state, browser }: { code: string; state: string; browser: string | undefined },
): Promise<void> {
  const { database, sealer } = services;
  if (browser === undefined) throw expired();
  const begun = await redeemCode(database, sealer, {
    purpose,
    code: state,
    browser: startedBy(sessionId, browser),
  });
  if (begun === undefined || begun.userId !== userId) throw expired();
  const { verifier } = begun.detail as { verifier: string }; // As it was issued above.
  const tokens = await exchange.exchange(code, verifier).catch(asLinkFailure(exchange));
  if (!(await keepLink(services, exchange, userId, tokens))) {
    // They left while the exchange was being asked: nothing is kept, there neither.
    await exchange.revoke(tokens.access).catch(asLinkFailure(exchange));
    throw new Failure('unauthenticated', 'This account is being deleted.');
  }
  services.log.info({ event: 'exchange_linked', user_id: userId, exchange: exchange.key });
  // Linked is linked: if the first fetch fails, the portfolio says so and is read when next asked for.
  await fetchPortfolio(services, exchange, userId);
}

/** Which session in which browser a state belongs to. */
const startedBy = (sessionId: string, browser: string): string => `${sessionId} ${browser}`;

/** Keeps the tokens in place of those of an earlier link, whose access a job takes back. False: the user is leaving. */
const keepLink = (
  services: Services,
  { key, name }: ExchangeProvider,
  userId: UserId,
  tokens: ExchangeTokens,
): Promise<boolean> =>
  services.database.transaction(async (transaction) => {
    if (!(await holdUser(transaction, userId))) return false;
    const earlier = await endLink(transaction, userId, key);
    if (earlier !== undefined)
      await services.queue.enqueue(
        'revoke-exchange',
        { userId, linkId: earlier.id },
        { key: earlier.id, transaction },
      );
    const id = newId();
    await insertLink(transaction, {
      userId,
      id,
      exchange: key,
      sealedTokens: sealTokens(services, userId, id, tokens),
      accessLives: tokens.accessLives,
      fetchedAt: earlier?.fetched_at ?? null,
    });
    await planLook(transaction, userId, 0);
    await recordActivity(transaction, { userId, event: 'exchange_linked', detail: name });
    return true;
  });

/** Unlinks the exchange: its data goes now, a job takes the access back there. Throws where it is not linked. */
export async function unlinkExchange(
  services: Services,
  { key, name }: ExchangeProvider,
  userId: UserId,
): Promise<void> {
  const { database, queue, log } = services;
  await database.transaction(async (transaction) => {
    const ended = await endLink(transaction, userId, key);
    if (ended === undefined) throw new Failure('not_found', `${name} is not linked.`);
    await deleteHoldings(transaction, userId, key);
    await deleteSnapshots(transaction, userId, key);
    await dropLook(transaction, userId);
    await queue.enqueue(
      'revoke-exchange',
      { userId, linkId: ended.id },
      { key: ended.id, transaction },
    );
    await recordActivity(transaction, { userId, event: 'exchange_unlinked', detail: name });
  });
  log.info({ event: 'exchange_unlinked', user_id: userId, exchange: key });
}

const expired = (cause?: unknown) =>
  new Failure(
    'link_expired',
    'This link has expired or was used before. Please start linking again.',
    {
      cause,
    },
  );

/** What a failure of the exchange means while linking. */
const asLinkFailure =
  ({ name }: ExchangeProvider) =>
  (error: unknown): never => {
    if (error instanceof ExchangeFault && error.kind === 'grant_over') throw expired(error);
    if (error instanceof ExchangeFault || error instanceof ProviderAway)
      throw new Failure(
        'provider_failed',
        `${name} is not answering. Please try again in a moment.`,
        {
          cause: error,
        },
      );
    throw error;
  };
