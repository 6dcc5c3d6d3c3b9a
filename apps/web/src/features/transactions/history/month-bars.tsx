import { formatMessage } from '@cairn/contract/text/copy';
import { monthRange } from '../../../domain/months.ts';
import type { ProvenTotal } from '../../../domain/proof-params.ts';
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
import { useFormatTotal } from '../../../ui/money.tsx';
import { ProofLink, useOpenProof } from '../../../ui/proven-money.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import type { MonthAmount } from './month-amounts.ts';
import { monthLabels } from './month-labels.ts';

const copy = transactionsCopy.monthlyTotals;

/** The proof that each month's bar opens, without its period. */
export type MonthlyProof = Pick<ProvenTotal, 'of' | 'key'>;

/** One bar per month with a line for the average, and the same numbers as a table. */
export function MonthBars({
  months,
  average,
  label,
  proofOf,
}: {
  /** Oldest first. */
  months: readonly MonthAmount[];
  average: number;
  label: string;
  proofOf?: MonthlyProof | undefined;
}) {
  const formatTotal = useFormatTotal();
  const openProof = useOpenProof();
  const axis = valueAxis([...months.map(({ amount }) => amount), average], 3);
  const openMonthProof = (index: number) => {
    const month = months[index]?.month;
    if (proofOf && month) openProof({ ...proofOf, period: monthRange(month) });
  };
  const describe = (index: number) => {
    const total = months[index];
    if (!total) return '';
    const { month, amount } = total;
    return formatMessage(copy.monthAmount, {
      month: formatMonth(month),
      amount: formatTotal(amount),
    });
  };
  return (
    <>
      <ChartSurface
        label={label}
        height={180}
        axisWidth={valueAxisWidth(axis, 44)}
        distribution="bands"
        count={months.length}
        initialIndex={months.length - 1}
        {...(proofOf && { onOpen: openMonthProof })}
        describe={describe}
        tooltip={(index) => <p className="figures">{describe(index)}</p>}
      >
        {(plot) => <Bars months={months} average={average} axis={axis} plot={plot} />}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption={label}
        columns={[copy.month, copy.amount]}
        rows={months.map(({ month, amount }) => ({
          name: formatMonth(month),
          values: [
            proofOf ? (
              <ProofLink key="amount" total={{ ...proofOf, period: monthRange(month) }}>
                {formatTotal(amount)}
              </ProofLink>
            ) : (
              formatTotal(amount)
            ),
          ],
        }))}
      />
    </>
  );
}

function Bars({
  months,
  average,
  axis,
  plot,
}: {
  months: readonly MonthAmount[];
  average: number;
  axis: ValueAxis;
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const y = valueScale(axis, height);
  const band = width / months.length;
  const barWidth = Math.max(4, Math.min(28, band * 0.5));
  const labels = monthLabels(
    months.map(({ month }) => month),
    band,
  );
  return (
    <>
      {active !== null && (
        <rect x={x(active) - band / 2} width={band} height={height} rx={6} fill="var(--sunken)" />
      )}
      <ValueAxisLines axis={axis} width={width} height={height} />
      {months.map(({ month, amount }, index) => (
        <g key={month}>
          <Bar
            x={x(index) - barWidth / 2}
            width={barWidth}
            from={y(0)}
            to={y(amount)}
            fill={amount < 0 ? 'var(--money-in)' : 'var(--accent)'}
          />
          {labels[index] && (
            <text x={x(index)} y={height + 18} fill="var(--muted)" textAnchor="middle">
              {labels[index]}
            </text>
          )}
        </g>
      ))}
      <line
        x2={width}
        y1={y(average)}
        y2={y(average)}
        stroke="var(--muted)"
        strokeWidth={1.5}
        strokeDasharray="2 3"
      />
    </>
  );
}
