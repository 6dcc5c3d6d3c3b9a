import { formatMessage } from '@cairn/contract/text/copy';
import { Bar } from '../../../ui/charts/bar.tsx';
import { type ValueAxis, valueAxis } from '../../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot, type PressedSide } from '../../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import {
  ValueAxisLines,
  valueAxisWidth,
  valueScale,
} from '../../../ui/charts/value-axis-lines.tsx';
import { type FormatTotal, useFormatTotal } from '../../../ui/money.tsx';
import { ProvenMoney, useOpenProof } from '../../../ui/proven-money.tsx';
import { spendingCopy } from '../spending.copy.ts';
import type { MonthNames } from './spending-chart.tsx';
import {
  clickedBarPeriod,
  previousWeekPeriod,
  type WeeklyTotal,
  weekPeriod,
} from './weekly-totals.ts';

const copy = spendingCopy.weeklyChart;

/** Spending per week of this month next to the same weeks of last month. */
export function WeekChart({
  weeks,
  month,
  months,
  height = 148,
}: {
  weeks: readonly WeeklyTotal[];
  /** This month, `YYYY-MM`. */
  month: string;
  months: MonthNames;
  /** In px. */
  height?: number;
}) {
  const openProof = useOpenProof();
  const format = useFormatTotal();
  const axis = valueAxis(
    weeks.flatMap(({ current, previous }) => [current ?? 0, previous]),
    3,
  );
  const open = (index: number, side: PressedSide | null) => {
    const week = weeks[index];
    const period = week && clickedBarPeriod(week, month, side);
    if (period) openProof({ of: 'week', period });
  };
  const lastStarted = weeks.findLastIndex(({ current }) => current !== null);
  const sentences = (index: number) => {
    const week = weeks[index];
    return week ? weekSentences(week, months, format) : [];
  };
  return (
    <div>
      <ColorKey months={months} />
      <ChartSurface
        label={copy.label}
        height={height}
        axisWidth={valueAxisWidth(axis, 40)}
        distribution="bands"
        count={weeks.length}
        initialIndex={Math.max(0, lastStarted)}
        onOpen={open}
        describe={(index) => sentences(index).join(', ')}
        tooltip={(index) =>
          sentences(index).map((sentence, row) => (
            <p key={sentence} className={row === 0 ? 'figures font-medium' : 'figures text-muted'}>
              {sentence}
            </p>
          ))
        }
      >
        {(plot) => <Bars weeks={weeks} axis={axis} plot={plot} />}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption={copy.table}
        columns={[copy.days, months.current, months.previous]}
        rows={weeks.map((week) => tableRow(week, month))}
      />
    </div>
  );
}

/** A week in the table. Both totals open their proof. */
const tableRow = (week: WeeklyTotal, month: string) => ({
  name: daysOf(week.from, Math.max(week.to, week.previousTo)),
  values: [
    week.current === null ? (
      '–'
    ) : (
      <ProvenMoney key="current" of="week" period={weekPeriod(month, week)} amount={week.current} />
    ),
    week.from > week.previousTo ? (
      '–'
    ) : (
      <ProvenMoney
        key="previous"
        of="week"
        period={previousWeekPeriod(month, week)}
        amount={week.previous}
      />
    ),
  ],
});

/** The colors of a week's two bars. */
function ColorKey({ months }: { months: MonthNames }) {
  return (
    <p className="mb-1 flex items-center gap-4 text-xs text-muted">
      <span className="mr-auto font-medium">{copy.title}</span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-edge" />
        {months.previous}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-accent" />
        {months.current}
      </span>
    </p>
  );
}

const daysOf = (from: number, to: number) => (from >= to ? String(to) : `${from}–${to}`);

/** One sentence per month, such as `November 1–7: $3,015`. */
function weekSentences(week: WeeklyTotal, months: MonthNames, format: FormatTotal): string[] {
  const current = { month: months.current, days: daysOf(week.from, week.to) };
  const previousFrom = Math.min(week.from, week.previousTo);
  const previous = { month: months.previous, days: daysOf(previousFrom, week.previousTo) };
  return [
    week.current === null
      ? formatMessage(copy.notStarted, current)
      : formatMessage(copy.amount, { ...current, amount: format(week.current, 0) }),
    week.from > week.previousTo
      ? formatMessage(copy.noSuchDays, { month: months.previous })
      : formatMessage(copy.amount, { ...previous, amount: format(week.previous, 0) }),
  ];
}

/** In px. A narrower band has room only for a week's first day. */
const minBandForDayRange = 40;

const barWidthIn = (band: number) => Math.max(4, Math.min(16, band * 0.28));

function Bars({
  weeks,
  axis,
  plot,
}: {
  weeks: readonly WeeklyTotal[];
  axis: ValueAxis;
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const y = valueScale(axis, height);
  const band = width / weeks.length;
  const barWidth = barWidthIn(band);
  return (
    <>
      {active !== null && (
        <rect x={x(active) - band / 2} width={band} height={height} rx={6} fill="var(--sunken)" />
      )}
      <ValueAxisLines axis={axis} width={width} height={height} />
      {weeks.map((week, index) => (
        <g key={week.from}>
          <Bar
            x={x(index) - barWidth - 1}
            width={barWidth}
            from={y(0)}
            to={y(week.previous)}
            fill="var(--edge)"
          />
          {week.current !== null && (
            <Bar
              x={x(index) + 1}
              width={barWidth}
              from={y(0)}
              to={y(week.current)}
              fill="var(--accent)"
            />
          )}
          <text x={x(index)} y={height + 18} fill="var(--muted)" textAnchor="middle">
            {band < minBandForDayRange
              ? week.from
              : daysOf(week.from, Math.max(week.to, week.previousTo))}
          </text>
        </g>
      ))}
    </>
  );
}
