import { Download } from 'lucide-react';
import { formatCount, formatMoney } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { TransactionFilter } from './transaction-filter.ts';
import { useSelectionSums } from './transaction-pages.api.ts';

/** What the filter lets through, added up, and the way to download it. */
export function SelectionBar({
  filter,
  onDownload,
}: {
  filter: TransactionFilter;
  onDownload: () => void;
}) {
  return (
    // Two lines of sums on a phone, from the start: what is below does not move when they come.
    <div className="mb-3 flex min-h-11 items-center justify-between gap-x-3 sm:gap-x-6">
      <div className="min-w-0">
        <Sums filter={filter} />
      </div>
      <Button
        variant="secondary"
        size="small"
        className="shrink-0 max-sm:w-11 max-sm:px-0!"
        onClick={onDownload}
      >
        <Download aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Download</span>
      </Button>
    </div>
  );
}

function Sums({ filter }: { filter: TransactionFilter }) {
  const { data, isPlaceholderData, isError, isFetching, refetch } = useSelectionSums(filter);
  if (isError && !data) {
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 text-muted">
        The sums could not be loaded.
        <Button variant="secondary" size="small" busy={isFetching} onClick={() => refetch()}>
          Add up again
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton className="h-4 w-56" />;
  const { count, sum_in, sum_out, not_counted, currency } = data;
  return (
    <p
      className={classNames(
        'figures flex flex-wrap gap-x-4 gap-y-1 text-muted transition-opacity max-[22.5rem]:gap-x-2.5 max-[22.5rem]:text-xs',
        isPlaceholderData && 'opacity-55',
      )}
    >
      <span>
        <b className="font-medium text-ink">{formatCount(count)}</b>{' '}
        {count === 1 ? 'transaction' : 'transactions'}
      </span>
      <span>
        <b className="font-medium text-ink">{formatMoney(sum_out, currency)}</b> spent
      </span>
      <span>
        <b className="font-medium text-money-in">{formatMoney(sum_in, currency)}</b> in
      </span>
      {not_counted > 0 && <span>{formatCount(not_counted)} not counted</span>}
    </p>
  );
}
