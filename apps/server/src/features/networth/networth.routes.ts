import { cryptoHolding } from '@cairn/contract/crypto-value';
import { listPasts } from '../../domain/balance-history.queries.ts';
import { dayNumber } from '../../domain/balance-history.ts';
import { cryptoCurrency, cryptoPast } from '../../domain/crypto-past.ts';
import { listExchangePasts } from '../../domain/crypto-worth.queries.ts';
import { centsOnWire } from '../../domain/money.ts';
import type { Queries } from '../../platform/database.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { beginOf, historyDays, rangeOf } from './history-days.ts';
import { type Holding, netWorthAt } from './net-worth.ts';

/** Handlers for the net worth history. */
export function networthHandlers({ database }: Services): Handlers<'GET /user/networth/history'> {
  return {
    'GET /user/networth/history': async ({ owner, query, today }) => {
      const range = rangeOf(query.range);
      const start = beginOf(range, today);
      const { holdings, ...summary } = await findHoldings(
        database,
        owner,
        start?.toString() ?? null,
      );
      const todayNumber = dayNumber(today);
      const earliestDay = Math.min(
        todayNumber,
        ...holdings.map(({ firstDay }) => firstDay ?? todayNumber),
      );
      const earliest = today.subtract({ days: todayNumber - earliestDay });
      const first =
        start === null || Temporal.PlainDate.compare(earliest, start) > 0 ? earliest : start;
      // Without counted holdings, return no points instead of a line of zeros.
      const days = holdings.length === 0 ? [] : historyDays(range, first, today);
      return { ...netWorthAt(holdings, days, todayNumber), ...summary };
    },
  };
}

/** Returns counted holdings with the first day of their history, and the rest of the response. */
async function findHoldings(database: Queries, owner: UserId, from: string | null) {
  const [histories, exchanges] = await Promise.all([
    listPasts(database, owner, { providerAccountId: null, from }),
    listExchangePasts(database, owner),
  ]);
  const currency = histories[0]?.main_currency ?? cryptoCurrency;
  const holdings: (Holding & { firstDay: number | null })[] = histories
    .filter(({ counted }) => counted)
    .map((history) => ({
      ...history,
      id: history.provider_account_id,
      group: history.account_group,
      firstDay: history.first_day,
    }));
  const crypto = cryptoPast(exchanges.map(({ snapshots }) => snapshots));
  const counted = currency === cryptoCurrency;
  if (crypto !== null && counted)
    holdings.push({
      ...crypto,
      id: cryptoHolding,
      group: cryptoHolding,
      firstDay: crypto.snapshots[0]?.[0] ?? null,
    });
  return {
    holdings,
    currency,
    crypto: crypto && {
      value: centsOnWire(crypto.current ?? 0),
      currency: cryptoCurrency,
      counted,
    },
    not_counted: histories.filter((history) => !history.counted && !history.hidden).length,
  };
}
