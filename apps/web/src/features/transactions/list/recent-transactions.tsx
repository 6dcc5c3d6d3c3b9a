import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { transactionDay, transactionTitle } from '../../../domain/transaction-labels.ts';
import { paths } from '../../../paths.ts';
import { useMediaQuery } from '../../../platform/browser/media-query.ts';
import { formatDay } from '../../../platform/formats/formats.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { MerchantLogo } from '../../../ui/merchant-logo.tsx';
import { Money } from '../../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../../ui/table.tsx';
import { OpenTransaction } from '../dialog/open-transaction.tsx';
import { useTransactionParam } from '../dialog/transaction-param.ts';
import { type Transaction, useRecentTransactions } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { pressedRowClass, TransactionButton } from './transaction-button.tsx';

const copy = transactionsCopy.recent;

/** How many rows a phone shows. The link below them leads to the others. */
const phoneRows = 5;

/** Fewer rows than this keep their height: stretched over the whole card, they wouldn't look like a list. */
const minStretchedRows = 8;

/** Adds the padding of a last column where the amount has no chevron beside it. */
const amountClass = 'whitespace-nowrap max-lg:pr-5! sm:max-lg:pr-6!';

/**
 * The newest transactions and the number of transactions this month. A row opens its transaction. The
 * rows fill the height that the card gets, if there are enough of them.
 *
 * @param neverSynced True while no bank has sent any data yet.
 */
export function RecentTransactions({
  neverSynced,
  className,
}: {
  neverSynced: boolean;
  className?: string;
}) {
  const { data, isPending } = useRecentTransactions();
  const { open } = useTransactionParam();
  const isWide = useMediaQuery('(min-width: 48rem)');
  const rows = data?.transactions.slice(0, isWide ? undefined : phoneRows) ?? [];
  return (
    <Card
      className={classNames('@container flex flex-col', className)}
      bodyClass="flex grow flex-col pb-2"
      title={<span className="text-xs tracking-wider text-muted">{copy.title}</span>}
      action={
        data &&
        !(neverSynced && rows.length === 0) && (
          <p className="figures text-muted">
            {formatMessage(formatPlural(data.meta.number, copy.countThisMonth), {
              month: data.meta.month,
            })}
          </p>
        )
      }
    >
      {isPending ? (
        <Loading count={isWide ? 10 : phoneRows} />
      ) : rows.length === 0 ? (
        <p className="my-auto px-6 py-12 text-center text-muted">{copy.empty}</p>
      ) : (
        <Table
          caption={copy.caption}
          className={rows.length < minStretchedRows ? '' : 'h-full'}
          containerClass="grow"
        >
          <thead>
            <tr>
              <HeadCell className="@md:min-w-24">{copy.date}</HeadCell>
              <HeadCell className="w-full px-0! @md:px-3!">{copy.name}</HeadCell>
              <HeadCell numeric className={amountClass}>
                {copy.amount}
              </HeadCell>
              <HeadCell className="hidden w-14 lg:table-cell">
                <span className="sr-only">{copy.details}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((transaction) => (
              <RecentRow key={transaction.id} transaction={transaction} onOpen={open} />
            ))}
          </tbody>
        </Table>
      )}
      <div className="mt-auto border-t border-line px-5 pt-2 sm:px-6">
        <Link
          to={paths.transactions}
          className="-ml-2 inline-flex h-10 items-center gap-1 rounded-md px-2 font-medium text-accent transition-colors hover:bg-sunken touch:h-11"
        >
          {copy.showMore}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <OpenTransaction rows={rows} />
    </Card>
  );
}

function RecentRow({
  transaction,
  onOpen,
}: {
  transaction: Transaction;
  onOpen: (id: string) => void;
}) {
  const { pending, amount, currency, excluded } = transaction;
  return (
    <Row className={classNames('relative hover:bg-sunken/60', pressedRowClass)}>
      <Cell numeric className="text-left! whitespace-nowrap text-muted">
        {formatDay(transactionDay(transaction), 'numeric')}
      </Cell>
      {/* The name gets the width that the date and the amount don't need. */}
      <Cell className="w-full max-w-0 px-0! py-2! @md:px-3!">
        <span className="flex items-center gap-3">
          <span className="shrink-0 max-[22.5rem]:hidden">
            <MerchantLogo merchant={transaction} category={transaction.effective_category} />
          </span>
          <TransactionButton
            id={transaction.id}
            onOpen={onOpen}
            className={classNames(
              'line-clamp-2 wrap-anywhere',
              pending ? 'font-semibold text-muted' : 'font-medium',
            )}
          >
            {pending ? (
              <>
                <span aria-hidden="true">{transactionTitle(transaction)}</span>
                <span className="sr-only">
                  {formatMessage(copy.pendingTransaction, { name: transactionTitle(transaction) })}
                </span>
              </>
            ) : (
              transactionTitle(transaction)
            )}
          </TransactionButton>
        </span>
      </Cell>
      <Cell numeric className={amountClass}>
        <Money
          amount={amount}
          currency={currency}
          flow
          className={classNames(
            pending ? 'font-semibold' : 'font-medium',
            (pending || excluded !== null) && amount >= 0 && 'text-muted',
          )}
        />
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">
        <ChevronRight aria-hidden="true" className="size-4" />
      </Cell>
    </Row>
  );
}

function Loading({ count }: { count: number }) {
  return (
    <div className="px-5 pt-9 sm:px-6">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(count).map((key) => (
        <div key={key} className="flex h-[53px] items-center gap-4 not-last:border-b border-line">
          <Skeleton className="h-4 w-10" />
          <Skeleton className="ml-1 size-9 shrink-0 rounded-lg @md:ml-9" />
          <Skeleton className="h-4 w-28 @md:w-44" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
