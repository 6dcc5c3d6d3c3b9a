import { curveMonotoneX } from '@visx/curve';
import { Area, LinePath } from '@visx/shape';
import { useContext } from 'react';
import { addMonths, monthStartRange } from '../../../domain/months.ts';
import { ChartLabel } from '../../../ui/charts/chart-label.tsx';
import { type ValueAxis, valueAxis } from '../../../ui/charts/chart-scale.ts';
import { ChartSurface, type Plot } from '../../../ui/charts/chart-surface.tsx';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import {
  ValueAxisLines,
  valueAxisWidth,
  valueScale,
} from '../../../ui/charts/value-axis-lines.tsx';
import { TotalsCurrency } from '../../../ui/money.tsx';
import { ProvenMoney, useOpenProof } from '../../../ui/proven-money.tsx';
import type { SpendingDay } from '../on-track.ts';
import { spendingCopy } from '../spending.copy.ts';
import { formatOrdinal, spendingTooltipText } from './tooltip-text.ts';

const copy = spendingCopy.dailyChart;

/** The names of the two months on the chart. */
export interface MonthNames {
  readonly current: string;
  readonly previous: string;
}

type CurrentDay = SpendingDay & { currentMonthSum: number };
const hasCurrent = (day: SpendingDay): day is CurrentDay => day.currentMonthSum !== null;

/**
 * Running totals: a line for this month over a shaded area for last month, and the same numbers as a
 * table.
 */
export function SpendingChart({
  days,
  month,
  months,
  height = 264,
}: {
  /** At least one. */
  days: readonly SpendingDay[];
  /** This month, `YYYY-MM`. */
  month: string;
  months: MonthNames;
  /** In px. */
  height?: number;
}) {
  const current = days.filter(hasCurrent);
  const axis = valueAxis(
    days.flatMap(({ currentMonthSum, previousMonthSum }) => [
      currentMonthSum ?? 0,
      previousMonthSum,
    ]),
  );
  const currency = useContext(TotalsCurrency);
  const openProof = useOpenProof();
  const describe = (index: number) => {
    const day = days[index];
    const text = day && spendingTooltipText(day, currency);
    return text ? [text.current, text.previous].filter(Boolean).join(' ') : '';
  };
  return (
    <>
      <ChartSurface
        label={copy.label}
        height={height}
        axisWidth={valueAxisWidth(axis, 40)}
        distribution="points"
        count={days.length}
        initialIndex={Math.max(0, current.length - 1)}
        onOpen={(index) => {
          const day = days[index];
          if (day) openProof({ of: 'spent', period: daysUpTo(day, month) });
        }}
        describe={describe}
        tooltip={(index) => <Tooltip day={days[index]} />}
      >
        {(plot) => (
          <Drawing days={days} current={current} months={months} axis={axis} plot={plot} />
        )}
      </ChartSurface>
      <ChartTable
        className="mt-2"
        caption={copy.table}
        columns={[copy.day, months.current, months.previous]}
        rows={days.map((day) => ({
          name: formatOrdinal(day.day),
          values: [
            day.currentMonthSum === null ? (
              '–'
            ) : (
              <ProvenMoney
                key="current"
                of="spent"
                period={monthStartRange(month, day.day)}
                amount={day.currentMonthSum}
              />
            ),
            <ProvenMoney
              key="previous"
              of="spent"
              period={monthStartRange(addMonths(month, -1), day.day)}
              amount={day.previousMonthSum}
            />,
          ],
        }))}
      />
    </>
  );
}

/** The period that a point sums up: in this month, or in last month for a future day. */
const daysUpTo = ({ day, currentMonthSum }: SpendingDay, month: string) =>
  monthStartRange(currentMonthSum === null ? addMonths(month, -1) : month, day);

