import { formatMessage } from '@cairn/contract/text/copy';
import { Download, ListChecks } from 'lucide-react';
import { formatCount, formatMoney } from '../../../platform/formats/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Message } from '../../../ui/message.tsx';
import type { TransactionFilter } from '../filter/transaction-filter.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { useFilterTotals, useTransactionPages } from './transaction-pages.api.ts';

const copy = transactionsCopy.totals;

/** Only the icon of a button is visible on a phone. */
const iconOnPhone = 'max-sm:w-11 max-sm:px-0!';

/** The totals of the filtered transactions, and the buttons to select and download them. */
export function FilterTotals({
  filter,
  onDownload,
  onSelect,
}: {
  filter: TransactionFilter;
  onDownload: () => void;
  /** Starts selecting rows. */
  onSelect: () => void;
}) {
  return (
    // On a phone, two lines are reserved for the totals, so that nothing below moves when they load.
    <div className="mb-3 flex min-h-11 items-center max-[22.5rem]:min-h-15 justify-between gap-x-3 sm:gap-x-6">
      <div className="min-w-0">
        <Totals filter={filter} />
      </div>
      <div className="flex shrink-0 gap-2">
        <Button variant="secondary" size="small" className={iconOnPhone} onClick={onSelect}>
          <ListChecks aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{transactionsCopy.selection.start}</span>
        </Button>
        <Button variant="secondary" size="small" className={iconOnPhone} onClick={onDownload}>
          <Download aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{transactionsCopy.download.action}</span>
        </Button>
      </div>
    </div>
  );
}

function Totals({ filter }: { filter: TransactionFilter }) {
  const { data, isPlaceholderData, isError, isFetching, refetch } = useFilterTotals(filter);
  const list = useTransactionPages(filter);
  if (isError && !data) {
    // The list shows one error for both, and its Retry button refetches both.
    if (list.isError && !list.data) return null;
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 text-muted">
        {copy.loadFailed}
        <Button variant="secondary" size="small" busy={isFetching} onClick={() => refetch()}>
          {copy.retry}
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton className="h-4 w-56" />;
  const { count, sum_in, sum_out, omitted_count, currency } = data;
  return (
    <p
      className={classNames(
        'figures flex flex-wrap gap-x-4 gap-y-1 text-muted transition-opacity max-[25rem]:gap-x-2.5 max-[25rem]:text-xs',
        isPlaceholderData && 'opacity-55',
      )}
    >
      <span>
        <Message
          text={count === 1 ? copy.count.one : copy.count.other}
          values={{ count: <b className="font-medium text-ink">{formatCount(count)}</b> }}
        />
      </span>
      <span>
        <Message
          text={copy.spent}
          values={{
            amount: <b className="font-medium text-ink">{formatMoney(sum_out, currency)}</b>,
          }}
        />
      </span>
      <span>
        <Message
          text={copy.moneyIn}
          values={{
            amount: (
              <b className={classNames('font-medium', sum_in > 0 ? 'text-money-in' : 'text-ink')}>
                {formatMoney(sum_in, currency)}
              </b>
            ),
          }}
        />
      </span>
      {omitted_count > 0 && (
        <span>{formatMessage(copy.notCounted, { count: formatCount(omitted_count) })}</span>
      )}
    </p>
  );
}
