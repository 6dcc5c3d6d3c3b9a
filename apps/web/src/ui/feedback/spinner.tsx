import { classNames } from '../class-names.ts';

/** A spinner; `label` describes the activity to screen readers. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className={classNames('inline-grid', className)}>
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="essential-motion size-5 animate-[spin_800ms_linear_infinite]"
      >
        <circle
          cx="10"
          cy="10"
          r="7.5"
          fill="none"
          stroke="currentColor"
          strokeOpacity=".22"
          strokeWidth="2.25"
        />
        <path
          d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A progress bar. `value` is 0 to 100; without it, the progress is indeterminate. */
export function ProgressBar({
  label,
  value,
  className,
}: {
  label: string;
  value?: number;
  className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      {value === undefined ? (
        <div className="essential-motion h-full w-2/5 animate-[slide-along_1.4s_ease-in-out_infinite] rounded-full bg-accent" />
      ) : (
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-250 ease-out"
          style={{ width: `${Math.max(0, Math.min(100, value))}%` }}
        />
      )}
    </div>
  );
}
