import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderAway } from '../../platform/ask-provider.ts';
import {
  ExchangeFault,
  type ExchangeProvider,
  type ExchangeTokens,
} from '../../platform/exchange-provider.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import {
  findLinkById,
  keepTokens,
  type LinkRow,
  markOver,
  releaseRenewal,
  takeRenewal,
} from './links.queries.ts';

/** Somebody who renews has a minute; whoever waits for it gives up before. Milliseconds. */
const patience = 25_000;
const lookEvery = 100;

type Held = Pick<ExchangeTokens, 'access' | 'refresh'>;
type Pair = { id: string; version: number };

/** What a link's tokens are bound to: a row copied to another user or link does not open. */
const contextOf = (userId: UserId, id: string) => `exchange ${userId}/${id}`;

/** Tokens as they are kept. */
export const sealTokens = (
  { sealer }: Pick<Services, 'sealer'>,
  userId: UserId,
  id: string,
  { access, refresh }: ExchangeTokens,
): string => sealer.seal(JSON.stringify({ access, refresh }), contextOf(userId, id));

const openTokens = ({ sealer }: Services, userId: UserId, link: LinkRow): Held =>
  JSON.parse(sealer.open(link.sealed_tokens, contextOf(userId, link.id))) as Held; // We wrote it.

/**
 * Does something with an access token that counts. One that has run out is renewed before, one that the
 * exchange refuses all the same is renewed once. Throws an `ExchangeFault` of kind `grant_over`, and has
 * noted it, where our access has ended.
 */
export async function withAccess<T>(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  link: LinkRow,
  work: (accessToken: string) => Promise<T>,
): Promise<T> {
  if (link.sealed_tokens === '') throw new ExchangeFault('grant_over', 'NO_TOKENS');
  const current = link.access_counts
    ? { access: openTokens(services, userId, link).access, version: link.tokens_version }
    : await renewed(services, exchange, userId, { id: link.id, version: link.tokens_version });
  try {
    return await work(current.access);
  } catch (error) {
    if (!(error instanceof ExchangeFault && error.kind === 'access_over')) throw error;
  }
  const pair = { id: link.id, version: current.version };
  return work((await renewed(services, exchange, userId, pair)).access);
}

/**
 * An access token that is newer than that of a pair. A refresh token counts once, so of all who ask, in
 * whichever process, one renews, and keeps the new pair before anybody uses it; the others wait for it.
 * One that dies in between leaves its right to the next, who finds out what became of the old pair.
 */
async function renewed(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  pair: Pair,
): Promise<{ access: string; version: number }> {
  const { database } = services;
  const deadline = Date.now() + patience;
  for (;;) {
    const link = await findLinkById(database, userId, pair.id);
    if (link === undefined || link.sealed_tokens === '')
      throw new ExchangeFault('grant_over', 'NO_TOKENS');
    const held = openTokens(services, userId, link);
    if (link.tokens_version > pair.version)
      return { access: held.access, version: link.tokens_version };
    if (await takeRenewal(database, userId, pair))
      return renew(services, exchange, userId, pair, held);
    if (Date.now() > deadline) throw new ProviderAway('RENEWAL_WAITS', { worthRetrying: false });
    await sleep(lookEvery);
  }
}

async function renew(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
  pair: Pair,
  { refresh }: Held,
) {
  const { database, log } = services;
  const about = { user_id: userId, exchange: exchange.key };
  try {
    if (refresh === null) throw new ExchangeFault('grant_over', 'NO_REFRESH_TOKEN');
    const tokens = await exchange.renew(refresh);
    const sealedTokens = sealTokens(services, userId, pair.id, tokens);
    const { accessLives } = tokens;
    if (!(await keepTokens(database, userId, { ...pair, sealedTokens, accessLives })))
      throw new ExchangeFault('grant_over', 'LINK_GONE');
    log.info({ event: 'exchange_tokens_renewed', ...about });
    return { access: tokens.access, version: pair.version + 1 };
  } catch (error) {
    if (error instanceof ExchangeFault && error.kind === 'grant_over') {
      await markOver(database, userId, pair);
      log.warn({ event: 'exchange_access_over', ...about, code: error.message });
    } else await releaseRenewal(database, userId, pair);
    throw error;
  }
}
