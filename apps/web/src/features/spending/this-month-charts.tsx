import { addMonths } from '../../domain/months.ts';
import { useMediaQuery } from '../../platform/browser/media-query.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { SpendingChart } from './charts/spending-chart.tsx';
import { WeekChart } from './charts/week-chart.tsx';
import { weeklyTotals } from './charts/weekly-totals.ts';
import { NotCountedNote } from './not-counted-note.tsx';
import type { SpendingDay } from './on-track.ts';
import { chartHeights, chartsGridClass, wideChartsQuery } from './this-month-layout.ts';

/** This month's spending by day and by week, next to last month's. */
export default function ThisMonthCharts({
  days,
  month,
  omittedCount,
}: {
  days: readonly SpendingDay[];
  /** `YYYY-MM`. */
  month: string;
  /** Number of transactions that the sums omit because of their currency. */
  omittedCount: number;
}) {
  const isWide = useMediaQuery(wideChartsQuery);
  const heights = isWide ? chartHeights.wide : chartHeights.narrow;
  const months = {
    current: formatMonth(month, 'name'),
    previous: formatMonth(addMonths(month, -1), 'name'),
  };
  return (
    <div className={chartsGridClass}>
      <div className="relative min-w-0">
        <SpendingChart days={days} month={month} months={months} height={heights.days} />
        {/* The note is beside the chart's button for the table, so that it doesn't need a line of its own. */}
        <div
          className="absolute right-0 left-32 flex h-10 items-center justify-end text-right"
          style={{ top: heights.days + 4 }}
        >
          <NotCountedNote count={omittedCount} className="leading-4" />
        </div>
      </div>
      <div className="min-w-0">
        <WeekChart
          weeks={weeklyTotals(days, month)}
          month={month}
          months={months}
          height={heights.weeks}
        />
      </div>
    </div>
  );
}
