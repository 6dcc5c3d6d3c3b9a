import { formatMoney } from '../../platform/formats.ts';
import { DayAreaChart } from '../../ui/charts/day-area-chart.tsx';
import type { AccountHistory } from './accounts.api.ts';

/** An account's balance day by day; days on which rows do not explain it are marked. */
export function BalanceChart({
  points,
  gaps,
  currency,
}: {
  /** At least one, oldest first. */
  points: AccountHistory['data'];
  gaps: AccountHistory['gaps'];
  currency: string;
}) {
  return (
    <DayAreaChart
      label="Balance per day"
      valueName="Balance"
      points={points.map(({ date, balance }) => ({ date, value: balance }))}
      format={(value) => formatMoney(value, currency)}
      remarks={
        new Map(
          gaps.map(({ date, amount }) => [
            date,
            `${formatMoney(Math.abs(amount), currency)} unexplained`,
          ]),
        )
      }
    />
  );
}
