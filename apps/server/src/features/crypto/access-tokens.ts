import { setTimeout as sleep } from 'node:timers/promises';
import type { UserId } from '../../platform/identifiers.ts';
import {
  ExchangeError,
  type ExchangeProvider,
  type ExchangeTokens,
} from '../../platform/providers/exchange-provider.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import type { Services } from '../../services.ts';
import {
  acquireRenewalLease,
  findLinkById,
  type LinkRow,
  markAccessEnded,
  releaseRenewalLease,
  replaceTokens,
} from './links.queries.ts';

/** In milliseconds: how long to wait for another process to refresh the tokens. Its lease lasts a minute. */
const waitTimeout = 25_000;
const pollInterval = 100;

type Tokens = Pick<ExchangeTokens, 'access' | 'refresh'>;
/** Identifies a pair of tokens: the link, and how many times its tokens have been replaced. */
type TokenVersion = { id: string; version: number };

/** Binds sealed tokens to their user and link: tokens that are copied to another row cannot be opened. */
export const exchangeTokensContext = (userId: UserId, id: string): string =>
  `exchange ${userId}/${id}`;

/** Seals tokens for storage. */
export const sealTokens = (
  { sealer }: Pick<Services, 'sealer'>,
  userId: UserId,
  id: string,
  { access, refresh }: ExchangeTokens,
): string => sealer.seal(JSON.stringify({ access, refresh }), exchangeTokensContext(userId, id));

const openTokens = ({ sealer }: Services, userId: UserId, link: LinkRow): Tokens =>
  JSON.parse(sealer.open(link.sealed_tokens, exchangeTokensContext(userId, link.id))) as Tokens; // Sealed by sealTokens.

/**
 * Runs a request with a valid access token. An expired token is refreshed first, and one that the exchange still
 * rejects is refreshed once. If our access has ended, records that and throws an `ExchangeError` of kind
 * `grant_invalid`.
 */
export async function withAccess<T>(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  link: LinkRow,
  request: (accessToken: string) => Promise<T>,
): Promise<T> {
  if (link.sealed_tokens === '') throw new ExchangeError('grant_invalid', 'NO_TOKENS');
  const current = link.access_valid
    ? { access: openTokens(services, userId, link).access, version: link.tokens_version }
    : await refreshOnce(services, exchange, userId, { id: link.id, version: link.tokens_version });
  try {
    return await request(current.access);
  } catch (error) {
    if (!(error instanceof ExchangeError && error.kind === 'access_expired')) throw error;
  }
  const tokenVersion = { id: link.id, version: current.version };
  return request((await refreshOnce(services, exchange, userId, tokenVersion)).access);
}

/**
 * Returns an access token that is newer than that of `tokenVersion`. A refresh token works only once, so of all
 * concurrent callers in all processes, one uses it and stores the new tokens before they are used. The others wait. If
 * the process that refreshes the tokens dies, its lease expires, and the next caller tries the old refresh token, which
 * may still work.
 */
async function refreshOnce(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  tokenVersion: TokenVersion,
): Promise<{ access: string; version: number }> {
  const { database } = services;
  const deadline = performance.now() + waitTimeout;
  for (;;) {
    const link = await findLinkById(database, userId, tokenVersion.id);
    if (link === undefined || link.sealed_tokens === '')
      throw new ExchangeError('grant_invalid', 'NO_TOKENS');
    const tokens = openTokens(services, userId, link);
    if (link.tokens_version > tokenVersion.version)
      return { access: tokens.access, version: link.tokens_version };
    if (await acquireRenewalLease(database, userId, tokenVersion))
      return refreshTokens(services, exchange, userId, tokenVersion, tokens);
    if (performance.now() > deadline)
      throw new ProviderUnavailable('RENEWAL_WAITS', { retryable: false });
    await sleep(pollInterval);
  }
}

async function refreshTokens(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  tokenVersion: TokenVersion,
  { refresh }: Tokens,
) {
  const { database, log } = services;
  const logFields = { user_id: userId, exchange: exchange.key };
  try {
    if (refresh === null) throw new ExchangeError('grant_invalid', 'NO_REFRESH_TOKEN');
    const tokens = await exchange.refreshTokens(refresh);
    const sealedTokens = sealTokens(services, userId, tokenVersion.id, tokens);
    const { accessLifetime } = tokens;
    if (
      !(await replaceTokens(database, userId, {
        ...tokenVersion,
        sealedTokens,
        accessLifetime,
      }))
    )
      throw new ExchangeError('grant_invalid', 'LINK_GONE');
    log.info({ event: 'exchange_tokens_renewed', ...logFields });
    return { access: tokens.access, version: tokenVersion.version + 1 };
  } catch (error) {
    if (error instanceof ExchangeError && error.kind === 'grant_invalid') {
      await markAccessEnded(database, userId, tokenVersion);
      log.warn({ event: 'exchange_access_ended', ...logFields, code: error.message });
    } else await releaseRenewalLease(database, userId, tokenVersion);
    throw error;
  }
}
