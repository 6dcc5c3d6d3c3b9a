import { classNames } from '../../ui/class-names.ts';
import { percentOf } from './budget-words.ts';

/** How much of a plan is reached: empty where nothing is planned, amber beyond it. */
export function PlanBar({
  label,
  real,
  planned,
  welcome = false,
  className,
}: {
  label: string;
  real: number;
  planned: number;
  /** More than planned is good: earnings. */
  welcome?: boolean;
  className?: string;
}) {
  const percent = percentOf(real, planned);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, percent)}
      aria-valuetext={`${percent} %`}
      className={classNames('h-2 overflow-clip rounded-full bg-sunken', className)}
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width] duration-200 ease-out',
          percent > 100 && !welcome ? 'bg-attention' : welcome ? 'bg-money-in' : 'bg-accent',
        )}
        style={{ width: `${Math.min(100, percent)}%` }}
      />
    </div>
  );
}
