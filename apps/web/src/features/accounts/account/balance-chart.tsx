import { formatMessage } from '@cairn/contract/text/copy';
import { formatMoney } from '../../../platform/formats/formats.ts';
import { DayAreaChart } from '../../../ui/charts/day-area-chart.tsx';
import type { AccountHistory } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';

/** An account's balance for each day. Days with an unexplained change are marked. */
export function BalanceChart({
  points,
  unexplained,
  currency,
}: {
  /** At least two points, oldest first. */
  points: AccountHistory['data'];
  unexplained: AccountHistory['unexplained'];
  currency: string;
}) {
  return (
    <DayAreaChart
      label={accountsCopy.balancePerDay}
      valueName={accountsCopy.balance}
      points={points.map(({ date, balance, kind }) => ({
        date,
        value: balance,
        estimate: kind === 'estimated' ? accountsCopy.estimated.value : undefined,
      }))}
      format={(value) => formatMoney(value, currency)}
      remarks={
        new Map(
          unexplained.map(({ date, amount }) => [
            date,
            formatMessage(accountsCopy.unexplained.chartNote, {
              amount: formatMoney(Math.abs(amount), currency),
            }),
          ]),
        )
      }
    />
  );
}
