import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** How a text input looks everywhere. 16 px text, so that a phone does not zoom in on it. */
export const inputClass =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 text-base text-ink transition-[border-color,box-shadow] duration-150 hover:border-muted focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent disabled:bg-sunken disabled:text-muted aria-invalid:border-trouble aria-invalid:focus:outline-trouble';

/**
 * A labelled input with its hint and its error, tied together for those who hear the page. The
 * error takes the hint's place, so the form does not jump.
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
  /** A link or button at the label's other end. */
  aside?: ReactNode;
  /** A button inside the input's right edge. */
  inset?: ReactNode;
}) {
  const id = useId();
  const described = error || hint ? `${id}-note` : undefined;
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
          aria-describedby={described}
          {...input}
        />
        {inset && <div className="absolute inset-y-0 right-0">{inset}</div>}
      </div>
      <div id={`${id}-note`} aria-live="polite" className="mt-1.5 empty:hidden">
        {error ? <p className="text-trouble">{error}</p> : hint ? hint : null}
      </div>
    </div>
  );
}

/** A message about a whole form, announced when it appears. */
export function FormError({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? (
        <p
          className={classNames(
            'rise-in rounded-control bg-trouble-soft px-3 py-2.5 text-trouble',
            className,
          )}
        >
          {children}
        </p>
      ) : null}
    </div>
  );
}
