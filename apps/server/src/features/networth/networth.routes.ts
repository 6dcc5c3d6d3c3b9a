import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import { listBalanceHistories } from '../../domain/balances/balance-history.queries.ts';
import { toDayNumber } from '../../domain/balances/balance-history.ts';
import { netWorthHistory } from '../../domain/balances/balance-kinds.ts';
import { listExchangeHistories } from '../../domain/balances/crypto-history.queries.ts';
import { exchangeHistory, exchangeValueCurrency } from '../../domain/balances/crypto-history.ts';
import { centsToMoney } from '../../domain/money/money.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { historyDays, parseRange, rangeStart } from './history-days.ts';
import { type NetWorthAccount, netWorthOn } from './net-worth.ts';

/** Handlers for the net worth history. */
export function networthHandlers({ database }: Services): Handlers<'GET /user/networth/history'> {
  return {
    'GET /user/networth/history': async ({ owner, query, today }) => {
      const range = parseRange(query.range);
      const start = rangeStart(range, today);
      const { accounts, ...summary } = await findNetWorthAccounts(
        database,
        owner,
        start?.toString() ?? null,
      );
      const todayNumber = toDayNumber(today);
      const earliestDay = Math.min(
        todayNumber,
        ...accounts.map(({ firstDay }) => firstDay ?? todayNumber),
      );
      const earliest = today.subtract({ days: todayNumber - earliestDay });
      const first =
        start === null || Temporal.PlainDate.compare(earliest, start) > 0 ? earliest : start;
      // Without counted accounts, return no points instead of a line of zeros.
      const days = accounts.length === 0 ? [] : historyDays(range, first, today);
      return { ...netWorthOn(accounts, days, todayNumber), ...summary };
    },
  };
}

/** Returns the counted accounts with the first day of their history, and the other fields of the response. */
async function findNetWorthAccounts(database: Queries, owner: UserId, from: string | null) {
  const [histories, exchanges] = await Promise.all([
    listBalanceHistories(database, owner, { providerAccountId: null, from }),
    listExchangeHistories(database, owner),
  ]);
  const currency = histories[0]?.main_currency ?? exchangeValueCurrency;
  const accounts: (NetWorthAccount & { firstDay: number | null })[] = histories
    .filter(({ counted }) => counted)
    .map((history) => ({
      id: history.provider_account_id,
      group: history.account_group,
      isDebt: history.isDebt,
      histories: [netWorthHistory(history)],
      firstDay: history.first_day,
    }));
  const crypto = exchanges.map(({ snapshots }) => exchangeHistory(snapshots));
  const isCryptoCounted = currency === exchangeValueCurrency;
  if (crypto.length > 0 && isCryptoCounted)
    accounts.push({
      id: cryptoAccountId,
      group: cryptoAccountId,
      isDebt: false,
      histories: crypto,
      firstDay: Math.min(...crypto.flatMap(({ snapshots }) => snapshots[0]?.[0] ?? [])),
    });
  return {
    accounts,
    currency,
    crypto:
      crypto.length === 0
        ? null
        : {
            value: centsToMoney(crypto.reduce((sum, { current }) => sum + (current ?? 0), 0)),
            currency: exchangeValueCurrency,
            counted: isCryptoCounted,
          },
    omitted_count: histories.filter((history) => !history.counted && !history.hidden).length,
  };
}
