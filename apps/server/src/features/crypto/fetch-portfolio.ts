import { centsText, parseDecimal, totalInCents } from '@cairn/contract/crypto-value';
import { ProviderAway } from '../../platform/ask-provider.ts';
import {
  type ExchangeBalance,
  ExchangeFault,
  type ExchangeProvider,
} from '../../platform/exchange-provider.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { withAccess } from './access-tokens.ts';
import { noteFetch, replaceHoldings, saveSnapshot } from './holdings.queries.ts';
import { findLink, type LinkRow, markFailed, markRefused, planLook } from './links.queries.ts';

/** Why the holdings could not be fetched, as the API names it. */
export type Trouble = 'down' | 'busy' | 'reconnect';

// Seconds.
const fetchInterval = 20 * 3_600;
const retryInterval = 3_600;
/** How long to wait after a 429 without Retry-After, and the longest Retry-After that is respected. */
const defaultRetryAfter = 60;
const maxRetryAfter = 3_600;

const tooManyRequests = 429;

/**
 * Fetches and stores a user's holdings and their value. Returns why it failed, or null; on failure the stored
 * holdings stay. No transaction is open during the requests.
 */
export async function fetchPortfolio(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
): Promise<Trouble | null> {
  const { database, log } = services;
  const link = await findLink(database, userId, exchange.key);
  if (link === undefined || link.state === 'reconnect') return 'reconnect';
  if (link.throttled) return 'busy';
  try {
    const [balances, prices] = await Promise.all([
      withAccess(services, exchange, userId, link, (token) => exchange.balances(token)),
      exchange.prices(),
    ]);
    await savePortfolio(services, exchange, userId, link, balances, prices);
    return null;
  } catch (error) {
    const { trouble, retryAfter } = classifyError(error);
    log.warn({ event: 'portfolio_not_fetched', user_id: userId, trouble, reason: String(error) });
    if (trouble === 'reconnect') await markRefused(database, userId, link.id);
    else await markFailed(database, userId, link.id, retryAfter);
    await planLook(database, userId, retryInterval);
    return trouble;
  }
}

/** Maps an error of the exchange to a problem and the seconds to wait. Rethrows any other error. */
function classifyError(error: unknown): { trouble: Trouble; retryAfter: number } {
  if (error instanceof ProviderAway && error.status === tooManyRequests)
    return {
      trouble: 'busy',
      retryAfter: Math.min(error.retryAfter ?? defaultRetryAfter, maxRetryAfter),
    };
  if (error instanceof ProviderAway) return { trouble: 'down', retryAfter: 0 };
  if (!(error instanceof ExchangeFault)) throw error;
  const hasEnded = error.kind === 'grant_over' || error.kind === 'not_allowed';
  return { trouble: hasEnded ? 'reconnect' : 'down', retryAfter: 0 };
}

async function savePortfolio(
  { database }: Services,
  { key }: ExchangeProvider,
  userId: UserId,
  { id, now }: LinkRow,
  balances: readonly ExchangeBalance[],
  prices: ReadonlyMap<string, string>,
): Promise<void> {
  const holdings = balances.map((balance) => ({
    ...balance,
    price: prices.get(balance.code) ?? null,
    decimals: parseDecimal(balance.amount)?.scale ?? 0,
  }));
  await database.transaction(async (transaction) => {
    if (!(await noteFetch(transaction, userId, { id, at: now }))) return;
    await replaceHoldings(transaction, userId, key, holdings);
    await saveSnapshot(transaction, userId, key, totalsOf(balances, prices));
    await planLook(transaction, userId, fetchInterval);
  });
}

/** The dollar value of the coins and of the cash, as decimal text. */
function totalsOf(balances: readonly ExchangeBalance[], prices: ReadonlyMap<string, string>) {
  const pricesByCode = Object.fromEntries(prices);
  const total = (ofKind: ExchangeBalance['kind']) =>
    centsText(
      totalInCents(
        balances
          .filter(({ kind }) => kind === ofKind)
          .map(({ code, amount }) => ({ currency: { code }, balance: { amount } })),
        pricesByCode,
      ),
    );
  return { value: total('crypto'), cash: total('fiat') };
}
