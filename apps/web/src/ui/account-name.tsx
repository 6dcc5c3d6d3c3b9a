import { formatAccount } from '../platform/formats.ts';
import { classNames } from './class-names.ts';

/**
 * An account's name in one line. A long one is cut, its mask is not: it is what tells accounts of
 * one name apart.
 */
export function AccountName({
  name,
  mask,
  className,
}: {
  name: string;
  mask: string | null;
  className?: string;
}) {
  const whole = formatAccount(name, mask);
  return (
    <span className={classNames('flex min-w-0', className)} title={whole}>
      <span className="truncate">{name}</span>
      <span className="whitespace-pre">{whole.slice(name.length)}</span>
    </span>
  );
}
