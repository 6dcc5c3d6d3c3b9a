import { formatMessage } from '@cairn/contract/text/copy';
import { monthRange } from '../../../domain/months.ts';
import { formatMonth } from '../../../platform/formats/formats.ts';
import { Bar } from '../../../ui/charts/bar.tsx';
import { ChartSurface, type Plot } from '../../../ui/charts/chart-surface.tsx';
import { useFormatTotal } from '../../../ui/money.tsx';
import { useOpenProof } from '../../../ui/proven-money.tsx';
import { spendingCopy } from '../spending.copy.ts';
import { smallBars } from './small-bars.ts';

const copy = spendingCopy.sixMonths;
const barsHeight = 72;
const compactHeight = 44;
const labelHeight = 20;

/** A category's spending per month, as small bars on their own scale. The last month is in the category's color. */
export function TrendBars({
  category,
  label,
  months,
  values,
  color,
  compact = false,
}: {
  /** The key of the group whose proof a bar opens. */
  category: string;
  label: string;
  /** `YYYY-MM`, oldest first. */
  months: readonly string[];
  /** One amount per month. */
  values: readonly number[];
  color: string;
  /** True for lower bars without the names of the months. */
  compact?: boolean;
}) {
  const format = useFormatTotal();
  const openProof = useOpenProof();
  const describe = (index: number) =>
    formatMessage(copy.monthAmount, {
      month: formatMonth(months[index] ?? ''),
      amount: format(values[index] ?? 0),
    });
  return (
    <ChartSurface
      label={formatMessage(copy.bars, {
        category: label,
        from: formatMonth(months[0] ?? ''),
        to: formatMonth(months.at(-1) ?? ''),
      })}
      height={compact ? compactHeight : barsHeight + labelHeight}
      axisWidth={0}
      labelHeight={compact ? 0 : labelHeight}
      distribution="bands"
      count={months.length}
      initialIndex={months.length - 1}
      describe={describe}
      tooltip={(index) => <p className="figures whitespace-nowrap">{describe(index)}</p>}
      onOpen={(index) => {
        const month = months[index];
        if (month) openProof({ of: 'category', key: category, period: monthRange(month) });
      }}
    >
      {(plot) => (
        <Bars months={months} values={values} color={color} labeled={!compact} plot={plot} />
      )}
    </ChartSurface>
  );
}

function Bars({
  months,
  values,
  color,
  labeled,
  plot: { width, height, x, active },
}: {
  months: readonly string[];
  values: readonly number[];
  color: string;
  labeled: boolean;
  plot: Plot;
}) {
  const band = width / months.length;
  const barWidth = Math.min(28, band * 0.6);
  const { zero, bars } = smallBars(values);
  const last = months.length - 1;
  return (
    <>
      {active !== null && (
        <rect x={x(active) - band / 2} width={band} height={height} rx={6} fill="var(--sunken)" />
      )}
      {months.map((month, index) => {
        const { top, height: share } = bars[index] ?? { top: 1, height: 0 };
        return (
          <g key={month}>
            <Bar
              x={x(index) - barWidth / 2}
              width={barWidth}
              from={(top + share) * height}
              to={top * height}
              fill={index === last ? color : 'var(--edge)'}
            />
            {labeled && (
              <text
                x={x(index)}
                y={height + 15}
                fill={index === last ? 'var(--ink)' : 'var(--muted)'}
                textAnchor="middle"
              >
                {formatMonth(month, 'short')}
              </text>
            )}
          </g>
        );
      })}
      <line x2={width} y1={zero * height} y2={zero * height} stroke="var(--line)" />
    </>
  );
}
