import type { ProofOf } from '@cairn/contract/proof';
import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { transactionDay, transactionTitle } from '../../domain/transaction-labels.ts';
import { formatAccount, formatCount, formatDay } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { type ProofTransaction, useLeftOut, type useProof } from './proof.api.ts';
import { proofCopy } from './proof.copy.ts';
import { rowReasonLabel } from './proof-labels.ts';

const copy = proofCopy.rows;

type ProofQuery = ReturnType<typeof useProof>;
type OpenTransaction = (transaction: ProofTransaction) => void;

/** The rows that add up to a total. */
export function IncludedRows({
  count,
  query,
  onOpenTransaction,
}: {
  /** Number of rows in total. */
  count: number;
  query: ProofQuery;
  onOpenTransaction: OpenTransaction;
}) {
  if (count === 0) {
    return (
      <EmptyState icon={Receipt} title={copy.emptyTitle}>
        {copy.empty}
      </EmptyState>
    );
  }
  const rows = query.data?.rows ?? [];
  return (
    <>
      <ul>
        {rows.map((transaction) => (
          <ProvenRow
            key={transaction.id}
            transaction={transaction}
            onOpenTransaction={onOpenTransaction}
          >
            {categoryLabel(transaction.effective_category)}
            {transaction.pending && ` · ${proofCopy.pending}`}
          </ProvenRow>
        ))}
      </ul>
      <MoreRows query={query} shown={rows.length} total={count} />
    </>
  );
}

/** The transactions posted while an account's balance changed, and the unexplained amount of the change. */
export function PostedRows({
  posted: { count, unexplained },
  currency,
  query,
  onOpenTransaction,
}: {
  posted: NonNullable<ProofOf<'changes'>['posted']>;
  currency: string | null;
  query: ProofQuery;
  onOpenTransaction: OpenTransaction;
}) {
  return (
    <section aria-label={proofCopy.balanceChange.title} className="mt-5">
      <h3 className="mb-1 font-semibold">{proofCopy.balanceChange.title}</h3>
      {unexplained !== 0 && (
        <p className="mb-1 text-attention">
          <Message
            text={proofCopy.balanceChange.unexplained}
            values={{ amount: <Money amount={unexplained} {...(currency && { currency })} /> }}
          />
        </p>
      )}
      {count === 0 ? (
        <p className="text-muted">{proofCopy.balanceChange.empty}</p>
      ) : (
        <>
          <p className="mb-1 text-muted">{proofCopy.balanceChange.signs}</p>
          <IncludedRows count={count} query={query} onOpenTransaction={onOpenTransaction} />
        </>
      )}
    </section>
  );
}

/** The rows that a total leaves out: a count for each reason, then each row with its reason. */
export function LeftOutRows({
  total,
  proof,
  onOpenTransaction,
}: {
  total: ProvenTotal;
  proof: ProofOf<'transactions'>;
  onOpenTransaction: OpenTransaction;
}) {
  const query = useLeftOut(total, proof.counts.omitted > 0);
  if (proof.counts.omitted === 0) {
    return (
      <EmptyState icon={Receipt} title={copy.nothingLeftOutTitle}>
        {copy.nothingLeftOut}
      </EmptyState>
    );
  }
  const rows = query.data?.rows ?? [];
  return (
    <>
      <ul className="mb-3 flex flex-col gap-1.5 rounded-control bg-sunken/70 px-4 py-3">
        {proof.reasons.map(({ reason, currency, count, sum }) => (
          <li key={`${reason} ${currency}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              <Message
                text={copy.reasonCount}
                values={{
                  reason: rowReasonLabel(reason).short,
                  count: <span className="text-muted">({formatCount(count)})</span>,
                }}
              />
            </span>
            <Money amount={sum} currency={currency} className="text-muted" />
          </li>
        ))}
      </ul>
      {query.error && !query.data && (
        <ErrorState
          title={copy.leftOutLoadFailed}
          detail={query.error.message}
          retry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && (
        <>
          <LoadingAnnouncement>{copy.leftOutLoading}</LoadingAnnouncement>
          <Skeleton className="h-40" />
        </>
      )}
      <ul>
        {rows.map(({ reason, transaction }) => (
          <ProvenRow
            key={transaction.id}
            transaction={transaction}
            onOpenTransaction={onOpenTransaction}
          >
            {rowReasonLabel(reason).long}
          </ProvenRow>
        ))}
      </ul>
      <MoreRows query={query} shown={rows.length} total={proof.counts.omitted} />
    </>
  );
}

/** One transaction, which opens its dialog. `children` is its note: the category or the reason. */
function ProvenRow({
  transaction,
  onOpenTransaction,
  children,
}: {
  transaction: ProofTransaction;
  onOpenTransaction: OpenTransaction;
  children: ReactNode;
}) {
  const { amount, currency, effective_category, plaid_account: account } = transaction;
  return (
    <li className="relative flex items-center gap-3 py-2.5 not-last:border-b border-line">
      <CategoryIcon category={effective_category} />
      <div className="min-w-0 grow">
        <button
          type="button"
          onClick={() => onOpenTransaction(transaction)}
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
        >
          {transactionTitle(transaction)}
        </button>
        <p className="text-xs text-pretty text-muted">
          {formatDay(transactionDay(transaction), 'short')} · {children}
          <span className="max-sm:hidden"> · {formatAccount(account.name, account.mask)}</span>
        </p>
      </div>
      <Money amount={amount} currency={currency} flow className="shrink-0" />
    </li>
  );
}

/** How many rows are loaded, and the button that loads more. */
function MoreRows({
  query,
  shown,
  total,
}: {
  query: ProofQuery | ReturnType<typeof useLeftOut>;
  shown: number;
  total: number;
}) {
  if (shown === 0 || shown >= total) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <p className="text-xs text-muted">
        {formatMessage(copy.shownOfTotal, {
          shown: formatCount(shown),
          total: formatCount(total),
        })}
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {copy.loadMore}
      </Button>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-xs text-danger">
          {copy.loadMoreFailed}
        </p>
      )}
    </div>
  );
}