function Drawing({
  days,
  current,
  months,
  axis,
  plot,
}: {
  days: readonly SpendingDay[];
  current: CurrentDay[];
  months: MonthNames;
  axis: ValueAxis;
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const y = valueScale(axis, height);
  const dayX = ({ day }: SpendingDay) => x(day - 1);
  const previousY = ({ previousMonthSum }: SpendingDay) => y(previousMonthSum);
  const currentY = ({ currentMonthSum }: CurrentDay) => y(currentMonthSum);
  const today = current.at(-1);
  const activeDay = active === null ? undefined : days[active];
  return (
    <>
      <Area
        data={[...days]}
        x={dayX}
        y0={y(0)}
        y1={previousY}
        curve={curveMonotoneX}
        fill="var(--muted)"
        fillOpacity={0.13}
      />
      <ValueAxisLines axis={axis} width={width} height={height} />
      <LinePath
        data={[...days]}
        x={dayX}
        y={previousY}
        curve={curveMonotoneX}
        stroke="var(--edge)"
        strokeWidth={1.5}
      />
      <DayLabels count={days.length} plot={plot} />
      {today && (
        <LinePath
          data={current}
          x={dayX}
          y={currentY}
          curve={curveMonotoneX}
          stroke="var(--accent)"
          strokeWidth={2.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      <LineNames days={days} today={today} months={months} plot={plot} y={y} />
      {today && <Dot x={dayX(today)} y={currentY(today)} highlighted />}
      {activeDay && <ActiveDay day={activeDay} plot={plot} y={y} />}
    </>
  );
}

/** A vertical line through the active day, with a dot at each of its values. */
function ActiveDay({
  day,
  plot,
  y,
}: {
  day: SpendingDay;
  plot: Plot;
  y: (value: number) => number;
}) {
  const x = plot.x(day.day - 1);
  return (
    <>
      <line x1={x} x2={x} y2={plot.height} stroke="var(--edge)" strokeDasharray="2 3" />
      <Dot x={x} y={y(day.previousMonthSum)} color="var(--edge)" />
      {hasCurrent(day) && <Dot x={x} y={y(day.currentMonthSum)} />}
    </>
  );
}

function Dot({
  x,
  y,
  color = 'var(--accent)',
  highlighted = false,
}: {
  x: number;
  y: number;
  color?: string;
  highlighted?: boolean;
}) {
  return (
    <>
      {highlighted && <circle cx={x} cy={y} r={10} fill={color} fillOpacity={0.18} />}
      <circle cx={x} cy={y} r={5} fill={color} stroke="var(--surface)" strokeWidth={2} />
    </>
  );
}

/**
 * Labels each line with its month where neither line is drawn. Running totals rise, so there is room
 * above and to the left of a line's end, and below and to the right.
 */
function LineNames({
  days,
  today,
  months,
  plot: { width, height, x },
  y,
}: {
  days: readonly SpendingDay[];
  today: CurrentDay | undefined;
  months: MonthNames;
  plot: Plot;
  y: (value: number) => number;
}) {
  const last = days.at(-1);
  const todayX = today ? x(today.day - 1) : 0;
  const todayY = today ? y(today.currentMonthSum) : 0;
  const isAhead = today !== undefined && today.currentMonthSum > today.previousMonthSum;
  const isNearStart = todayX < 72;
  const isNearEnd = todayX > width - 80;
  // Last month's label can be below its line, at the first point that the label overlaps, where the line is lowest.
  const labelStart = days.findLast(({ day }) => x(day - 1) <= width - 64) ?? days[0];
  const below = Math.min(height - 8, y(labelStart?.previousMonthSum ?? 0) + 18);
  const current =
    isAhead && !isNearStart
      ? { x: todayX - 8, y: todayY - 12, textAnchor: 'end' as const }
      : isNearEnd
        ? { x: width - 4, y: todayY + 28, textAnchor: 'end' as const }
        : { x: todayX + 12, y: todayY + (isAhead ? -8 : 20), textAnchor: 'start' as const };
  return (
    <>
      {last && last.previousMonthSum > 0 && (
        <ChartLabel
          x={width - 4}
          y={isAhead && isNearEnd ? below : y(last.previousMonthSum) - 7}
          textAnchor="end"
        >
          {months.previous}
        </ChartLabel>
      )}
      {today && (
        <ChartLabel
          {...current}
          y={Math.max(12, Math.min(height - 8, current.y))}
          fill="var(--accent)"
          fontWeight={600}
        >
          {months.current}
        </ChartLabel>
      )}
    </>
  );
}

function DayLabels({ count, plot: { height, x } }: { count: number; plot: Plot }) {
  const shown = [1, 8, 15, 22, count >= 29 ? 29 : count].filter((day) => day <= count);
  return shown.map((day) => (
    <text
      key={day}
      x={x(day - 1)}
      y={height + 18}
      fill="var(--muted)"
      textAnchor={day === 1 ? 'start' : 'middle'}
    >
      {day}
    </text>
  ));
}

/** The tooltip's two sentences, each on its own line. */
function Tooltip({ day }: { day: SpendingDay | undefined }) {
  const currency = useContext(TotalsCurrency);
  if (!day) return null;
  const { current, previous } = spendingTooltipText(day, currency);
  return (
    <p className="figures max-w-72">
      {current && <span className="block font-medium">{current} </span>}
      <span className="block text-muted">{previous}</span>
    </p>
  );
}
