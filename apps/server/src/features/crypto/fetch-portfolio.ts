import { formatCents, parseDecimal, totalInCents } from '@cairn/contract/rules/crypto-value';
import type { UserId } from '../../platform/identifiers.ts';
import {
  type ExchangeBalance,
  ExchangeError,
  type ExchangeProvider,
} from '../../platform/providers/exchange-provider.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import type { Services } from '../../services.ts';
import { withAccess } from './access-tokens.ts';
import { recordFetch, replaceHoldings, saveSnapshot } from './holdings.queries.ts';
import {
  findLink,
  type LinkRow,
  markReconnectNeeded,
  recordFetchFailure,
  scheduleFetch,
} from './links.queries.ts';

/** Why the holdings could not be fetched, as the API names it. */
export type FetchProblem = 'down' | 'busy' | 'reconnect';

// All in seconds.
const fetchInterval = 20 * 3_600;
const retryInterval = 3_600;
/** In seconds: how long to wait after a 429 without Retry-After, and the longest Retry-After that is respected. */
const defaultRetryAfter = 60;
const maxRetryAfter = 3_600;

const tooManyRequests = 429;

/**
 * Fetches and stores a user's holdings and their value. Returns why it failed, or null. If it fails, the stored
 * holdings are kept. No database transaction is open during the requests.
 */
export async function fetchPortfolio(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
): Promise<FetchProblem | null> {
  const { database, log } = services;
  const link = await findLink(database, userId, exchange.key);
  if (link === undefined || link.state === 'reconnect') return 'reconnect';
  if (link.throttled) return 'busy';
  try {
    const [balances, unitsPerDollar] = await Promise.all([
      withAccess(services, exchange, userId, link, (token) => exchange.balances(token)),
      exchange.unitsPerDollar(),
    ]);
    await savePortfolio(services, exchange, userId, link, balances, unitsPerDollar);
    return null;
  } catch (error) {
    const { stale_reason, retryAfter } = classifyError(error);
    log.warn({
      event: 'portfolio_fetch_failed',
      user_id: userId,
      stale_reason,
      reason: String(error),
    });
    if (stale_reason === 'reconnect') await markReconnectNeeded(database, userId, link.id);
    else await recordFetchFailure(database, userId, link.id, retryAfter);
    await scheduleFetch(database, userId, retryInterval);
    return stale_reason;
  }
}

/** Maps an error from the exchange to a problem and the seconds to wait. Rethrows any other error. */
function classifyError(error: unknown): { stale_reason: FetchProblem; retryAfter: number } {
  if (error instanceof ProviderUnavailable && error.status === tooManyRequests)
    return {
      stale_reason: 'busy',
      retryAfter: Math.min(error.retryAfter ?? defaultRetryAfter, maxRetryAfter),
    };
  if (error instanceof ProviderUnavailable) return { stale_reason: 'down', retryAfter: 0 };
  if (!(error instanceof ExchangeError)) throw error;
  const hasEnded = error.kind === 'grant_invalid' || error.kind === 'not_allowed';
  return { stale_reason: hasEnded ? 'reconnect' : 'down', retryAfter: 0 };
}

async function savePortfolio(
  { database }: Services,
  { key }: ExchangeProvider,
  userId: UserId,
  { id, now }: LinkRow,
  balances: readonly ExchangeBalance[],
  unitsPerDollar: ReadonlyMap<string, string>,
): Promise<void> {
  const holdings = balances.map((balance) => ({
    ...balance,
    price: unitsPerDollar.get(balance.code) ?? null,
    decimals: parseDecimal(balance.amount)?.scale ?? 0,
  }));
  await database.transaction(async (transaction) => {
    if (!(await recordFetch(transaction, userId, { id, at: now }))) return;
    await replaceHoldings(transaction, userId, key, holdings);
    await saveSnapshot(transaction, userId, key, totalsOf(balances, unitsPerDollar));
    await scheduleFetch(transaction, userId, fetchInterval);
  });
}

/** Returns the dollar value of the coins and of the cash, as decimal text. */
function totalsOf(
  balances: readonly ExchangeBalance[],
  unitsPerDollar: ReadonlyMap<string, string>,
) {
  const ratesByCode = Object.fromEntries(unitsPerDollar);
  const total = (ofKind: ExchangeBalance['kind']) =>
    formatCents(
      totalInCents(
        balances
          .filter(({ kind }) => kind === ofKind)
          .map(({ code, amount }) => ({ currency: { code }, balance: { amount } })),
        ratesByCode,
      ),
    );
  return { value: total('crypto'), cash: total('fiat') };
}
