import { addMonths } from '../../domain/months.ts';
import { useMediaQuery } from '../../platform/browser/media-query.ts';
import { formatMonth } from '../../platform/formats/formats.ts';
import { SpendingChart } from './charts/spending-chart.tsx';
import { WeekChart } from './charts/week-chart.tsx';
import { weeklyTotals } from './charts/weekly-totals.ts';
import type { SpendingDay } from './on-track.ts';
import { chartHeights, chartsGridClass, wideChartsQuery } from './this-month-layout.ts';

/** This month's spending by day and by week, next to last month's. */
export default function ThisMonthCharts({
  days,
  month,
}: {
  days: readonly SpendingDay[];
  /** `YYYY-MM`. */
  month: string;
}) {
  const wide = useMediaQuery(wideChartsQuery);
  const heights = wide ? chartHeights.wide : chartHeights.narrow;
  const months = {
    current: formatMonth(month, 'name'),
    previous: formatMonth(addMonths(month, -1), 'name'),
  };
  return (
    <div className={chartsGridClass}>
      <div className="min-w-0">
        <SpendingChart days={days} month={month} months={months} height={heights.days} />
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
