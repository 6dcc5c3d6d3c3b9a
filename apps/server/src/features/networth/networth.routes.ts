import { listPasts } from '../../domain/balance-history.queries.ts';
import { dayNumber } from '../../domain/balance-history.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { beginOf, historyDays, rangeOf } from './history-days.ts';
import { netWorthAt } from './net-worth.ts';

/** What is owned less what is owed, over time. */
export function networthHandlers({ database }: Services): Handlers<'GET /user/networth/history'> {
  return {
    'GET /user/networth/history': async ({ owner, query, today }) => {
      const range = rangeOf(query.range);
      const begin = beginOf(range, today);
      const from = begin?.toString() ?? null;
      const pasts = await listPasts(database, owner, { providerAccountId: null, from });
      const counted = pasts.filter((past) => past.counted);
      const now = dayNumber(today);
      const earliest = Math.min(now, ...counted.map(({ first_day }) => first_day ?? now));
      const known = today.subtract({ days: now - earliest });
      const first = begin === null || Temporal.PlainDate.compare(known, begin) > 0 ? known : begin;
      const holdings = counted.map((past) => ({ ...past, id: past.provider_account_id }));
      return {
        // Without an account that counts there is nothing to show, and no line of zeros.
        ...netWorthAt(holdings, counted.length === 0 ? [] : historyDays(range, first, today), now),
        currency: pasts[0]?.main_currency ?? 'USD',
        not_counted: pasts.filter((past) => !past.counted && !past.hidden).length,
      };
    },
  };
}
