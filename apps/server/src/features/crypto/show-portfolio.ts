import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResponse } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { ExchangeProvider } from '../../platform/providers/exchange-provider.ts';
import type { Services } from '../../services.ts';
import { cryptoCopy } from './crypto.copy.ts';
import { type FetchProblem, fetchPortfolio } from './fetch-portfolio.ts';
import { type HoldingRow, listHoldings } from './holdings.queries.ts';
import { findLink } from './links.queries.ts';

/** In milliseconds: how long to wait for a fetch before the stored holdings are shown. */
const fetchTimeout = 8_000;

type Portfolio = CallResponse<'GET /cb/portfolio'>;

/** Returns a function that fetches a user's portfolio, and falls back to the stored holdings. */
export function createPortfolioReader(services: Services) {
  const { database, rateLimiter } = services;
  // Concurrent requests of a user share one fetch. Its result is not cached.
  const pendingFetches = new Map<UserId, Promise<FetchProblem | null>>();

  function fetchOnce(exchange: ExchangeProvider, userId: UserId): Promise<FetchProblem | null> {
    const pending = pendingFetches.get(userId);
    if (pending !== undefined) return pending;
    const fetching = rateLimiter
      .consume('portfolio_user', userId)
      .then(() => fetchPortfolio(services, exchange, userId))
      .finally(() => pendingFetches.delete(userId));
    pendingFetches.set(userId, fetching);
    return fetching;
  }

  return async (exchange: ExchangeProvider, owner: UserId, isDemo: boolean): Promise<Portfolio> => {
    const link = await findLink(database, owner, exchange.key);
    if (link === undefined) throw notLinked(exchange);
    const stale_reason = isDemo
      ? null
      : await waitForFetch(fetchOnce(exchange, owner), link.fetched_at !== null);
    const current = isDemo ? link : await findLink(database, owner, exchange.key);
    // The exchange was unlinked during the fetch.
    if (current === undefined) throw notLinked(exchange);
    const fetchedAt = isDemo ? services.clock.now() : current.fetched_at;
    if (fetchedAt === null) throw unavailable(exchange, stale_reason);
    const holdings = await listHoldings(database, owner, exchange.key);
    return {
      ...formatPortfolio(holdings, fetchedAt),
      ...(stale_reason !== null && { stale: true, stale_reason }),
    };
  };
}

/** Resolves with the result of a fetch, or with 'down' if it takes too long. The fetch continues. */
async function waitForFetch(
  fetching: Promise<FetchProblem | null>,
  hasData: boolean,
): Promise<FetchProblem | null> {
  if (!hasData) return fetching;
  const timer = new AbortController();
  const timeout = sleep(fetchTimeout, 'down' as const, { signal: timer.signal, ref: false });
  try {
    return await Promise.race([fetching, timeout.catch(() => 'down' as const)]);
  } finally {
    timer.abort();
    // After a timeout, nothing handles the fetch's rejection.
    fetching.catch(() => undefined);
  }
}

const notLinked = ({ name }: ExchangeProvider): Failure =>
  new Failure('not_found', formatMessage(cryptoCopy.notLinked, { exchange: name }));

/** The failure if there are no stored holdings to show. */
function unavailable({ name }: ExchangeProvider, stale_reason: FetchProblem | null): Failure {
  const text =
    stale_reason === 'reconnect' ? cryptoCopy.accessEnded : cryptoCopy.exchangeUnavailable;
  return new Failure('provider_failed', formatMessage(text, { exchange: name }));
}

function formatPortfolio(holdings: readonly HoldingRow[], fetchedAt: Date): Portfolio {
  const balances = (ofKind: HoldingRow['kind']) =>
    holdings
      .filter(({ kind }) => kind === ofKind)
      .map(({ code, name, amount }) => ({ currency: { code, name }, balance: { amount } }));
  const priced = holdings.flatMap(({ code, price }) => (price === null ? [] : [[code, price]]));
  return {
    portfolio: balances('crypto'),
    cash: balances('fiat'),
    prices: Object.fromEntries(priced),
    as_of: fetchedAt.toISOString(),
  };
}
