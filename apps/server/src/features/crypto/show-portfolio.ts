import { setTimeout as sleep } from 'node:timers/promises';
import type { CallReply } from '@cairn/contract/calls';
import type { ExchangeProvider } from '../../platform/exchange-provider.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { fetchPortfolio, type Trouble } from './fetch-portfolio.ts';
import { type HoldingRow, listHoldings } from './holdings.queries.ts';
import { findLink } from './links.queries.ts';

/** Who has seen their holdings before is not kept from them for longer than this. Milliseconds. */
const patience = 8_000;

type Portfolio = CallReply<'GET /cb/portfolio'>;

/** Shows a user's holdings at an exchange, read now where that is possible. */
export function portfolioReader(services: Services) {
  const { database } = services;
  // Those who ask at the same moment get one answer of the exchange; nothing is kept in between.
  const underWay = new Map<UserId, Promise<Trouble | null>>();

  function fetchOnce(exchange: ExchangeProvider, userId: UserId): Promise<Trouble | null> {
    const known = underWay.get(userId);
    if (known !== undefined) return known;
    const fetching = fetchPortfolio(services, exchange, userId).finally(() =>
      underWay.delete(userId),
    );
    underWay.set(userId, fetching);
    return fetching;
  }

  return async (exchange: ExchangeProvider, owner: UserId, demo: boolean): Promise<Portfolio> => {
    const link = await findLink(database, owner, exchange.key);
    if (link === undefined) throw new Failure('not_found', `${exchange.name} is not linked.`);
    const trouble = demo
      ? null
      : await withPatience(fetchOnce(exchange, owner), link.fetched_at !== null);
    const fetchedAt = demo
      ? services.clock.now()
      : ((await findLink(database, owner, exchange.key))?.fetched_at ?? null);
    if (fetchedAt === null) throw nothingYet(exchange, trouble);
    const holdings = await listHoldings(database, owner, exchange.key);
    return { ...told(holdings, fetchedAt), ...(trouble !== null && { stale: true, trouble }) };
  };
}

/** What comes of a fetch, or 'down' where it takes too long; it goes on by itself. */
async function withPatience(
  fetching: Promise<Trouble | null>,
  hasData: boolean,
): Promise<Trouble | null> {
  if (!hasData) return fetching;
  const timer = new AbortController();
  const late = sleep(patience, 'down' as const, { signal: timer.signal, ref: false });
  try {
    return await Promise.race([fetching, late.catch(() => 'down' as const)]);
  } finally {
    timer.abort();
    // Whoever stopped waiting is not there to hear of it.
    fetching.catch(() => undefined);
  }
}

function nothingYet({ name }: ExchangeProvider, trouble: Trouble | null): Failure {
  const detail =
    trouble === 'reconnect'
      ? `${name} has ended Cairn's access. Link it again.`
      : `${name} is not answering. Please try again in a moment.`;
  return new Failure('provider_failed', detail);
}

function told(holdings: readonly HoldingRow[], fetchedAt: Date): Portfolio {
  const of = (wanted: HoldingRow['kind']) =>
    holdings
      .filter(({ kind }) => kind === wanted)
      .map(({ code, name, amount }) => ({ currency: { code, name }, balance: { amount } }));
  const priced = holdings.flatMap(({ code, price }) => (price === null ? [] : [[code, price]]));
  return {
    portfolio: of('crypto'),
    cash: of('fiat'),
    prices: Object.fromEntries(priced),
    as_of: fetchedAt.toISOString(),
  };
}
