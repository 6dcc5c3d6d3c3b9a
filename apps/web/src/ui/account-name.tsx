import { formatAccount } from '../platform/formats/formats.ts';
import { classNames } from './class-names.ts';

/**
 * An account's name and mask on one line, or with `wraps`, on as many lines as they need. A long name is truncated
 * (with `wraps`, after two lines). The mask is never truncated, because it distinguishes accounts with the same name.
 */
export function AccountName({
  name,
  mask,
  wraps = false,
  className,
}: {
  name: string;
  mask: string | null;
  /** Wrap the name and move the mask to its own line if they don't both fit on one line. */
  wraps?: boolean;
  className?: string;
}) {
  const fullName = formatAccount(name, mask);
  return (
    <span className={classNames('flex min-w-0', wraps && 'flex-wrap gap-x-[0.25em]', className)}>
      <span className={wraps ? 'line-clamp-2 wrap-anywhere' : 'truncate'}>{name}</span>
      {/* Screen readers need the space; with `wraps`, the gap replaces it visually. */}
      <span className={wraps ? '' : 'whitespace-pre'}>{fullName.slice(name.length)}</span>
    </span>
  );
}
