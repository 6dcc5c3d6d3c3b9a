import { formatPlural } from '@cairn/contract/text/copy';
import { monthRange } from '../../domain/months.ts';
import { formatDay } from '../../platform/formats/formats.ts';
import { classNames } from '../../ui/class-names.ts';
import { budgetCopy } from './budget.copy.ts';
import { daysLeftInMonth, paceText, percentOfMonthElapsed, resultText } from './budget-pace.ts';
import { PlanBar } from './plan-bar.tsx';

const copy = budgetCopy.summary;

/** In percent of the bar. If today is closer than this to an end of the bar, today's label replaces the label there. */
const minLabelDistance = { phone: 24, wide: 10 };

/**
 * The used part of the planned spending. In this month, a mark on the bar shows how much of the month has passed, and
 * a sentence compares the two.
 */
export function MonthProgress({
  month,
  today,
  spent,
  planned,
}: {
  month: string;
  today: string;
  spent: number;
  planned: number;
}) {
  const isPast = today.slice(0, 7) > month;
  const elapsed = percentOfMonthElapsed(month, today);
  return (
    <div className="mt-5">
      <div className="relative">
        <PlanBar label={copy.spent} actual={spent} planned={planned} className="h-3" />
        {!isPast && (
          <span
            aria-hidden="true"
            className="absolute -inset-y-1 w-0.5 -translate-x-1/2 rounded-full bg-ink ring-2 ring-surface"
            style={{ left: `${elapsed}%` }}
          />
        )}
      </div>
      {!isPast && <DayLabels month={month} elapsed={elapsed} />}
      <p className="figures mt-3 flex flex-wrap gap-x-2">
        {isPast ? resultText(spent, planned) : <Pace {...{ month, today, spent, planned }} />}
      </p>
    </div>
  );
}

function Pace({
  month,
  today,
  spent,
  planned,
}: {
  month: string;
  today: string;
  spent: number;
  planned: number;
}) {
  const daysLeft = daysLeftInMonth(month, today);
  return (
    <>
      <span>{paceText(percentOfMonthElapsed(month, today), spent, planned)}</span>
      <span className="text-muted">
        {daysLeft === 0 ? copy.lastDay : formatPlural(daysLeft, copy.daysLeft)}
      </span>
    </>
  );
}

/** The month's first day, today, and the month's last day, below their positions on the bar. */
function DayLabels({ month, elapsed }: { month: string; elapsed: number }) {
  const { from, to } = monthRange(month);
  return (
    <div aria-hidden="true" className="figures relative mt-2 h-4 text-xs text-muted">
      <span
        className={classNames(
          'absolute left-0',
          elapsed < minLabelDistance.phone && 'max-sm:hidden',
          elapsed < minLabelDistance.wide && 'hidden',
        )}
      >
        {formatDay(from, 'short')}
      </span>
      <span
        className={classNames(
          'absolute right-0',
          elapsed > 100 - minLabelDistance.phone && 'max-sm:hidden',
          elapsed > 100 - minLabelDistance.wide && 'hidden',
        )}
      >
        {formatDay(to, 'short')}
      </span>
      <span
        className="absolute -translate-x-1/2 font-medium text-ink"
        style={{ left: `clamp(1.125rem, ${elapsed}%, calc(100% - 1.125rem))` }}
      >
        {copy.today}
      </span>
    </div>
  );
}
