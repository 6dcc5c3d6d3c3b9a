import { classNames } from './class-names.ts';

/** The logo: three stacked stones. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classNames('text-accent', className)}>
      <ellipse cx="12" cy="18.4" rx="9" ry="3.6" fill="currentColor" />
      <ellipse cx="12.6" cy="11.4" rx="6.3" ry="2.9" fill="currentColor" fillOpacity=".78" />
      <ellipse cx="11.7" cy="5.4" rx="3.9" ry="2.3" fill="currentColor" fillOpacity=".56" />
    </svg>
  );
}
