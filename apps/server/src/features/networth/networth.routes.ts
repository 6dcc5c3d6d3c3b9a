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

/** What is owned less what is owed, over time. */
export function networthHandlers({ database }: Services): Handlers<'GET /user/networth/history'> {
  return {
    'GET /user/networth/history': async ({ owner, query, today }) => {
      const range = rangeOf(query.range);
      const begin = beginOf(range, today);
      const { holdings, ...told } = await findHoldings(database, owner, begin?.toString() ?? null);
      const now = dayNumber(today);
      const earliest = Math.min(now, ...holdings.map(({ firstDay }) => firstDay ?? now));
      const known = today.subtract({ days: now - earliest });
      const first = begin === null || Temporal.PlainDate.compare(known, begin) > 0 ? known : begin;
      return {
        // Without anything that counts there is nothing to show, and no line of zeros.
        ...netWorthAt(holdings, holdings.length === 0 ? [] : historyDays(range, first, today), now),
        ...told,
      };
    },
  };
}

/** All that counts, each with the first day of which anything is known, and what is said of the rest. */
async function findHoldings(database: Queries, owner: UserId, from: string | null) {
  const [pasts, exchanges] = await Promise.all([
    listPasts(database, owner, { providerAccountId: null, from }),
    listExchangePasts(database, owner),
  ]);
  const currency = pasts[0]?.main_currency ?? cryptoCurrency;
  const holdings: (Holding & { firstDay: number | null })[] = pasts
    .filter(({ counted }) => counted)
    .map((past) => ({
      ...past,
      id: past.provider_account_id,
      group: past.account_group,
      firstDay: past.first_day,
    }));
  const coins = cryptoPast(exchanges.map(({ snapshots }) => snapshots));
  const counted = currency === cryptoCurrency;
  if (coins !== null && counted)
    holdings.push({
      ...coins,
      id: cryptoHolding,
      group: cryptoHolding,
      firstDay: coins.snapshots[0]?.[0] ?? null,
    });
  return {
    holdings,
    currency,
    crypto: coins && { value: centsOnWire(coins.current ?? 0), currency: cryptoCurrency, counted },
    not_counted: pasts.filter((past) => !past.counted && !past.hidden).length,
  };
}
