import { formatMessage } from '@cairn/contract/text/copy';
import type { ReactNode } from 'react';
import { formatDay } from '../../platform/formats/formats.ts';
import { uiCopy } from '../ui.copy.ts';
import { ActivePointMarker } from './active-point-marker.tsx';
import { type ValueAxis, valueAxis } from './chart-scale.ts';
import { ChartSurface, type Plot } from './chart-surface.tsx';
import { ChartTable } from './chart-table.tsx';
import { DayLabels } from './day-labels.tsx';
import {
  AreaWithEstimates,
  EstimatedLabel,
  EstimatedShade,
  LineWithEstimates,
} from './line-with-estimates.tsx';
import { ValueAxisLines, valueAxisWidth, valueScale } from './value-axis-lines.tsx';

/** A value on a day (ISO). */
export interface DayValue {
  readonly date: string;
  readonly value: number;
  /** The label of the value if it is estimated: `estimated`, or `estimated: Brokerage`. */
  readonly estimate?: string | undefined;
}

const noRemarks: ReadonlyMap<string, string> = new Map();

/** An area chart of daily values, with its table. Estimated values are shaded, dashed, and labeled as estimated. */
export function DayAreaChart({
  label,
  valueName,
  points,
  format,
  remarks = noRemarks,
  children,
}: {
  /** The accessible name. */
  label: string;
  /** Heading of the table's value column. */
  valueName: string;
  /** At least two, oldest first. Show a single value as a sentence instead. */
  points: readonly DayValue[];
  format: (value: number) => string;
  /** Remarks on single days, by date. These days are circled. */
  remarks?: ReadonlyMap<string, string>;
  /** A note below the chart. */
  children?: ReactNode;
}) {
  const axis = valueAxis(points.map(({ value }) => value));
  const formatPoint = ({ value, estimate }: DayValue) =>
    estimate === undefined
      ? format(value)
      : formatMessage(uiCopy.chart.estimatedValue, { value: format(value), estimate });
  const describe = (index: number) => {
    const point = points[index];
    if (!point) return '';
    const text = `${formatDay(point.date)}: ${formatPoint(point)}`;
    const remark = remarks.get(point.date);
    return remark === undefined ? text : `${text}, ${remark}`;
  };
  return (
    <>
      <ChartSurface
        label={label}
        height={240}
        axisWidth={valueAxisWidth(axis, 56)}
        distribution="points"
        count={points.length}
        initialIndex={points.length - 1}
        describe={describe}
        tooltip={(index) => <p className="figures font-medium">{describe(index)}</p>}
      >
        {(plot) => <Drawing points={points} remarks={remarks} axis={axis} plot={plot} />}
      </ChartSurface>
      {children}
      <ChartTable
        className="mt-2"
        caption={label}
        columns={[uiCopy.chart.day, valueName]}
        rows={points
          .map((point) => ({ name: formatDay(point.date), values: [formatPoint(point)] }))
          .reverse()}
      />
    </>
  );
}

function Drawing({
  points,
  remarks,
  axis,
  plot,
}: {
  points: readonly DayValue[];
  remarks: ReadonlyMap<string, string>;
  axis: ValueAxis;
  plot: Plot;
}) {
  const { width, height, x, active } = plot;
  const y = valueScale(axis, height);
  const data = points.map(({ date, value }, index) => ({ date, x: x(index), y: y(value) }));
  const pointed = active === null ? undefined : data[active];
  const last = data.at(-1);
  const estimated = points.map(({ estimate }) => estimate !== undefined);
  return (
    <>
      <EstimatedShade estimated={estimated} x={x} height={height} />
      <AreaWithEstimates line={data} estimated={estimated} base={y(0)} />
      <ValueAxisLines axis={axis} width={width} height={height} />
      <LineWithEstimates line={data} estimated={estimated} stroke="var(--accent)" strokeWidth={2} />
      <EstimatedLabel estimated={estimated} x={x} />
      {data
        .filter(({ date }) => remarks.has(date))
        .map((point) => (
          <circle
            key={point.date}
            cx={point.x}
            cy={point.y}
            r={4.5}
            fill="var(--surface)"
            stroke="var(--attention)"
            strokeWidth={2}
          />
        ))}
      <DayLabels days={points.map(({ date }) => date)} plot={plot} />
      {pointed && <ActivePointMarker x={pointed.x} y={pointed.y} height={height} />}
      {!pointed && last && (
        <circle
          cx={last.x}
          cy={last.y}
          r={5}
          fill="var(--accent)"
          stroke="var(--surface)"
          strokeWidth={2}
        />
      )}
    </>
  );
}
