import type { CallResponse } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { monthRange } from '../../../domain/months.ts';
import { formatMonth } from '../../../platform/formats/formats.ts';
import { Bar } from '../../../ui/charts/bar.tsx';
import { type ValueAxis, valueAxis } from '../../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import {
  ValueAxisLines,
  valueAxisWidth,
  valueScale,
} from '../../../ui/charts/value-axis-lines.tsx';
import { type FormatTotal, Money, useFormatTotal } from '../../../ui/money.tsx';
import { ProvenMoney, useOpenProof } from '../../../ui/proven-money.tsx';
import { spendingCopy } from '../spending.copy.ts';

type Months = CallResponse<'GET /user/cashflow'>['results'];
type Month = Months[number];

/** Income and spending of each month side by side, and the same numbers as a table. `height` is in px. */
export function CashflowChart({ months, height = 220 }: { months: Months; height?: number }) {
  const openProof = useOpenProof();
  const format = useFormatTotal();
  const axis = valueAxis(months.flatMap(({ spent, income }) => [spent, income]));
  return (
    <>
      <ChartSurface
        label={spendingCopy.cashFlow.chart}
        height={height}
        axisWidth={valueAxisWidth(axis, 44)}
        distribution="bands"
        count={months.length}
        initialIndex={months.length - 1}
        onOpen={(index, side) => {
          const month = months[index]?.month;
          const of = side === 'left' ? 'income' : 'spent';
          if (month) openProof({ of, period: monthRange(month) });
        }}
        describe={(index) => describe(months[index], format)}
        tooltip={(index) => <Tooltip month={months[index]} />}
      >
        {(plot) => <Bars months={months} axis={axis} plot={plot} />}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption={spendingCopy.cashFlow.chart}
        columns={[spendingCopy.month, spendingCopy.income, spendingCopy.spent]}
        rows={months.map(({ month, income, spent }) => ({
          name: formatMonth(month),
          values: [
            <ProvenMoney key="income" of="income" period={monthRange(month)} amount={income} />,
            <ProvenMoney key="spent" of="spent" period={monthRange(month)} amount={spent} />,
          ],
        }))}
      />
    </>
  );
}

function describe(month: Month | undefined, format: FormatTotal): string {
  if (!month) return '';
  const { income, spent } = month;
  return formatMessage(spendingCopy.cashFlow.monthAmounts, {
    month: formatMonth(month.month),
    income: format(income, 0),
    spent: format(spent, 0),
  });
}

function Tooltip({ month }: { month: Month | undefined }) {
  if (!month) return null;
  return (
    <>
      <p className="mb-1 font-medium">{formatMonth(month.month)}</p>
      <dl className="figures grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        <dt className="text-muted">{spendingCopy.income}</dt>
        <dd className="text-right text-money-in">
          <Money amount={month.income} decimals={0} />
        </dd>
        <dt className="text-muted">{spendingCopy.spent}</dt>
        <dd className="text-right">
          <Money amount={month.spent} decimals={0} />
        </dd>
      </dl>
    </>
  );
}

function Bars({ months, axis, plot }: { months: Months; axis: ValueAxis; plot: Plot }) {
  const { width, height, x, active } = plot;
  const y = valueScale(axis, height);
  const band = width / months.length;
  const barWidth = Math.max(3, Math.min(12, band * 0.3));
  // A month's name needs about 30 pixels. In narrower bands, only every other month is labeled.
  const labelsEveryOther = band < 30;
  return (
    <>
      {active !== null && (
        <rect x={x(active) - band / 2} width={band} height={height} rx={6} fill="var(--sunken)" />
      )}
      <ValueAxisLines axis={axis} width={width} height={height} />
      {months.map(({ month, income, spent }, index) => (
        <g key={month}>
          <Bar
            x={x(index) - barWidth - 1}
            width={barWidth}
            from={y(0)}
            to={y(income)}
            fill="var(--money-in)"
          />
          <Bar x={x(index) + 1} width={barWidth} from={y(0)} to={y(spent)} fill="var(--muted)" />
          {(!labelsEveryOther || (months.length - 1 - index) % 2 === 0) && (
            <text x={x(index)} y={height + 18} fill="var(--muted)" textAnchor="middle">
              {formatMonth(month, 'short')}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
