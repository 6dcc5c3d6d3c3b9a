import { classNames } from '../../ui/class-names.ts';
import { percentOfAmount } from './budget-pace.ts';

/** How much of a planned amount is used. Empty if nothing is planned, amber if over budget. */
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
  const percent = percentOfAmount(actual, planned);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, percent)}
      aria-valuetext={`${percent}%`}
      className={classNames('h-2 overflow-clip rounded-full bg-sunken', className)}
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width] duration-200 ease-out',
          percent > 100 && !moreIsBetter
            ? 'bg-attention'
            : moreIsBetter
              ? 'bg-money-in'
              : 'bg-accent',
        )}
        style={{ width: `${Math.min(100, percent)}%` }}
      />
    </div>
  );
}
