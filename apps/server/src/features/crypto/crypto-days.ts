import type { CallResponse } from '@cairn/contract/calls';
import { formatDayNumber } from '../../domain/balances/balance-history.ts';
import { totalsOn } from '../../domain/balances/balance-kinds.ts';
import type { ExchangeHistory } from '../../domain/balances/crypto-history.queries.ts';
import { exchangeHistory } from '../../domain/balances/crypto-history.ts';
import { centsToMoney } from '../../domain/money/money.ts';

/** Returns the totals of all exchanges for each UTC day from the first fetch through the last, in their API form. */
export function cryptoDays(
  exchanges: readonly ExchangeHistory[],
): CallResponse<'GET /cb/history'>['points'] {
  const fetchDays = exchanges.flatMap(({ snapshots }) => snapshots.map(([day]) => day));
  if (fetchDays.length === 0) return [];
  const [first, last] = [Math.min(...fetchDays), Math.max(...fetchDays)];
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const values = totalsOn(
    exchanges.map(({ snapshots }) => exchangeHistory(snapshots)),
    days,
    last,
  );
  const cash = totalsOn(
    exchanges.map((exchange) => exchangeHistory(exchange.cash)),
    days,
    last,
  );
  return days.map((day, index) => ({
    date: formatDayNumber(day),
    value: centsToMoney(values?.cents[index] ?? 0),
    cash: centsToMoney(cash?.cents[index] ?? 0),
    kind: values?.kinds[index] ?? 'estimated',
  }));
}
