import { createHash } from 'node:crypto';
import { formatMessage } from '@cairn/contract/text/copy';
import { lockActiveUser } from '../../identity/active-user.queries.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import { newId, type UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import {
  ExchangeError,
  type ExchangeProvider,
  type ExchangeTokens,
} from '../../platform/providers/exchange-provider.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import { issueCode, randomSecret, redeemCode } from '../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../services.ts';
import { sealTokens } from './access-tokens.ts';
import { cryptoCopy } from './crypto.copy.ts';
import { fetchPortfolio } from './fetch-portfolio.ts';
import { deleteHoldings, deleteSnapshots } from './holdings.queries.ts';
import { cancelScheduledFetch, endLink, insertLink, scheduleFetch } from './links.queries.ts';

const purpose = 'exchange_state';

/**
 * Begins linking the exchange. Returns the URL of its consent page. The state works once, within ten minutes, and only
 * in the session and browser that it was issued to. An attacker can therefore neither link their exchange account to
 * another user, nor finish linking in another browser with a stolen token. The PKCE verifier stays on the server.
 *
 * @param browser the cookie secret of the browser.
 */
export async function beginLink(
  { database, sealer }: Services,
  exchange: ExchangeProvider,
  { userId, sessionId }: CallerIdentity,
  browser: string,
): Promise<string> {
  const verifier = randomSecret();
  const state = await issueCode(database, sealer, {
    purpose,
    userId,
    browser: browserBinding(sessionId, browser),
    detail: { verifier },
  });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return exchange.authorizeUrl({ state, challenge });
}

/** Finishes linking with the code and state that the exchange returned, and fetches the holdings. */
export async function finishLink(
  services: Services,
  exchange: ExchangeProvider,
  { userId, sessionId }: CallerIdentity,
  { code, state, browser }: { code: string; state: string; browser: string | undefined },
): Promise<void> {
  const { database, sealer } = services;
  if (browser === undefined) throw linkExpired();
  const started = await redeemCode(database, sealer, {
    purpose,
    code: state,
    browser: browserBinding(sessionId, browser),
  });
  if (started === undefined || started.userId !== userId) throw linkExpired();
  const { verifier } = started.detail as { verifier: string }; // Issued by beginLink.
  const tokens = await exchange.exchangeCode(code, verifier).catch(asLinkFailure(exchange));
  if (!(await saveLink(services, exchange, userId, tokens))) {
    // The user requested deletion while the exchange was called: revoke the access again.
    await exchange.revoke(tokens.access).catch(asLinkFailure(exchange));
    throw new Failure('unauthenticated', cryptoCopy.accountBeingDeleted);
  }
  services.log.info({ event: 'exchange_linked', user_id: userId, exchange: exchange.key });
  // If the first fetch fails, the exchange stays linked and the next request for the portfolio fetches again.
  await fetchPortfolio(services, exchange, userId);
}

/** Identifies the session and browser that a state is bound to. */
const browserBinding = (sessionId: string, browser: string): string => `${sessionId} ${browser}`;

/** Saves a new link in place of an earlier one, whose access a job revokes. False if the user is not active. */
const saveLink = (
  services: Services,
  { key, name }: ExchangeProvider,
  userId: UserId,
  tokens: ExchangeTokens,
): Promise<boolean> =>
  services.database.transaction(async (transaction) => {
    if (!(await lockActiveUser(transaction, userId))) return false;
    const earlier = await endLink(transaction, userId, key);
    if (earlier !== undefined)
      await services.queue.enqueue(
        'revoke-exchange-access',
        { userId, linkId: earlier.id },
        { key: earlier.id, transaction },
      );
    const id = newId();
    await insertLink(transaction, {
      userId,
      id,
      exchange: key,
      sealedTokens: sealTokens(services, userId, id, tokens),
      accessLifetime: tokens.accessLifetime,
      fetchedAt: earlier?.fetched_at ?? null,
    });
    await scheduleFetch(transaction, userId, 0);
    await recordActivity(transaction, { userId, event: 'exchange_linked', detail: name });
    return true;
  });

/** Unlinks the exchange: deletes its data, and enqueues the job that revokes access. Throws 404 if it is not linked. */
export async function unlinkExchange(
  services: Services,
  { key, name }: ExchangeProvider,
  userId: UserId,
): Promise<void> {
  const { database, queue, log } = services;
  await database.transaction(async (transaction) => {
    const ended = await endLink(transaction, userId, key);
    if (ended === undefined)
      throw new Failure('not_found', formatMessage(cryptoCopy.notLinked, { exchange: name }));
    await deleteHoldings(transaction, userId, key);
    await deleteSnapshots(transaction, userId, key);
    await cancelScheduledFetch(transaction, userId);
    await queue.enqueue(
      'revoke-exchange-access',
      { userId, linkId: ended.id },
      { key: ended.id, transaction },
    );
    await recordActivity(transaction, { userId, event: 'exchange_unlinked', detail: name });
  });
  log.info({ event: 'exchange_unlinked', user_id: userId, exchange: key });
}

const linkExpired = (cause?: unknown) =>
  new Failure('link_expired', cryptoCopy.linkExpired, { cause });

/** Maps an error of the exchange while linking to a failure. Rethrows any other error. */
const asLinkFailure =
  ({ name }: ExchangeProvider) =>
  (error: unknown): never => {
    if (error instanceof ExchangeError && error.kind === 'grant_invalid') throw linkExpired(error);
    if (error instanceof ExchangeError || error instanceof ProviderUnavailable)
      throw new Failure(
        'provider_failed',
        formatMessage(cryptoCopy.exchangeUnavailable, { exchange: name }),
        { cause: error },
      );
    throw error;
  };
