import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import { Spinner } from './feedback/spinner.tsx';
import { uiCopy } from './ui.copy.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-[background-color,border-color,color,box-shadow] duration-150 ease-out disabled:cursor-not-allowed disabled:opacity-100 touch:min-h-11';

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent shadow-card hover:bg-accent-strong disabled:bg-sunken disabled:text-muted disabled:shadow-none',
  secondary:
    'border border-edge/50 bg-raised text-ink shadow-card hover:border-edge hover:bg-sunken disabled:text-muted disabled:shadow-none disabled:hover:border-edge/50 disabled:hover:bg-raised',
  ghost: 'text-ink hover:bg-sunken disabled:text-muted disabled:hover:bg-transparent',
  danger:
    'bg-danger-fill text-[white] shadow-card hover:brightness-110 disabled:bg-sunken disabled:text-muted',
};

const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-3 text-sm',
  medium: 'h-10 px-4 text-sm',
  large: 'h-12 px-5 text-base',
};

/** The classes of a button, for links that look like buttons. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className?: string,
): string {
  return classNames(base, variants[variant], sizes[size], className);
}

const disabledFocusableClass = 'pointer-events-none text-muted! shadow-none';
/** Added for the primary variant, which is filled. */
const disabledFocusablePrimaryClass = 'bg-sunken!';

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/**
 * A button. While `busy`, it keeps its width, shows a spinner, and ignores presses.
 * `disabledFocusable` disables it. Unlike `disabled`, neither takes the focus away.
 */
export function Button({
  variant = 'primary',
  size,
  busy = false,
  disabledFocusable = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle & { busy?: boolean; disabledFocusable?: boolean }) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabledFocusable || undefined}
      className={buttonClass(
        variant,
        size,
        classNames(
          className,
          disabledFocusable && disabledFocusableClass,
          disabledFocusable && variant === 'primary' && disabledFocusablePrimaryClass,
        ),
      )}
      onClick={busy || disabledFocusable ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={classNames('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label={uiCopy.working} />
        </span>
      )}
    </button>
  );
}

/** An internal link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link
      className={buttonClass(variant, size, typeof className === 'string' ? className : undefined)}
      {...rest}
    />
  );
}

/** A square button with only an icon; `label` names its action, and is its tooltip. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      className={classNames(
        'inline-grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink touch:size-11',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
