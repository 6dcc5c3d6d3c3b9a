import { formatCount } from '../../platform/formats.ts';

/** Says how many transactions a total leaves out, where it leaves out any. */
export function NotCounted({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <p className={className}>
      <span className="text-xs text-muted">
        {count === 1
          ? '1 transaction in another currency is not counted.'
          : `${formatCount(count)} transactions in other currencies are not counted.`}
      </span>
    </p>
  );
}
