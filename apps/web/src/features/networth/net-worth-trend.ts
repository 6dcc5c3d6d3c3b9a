import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import type { SparklinePoint } from '../../ui/charts/sparkline.tsx';
import { networthCopy } from './networth.copy.ts';

/** A day of the history, as the dashboard's trend needs it. */
export interface TrendPoint {
  readonly date: string;
  readonly net: number;
  /** True if the balance of any account on this day is estimated. */
  readonly estimated?: boolean;
}

/** How net worth changed between the first day on which all of it is known and today. */
export interface NetWorthTrend {
  readonly from: TrendPoint;
  readonly to: TrendPoint;
  /** In major units. */
  readonly change: number;
}

const isKnown = ({ estimated = false }: TrendPoint): boolean => !estimated;

/** The trend between two days that are known, never estimated; null if there is only one. */
export function netWorthTrend(points: readonly TrendPoint[]): NetWorthTrend | null {
  const from = points.find(isKnown);
  const to = points.at(-1);
  if (!from || !to || !isKnown(to) || from === to) return null;
  return { from, to, change: (Math.round(to.net * 100) - Math.round(from.net * 100)) / 100 };
}

/** The history as a line, on which estimates are dashed. */
export const sparklineOf = (points: readonly TrendPoint[]): SparklinePoint[] =>
  points.map((point) => ({ value: point.net, estimated: !isKnown(point) }));

/** The trend as a sentence, `Up $1,204.11 since Aug 23`, or why none can be stated. */
export function trendText(points: readonly TrendPoint[], currency: string): string {
  const copy = networthCopy.preview;
  const trend = netWorthTrend(points);
  if (trend === null) {
    const today = points.at(-1);
    if (today && !isKnown(today)) return copy.todayEstimated;
    return points.length > 1 ? copy.knownFromToday : copy.startsToday;
  }
  const { change, from } = trend;
  const text = change === 0 ? copy.same : change > 0 ? copy.up : copy.down;
  return formatMessage(text, {
    amount: formatMoney(Math.abs(change), currency),
    day: formatDay(from.date, 'short'),
  });
}

/** Describes the line for screen readers. It says if a part is estimated. */
export function lineText(points: readonly TrendPoint[], currency: string): string {
  const copy = networthCopy.preview;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return formatMessage(points.every(isKnown) ? copy.line : copy.lineWithEstimate, {
    from: formatDay(first.date),
    to: formatDay(last.date),
    start: formatMoney(first.net, currency),
    end: formatMoney(last.net, currency),
  });
}
