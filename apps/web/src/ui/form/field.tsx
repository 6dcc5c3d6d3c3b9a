import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/** The classes of a text input. Its text is 16 px, so that phones don't zoom in on focus. */
export const inputClass =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 text-base text-ink transition-[border-color,box-shadow] duration-150 hover:border-muted focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:focus:outline-danger';

/**
 * A labeled input with a hint and an error, which screen readers announce with it. The error
 * replaces the hint, so that the form doesn't jump.
 */
export function Field({
  label,
  error,
  hint,
  aside,
  inset,
  className,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  error?: ReactNode;
  hint?: ReactNode;
  /** A link or button at the end of the label's line. */
  aside?: ReactNode;
  /** A button inside the input's right edge. */
  inset?: ReactNode;
}) {
  const id = useId();
  const describedBy = error || hint ? `${id}-note` : undefined;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          id={id}
          className={classNames(inputClass, inset !== undefined && 'pr-12')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          {...input}
        />
        {inset && <div className="absolute inset-y-0 right-0">{inset}</div>}
      </div>
      <div id={`${id}-note`} aria-live="polite" className="mt-1.5 empty:hidden">
        {error ? <p className="text-danger">{error}</p> : hint ? hint : null}
      </div>
    </div>
  );
}

/** An error of a whole form, announced when it appears. */
export function FormError({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? (
        <p
          className={classNames(
            'rise-in rounded-control bg-danger-soft px-3 py-2.5 text-danger',
            className,
          )}
        >
          {children}
        </p>
      ) : null}
    </div>
  );
}
