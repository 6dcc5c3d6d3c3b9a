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

/** Why there is nothing newer than what is kept. */
export type Trouble = 'down' | 'busy' | 'reconnect';

// Seconds.
const untilNextLook = 20 * 3_600;
const untilNextTry = 3_600;
/** An exchange that says 'too many' without a time, and the longest time that we take from it. */
const usualWait = 60;
const longestWait = 3_600;

const tooManyRequests = 429;

/**
 * Reads what a user holds and what it is worth, and keeps both. Answers what stood in the way, or null.
 * What was kept before stays where something does. No transaction is open while the exchange is asked.
 */
export async function fetchPortfolio(
  services: Services,
  exchange: ExchangeProvider,
  userId: UserId,
): Promise<Trouble | null> {
  const { database, log } = services;
  const link = await findLink(database, userId, exchange.key);
  if (link === undefined || link.state === 'reconnect') return 'reconnect';
  if (link.waits) return 'busy';
  try {
    const [balances, prices] = await Promise.all([
      withAccess(services, exchange, userId, link, (token) => exchange.balances(token)),
      exchange.prices(),
    ]);
    await keep(services, exchange, userId, link, balances, prices);
    return null;
  } catch (error) {
    const { trouble, wait } = troubleOf(error);
    log.warn({ event: 'portfolio_not_fetched', user_id: userId, trouble, reason: String(error) });
    if (trouble === 'reconnect') await markRefused(database, userId, link.id);
    else await markFailed(database, userId, link.id, wait);
    await planLook(database, userId, untilNextTry);
    return trouble;
  }
}

/** What a failure means to the user; what is none of the exchange's is thrown on. */
function troubleOf(error: unknown): { trouble: Trouble; wait: number } {
  if (error instanceof ProviderAway && error.status === tooManyRequests)
    return { trouble: 'busy', wait: Math.min(error.retryAfter ?? usualWait, longestWait) };
  if (error instanceof ProviderAway) return { trouble: 'down', wait: 0 };
  if (!(error instanceof ExchangeFault)) throw error;
  const isOver = error.kind === 'grant_over' || error.kind === 'not_allowed';
  return { trouble: isOver ? 'reconnect' : 'down', wait: 0 };
}

async function keep(
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
    await saveSnapshot(transaction, userId, key, worthOf(balances, prices));
    await planLook(transaction, userId, untilNextLook);
  });
}

function worthOf(balances: readonly ExchangeBalance[], prices: ReadonlyMap<string, string>) {
  const known = Object.fromEntries(prices);
  const total = (wanted: ExchangeBalance['kind']) =>
    centsText(
      totalInCents(
        balances
          .filter(({ kind }) => kind === wanted)
          .map(({ code, amount }) => ({ currency: { code }, balance: { amount } })),
        known,
      ),
    );
  return { value: total('crypto'), cash: total('fiat') };
}
