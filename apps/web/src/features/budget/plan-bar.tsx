import { formatMessage } from '@cairn/contract/text/copy';
import { classNames } from '../../ui/class-names.ts';
import { useFormatTotal } from '../../ui/money.tsx';
import { budgetCopy } from './budget.copy.ts';
import { amountOver, percentOfAmount, percentOfPlan } from './planned-amounts.ts';

/**
 * How much of a planned amount is used. Empty if nothing is planned. If the amount is over budget, the whole bar is
 * amber and represents the actual amount, with a gap at the planned amount.
 */
export function PlanBar({
  label,
  actual,
  planned,
  moreIsBetter = false,
  className,
}: {
  label: string;
  actual: number;
  planned: number;
  /** True for earnings, where exceeding the plan is good. */
  moreIsBetter?: boolean;
  className?: string;
}) {
  const format = useFormatTotal();
  const percent = percentOfPlan(actual, planned);
  const over = moreIsBetter ? 0 : amountOver(actual, planned);
  const isOver = over > 0 && planned > 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, percent)}
      aria-valuetext={
        isOver
          ? formatMessage(budgetCopy.percentAndOver, { percent, amount: format(over) })
          : `${percent}%`
      }
      className={classNames('relative h-2 overflow-clip rounded-full bg-sunken', className)}
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width] duration-200 ease-out',
          isOver ? 'bg-attention' : moreIsBetter ? 'bg-money-in' : 'bg-accent',
        )}
        style={{ width: `${Math.min(100, percent)}%` }}
      />
      {isOver && (
        <span
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-surface"
          style={{ left: `${percentOfAmount(planned, actual)}%` }}
        />
      )}
    </div>
  );
}
