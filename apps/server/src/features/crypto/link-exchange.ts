import { createHash } from 'node:crypto';
import { formatMessage } from '@cairn/contract/text/copy';
import { lockActiveUser } from '../../identity/active-user.queries.ts';
import { recordActivity } from '../../identity/activity.queries.ts';
import {
  findLinkIntentByRequest,
  type LinkIntentKey,
  type LinkIntentRow,
} from '../../links/link-intents.queries.ts';
import { exchangeOnce, openLinkIntent } from '../../links/link-intents.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import {
  ExchangeError,
  type ExchangeProvider,
  type ExchangeTokens,
} from '../../platform/providers/exchange-provider.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import {
  issueCode,
  randomSecret,
  redeemCode,
  sha256,
} from '../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../services.ts';
import { sealTokens } from './access-tokens.ts';
import { cryptoCopy } from './crypto.copy.ts';
import { fetchPortfolio } from './fetch-portfolio.ts';
import { deleteHoldings, deleteSnapshots } from './holdings.queries.ts';
import {
  cancelScheduledFetch,
  endLink,
  findLink,
  findLinkById,
  insertLink,
  scheduleFetch,
} from './links.queries.ts';

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

/**
 * Finishes linking with the code and state that the exchange returned, and fetches the holdings. A request that is sent
 * again, because the response was lost, continues where the first one stopped.
 */
export async function finishLink(
  services: Services,
  exchange: ExchangeProvider,
  { userId, sessionId }: CallerIdentity,
  { code, state, browser }: { code: string; state: string; browser: string | undefined },
): Promise<void> {
  const { database } = services;
  if (browser === undefined) throw linkExpired();
  const binding = browserBinding(sessionId, browser);
  // Only the browser that the state is bound to can continue.
  const requestDigest = sha256(JSON.stringify([binding, state, code]));
  if ((await findLinkIntentByRequest(database, userId, requestDigest)) === undefined)
    await openIntent(services, exchange, userId, { code, state, binding, requestDigest });
  const intent = await findLinkIntentByRequest(database, userId, requestDigest);
  if (intent === undefined) throw linkExpired();
  const isStored = await exchangeCode(
    services,
    exchange,
    { userId, intentId: intent.id },
    { wait: true },
  ).catch(asLinkFailure(exchange));
  // The job that deletes the account revokes the access.
  if (!(await lockActiveUser(database, userId))) throw accountBeingDeleted();
  const link = isStored ? await findLinkById(database, userId, intent.id) : undefined;
  if (link === undefined || link.unlinked_at !== null) throw linkExpired();
  // If the first fetch fails, the exchange stays linked and the next request for the portfolio fetches again.
  if (link.fetched_at === null || link.fetched_at < link.linked_at)
    await fetchPortfolio(services, exchange, userId);
}

/** Redeems the state and stores the intent in one transaction. Throws if the state is invalid. */
async function openIntent(
  services: Services,
  { key }: ExchangeProvider,
  userId: UserId,
  request: { code: string; state: string; binding: string; requestDigest: Buffer },
): Promise<void> {
  const { code, state, binding, requestDigest } = request;
  const result = await services.database.transaction(async (transaction) => {
    const started = await redeemCode(transaction, services.sealer, {
      purpose,
      code: state,
      browser: binding,
    });
    // A concurrent request may have redeemed the state and stored the same intent.
    if (started === undefined || started.userId !== userId) return 'not redeemed';
    const { verifier } = started.detail as { verifier: string }; // Issued by beginLink.
    const isActive = await openLinkIntent(services, transaction, userId, {
      provider: key,
      requestDigest,
      request: JSON.stringify({ code, verifier } satisfies CodeRequest),
    });
    return isActive ? 'open' : 'not active';
  });
  if (result === 'not active') throw accountBeingDeleted();
}

/** What the exchange needs to issue tokens. */
interface CodeRequest {
  code: string;
  verifier: string;
}

/**
 * Exchanges the code of an intent for tokens and saves the link, unless that has already happened. If the response of
 * an earlier attempt was lost, the exchange refuses the code and revokes the tokens that it had issued (RFC 6749,
 * 4.1.2).
 */
export function exchangeCode(
  services: Services,
  exchange: ExchangeProvider,
  key: LinkIntentKey,
  options: { wait: boolean },
): Promise<boolean> {
  return exchangeOnce<ExchangeTokens>(
    services,
    key,
    {
      exchange: (request) => {
        const { code, verifier } = JSON.parse(request) as CodeRequest; // Stored by openIntent.
        return exchange.exchangeCode(code, verifier);
      },
      isRefused: isRefusedCode,
      mayHaveSucceeded: () => false,
      store: (transaction, intent, tokens) =>
        saveLink(services, exchange, { transaction, userId: key.userId, intent, tokens }),
      revoke: ({ access }) => exchange.revoke(access),
    },
    options,
  );
}

/** True if the exchange will never accept the code: it is invalid, has expired, or was already used. */
export const isRefusedCode = (error: unknown): boolean =>
  error instanceof ExchangeError && error.kind === 'grant_invalid';

/** Identifies the session and browser that a state is bound to. */
const browserBinding = (sessionId: string, browser: string): string => `${sessionId} ${browser}`;

/**
 * Saves a new link in place of an earlier one, whose access a job revokes. If the user has linked the exchange again
 * since the intent was opened, the newer link is kept, and the access of this one is revoked.
 */
async function saveLink(
  services: Services,
  { key, name }: ExchangeProvider,
  {
    transaction,
    userId,
    intent: { id, created_at },
    tokens,
  }: { transaction: Transaction; userId: UserId; intent: LinkIntentRow; tokens: ExchangeTokens },
): Promise<void> {
  const { queue, log } = services;
  const current = await findLink(transaction, userId, key);
  const isOutdated = current !== undefined && current.linked_at > created_at;
  const earlier = isOutdated ? undefined : await endLink(transaction, userId, key);
  const revokedLinkId = isOutdated ? id : earlier?.id;
  if (revokedLinkId !== undefined)
    await queue.enqueue(
      'revoke-exchange-access',
      { userId, linkId: revokedLinkId },
      { key: revokedLinkId, transaction },
    );
  await insertLink(transaction, {
    userId,
    id,
    exchange: key,
    sealedTokens: sealTokens(services, userId, id, tokens),
    accessLifetime: tokens.accessLifetime,
    fetchedAt: earlier?.fetched_at ?? null,
    unlinked: isOutdated,
  });
  if (isOutdated) return;
  await scheduleFetch(transaction, userId, 0);
  await recordActivity(transaction, { userId, event: 'exchange_linked', detail: name });
  log.info({ event: 'exchange_linked', user_id: userId, exchange: key });
}

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

const accountBeingDeleted = () => new Failure('unauthenticated', cryptoCopy.accountBeingDeleted);

const linkExpired = (cause?: unknown) =>
  new Failure('link_expired', cryptoCopy.linkExpired, { cause });

/** Maps an error from the exchange during linking to a failure. Rethrows any other error. */
const asLinkFailure =
  ({ name }: ExchangeProvider) =>
  (error: unknown): never => {
    if (isRefusedCode(error)) throw linkExpired(error);
    if (error instanceof ExchangeError || error instanceof ProviderUnavailable)
      throw new Failure(
        'provider_failed',
        formatMessage(cryptoCopy.exchangeUnavailable, { exchange: name }),
        { cause: error },
      );
    throw error;
  };
