import { formatAccount } from '../platform/formats.ts';
import { classNames } from './class-names.ts';

/**
 * An account's name in one line, or two with `wraps`. A long one is cut, its mask is not: it is what
 * tells accounts of one name apart.
 */
export function AccountName({
  name,
  mask,
  wraps = false,
  className,
}: {
  name: string;
  mask: string | null;
  /** Where both have no room side by side, the mask goes into a line of its own. */
  wraps?: boolean;
  className?: string;
}) {
  const whole = formatAccount(name, mask);
  return (
    <span
      className={classNames('flex min-w-0', wraps && 'flex-wrap gap-x-[0.25em]', className)}
      title={whole}
    >
      <span className="truncate">{name}</span>
      {/* The space between them is for ears where the gap is for eyes. */}
      <span className={wraps ? '' : 'whitespace-pre'}>{whole.slice(name.length)}</span>
    </span>
  );
}
