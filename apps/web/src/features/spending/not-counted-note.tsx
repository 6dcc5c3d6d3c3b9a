import { formatPlural } from '@cairn/contract/text/copy';
import { spendingCopy } from './spending.copy.ts';

/** A note on the transactions that a total excludes because of their currency, if there are any. */
export function NotCountedNote({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <p className={className}>
      <span className="text-xs text-muted">
        {formatPlural(count, spendingCopy.excludesOtherCurrencies)}
      </span>
    </p>
  );
}
