import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/**
 * A segmented control for a few options. It is built on native radio buttons, so arrow keys, form
 * semantics, and screen readers work as usual.
 */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
  grow = false,
}: {
  label: string;
  options: readonly { readonly value: T; readonly label: ReactNode; readonly icon?: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  /** Fill the available width with equal segments. */
  grow?: boolean;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'rounded-[0.625rem] bg-sunken p-1',
        grow ? 'grid auto-cols-fr grid-flow-col' : 'inline-flex',
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-8 cursor-pointer items-center justify-center gap-1.5 rounded-md px-3 py-1 text-center font-medium text-muted transition-colors duration-150 hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  );
}
