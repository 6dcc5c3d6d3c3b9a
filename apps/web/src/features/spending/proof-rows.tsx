import { labelOfCategory } from '@cairn/contract/taxonomy';
import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAccount, formatCount, formatDay } from '../../platform/formats.ts';
import type { ProvenTotal } from '../../platform/proof-address.ts';
import { dayOf, titleOf } from '../../platform/transaction-words.ts';
import { Button } from '../../ui/button.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Money } from '../../ui/money.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type Proof, type ProvenTransaction, useProof } from './proof.api.ts';
import { reasonWords } from './proof-words.ts';

type Pages = ReturnType<typeof useProof>;
type Open = (transaction: ProvenTransaction) => void;

/** The rows that a total is the sum of. */
export function IncludedRows({
  proof,
  query,
  onOpen,
}: {
  proof: Proof;
  query: Pages;
  onOpen: Open;
}) {
  if (proof.counts.included === 0) {
    return (
      <EmptyState icon={Receipt} title="Nothing counts in these days">
        There is no transaction that this total is made of.
      </EmptyState>
    );
  }
  const rows = query.data?.pages.flatMap(({ included }) => included) ?? [];
  return (
    <>
      <ul>
        {rows.map((transaction) => (
          <ProvenRow key={transaction.id} transaction={transaction} onOpen={onOpen}>
            {labelOfCategory(transaction.effective_category)}
            {transaction.pending && ' · Pending'}
          </ProvenRow>
        ))}
      </ul>
      <More query={query} shown={rows.length} all={proof.counts.included} />
    </>
  );
}

/** What posted while the balance of an account changed, and what of the change it does not explain. */
export function ExplainedChange({
  proof,
  query,
  onOpen,
}: {
  proof: Proof;
  query: Pages;
  onOpen: Open;
}) {
  const { unexplained, currency, counts } = proof;
  return (
    <section aria-label="What posted in between" className="mt-5">
      <h3 className="mb-1 font-semibold">What posted in between</h3>
      {unexplained !== null && unexplained !== 0 && (
        <p className="mb-1 text-attention">
          <Money amount={unexplained} {...(currency && { currency })} /> of it is in no transaction.
        </p>
      )}
      {counts.included === 0 ? (
        <p className="text-muted">No transaction posted in these days.</p>
      ) : (
        <>
          <p className="mb-1 text-muted">
            Money in has a minus sign, as in every list: here it adds. Money out takes away.
          </p>
          <IncludedRows proof={proof} query={query} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}

/** The rows that it leaves out: how many for which reason, then each with its own. */
export function LeftOutRows({
  total,
  proof,
  onOpen,
}: {
  total: ProvenTotal;
  proof: Proof;
  onOpen: Open;
}) {
  const query = useProof(total, 'left_out', proof.counts.left_out > 0);
  if (proof.counts.left_out === 0) {
    return (
      <EmptyState icon={Receipt} title="Nothing was left out">
        Every transaction that could be in this total is in it.
      </EmptyState>
    );
  }
  const rows = query.data?.pages.flatMap(({ left_out }) => left_out) ?? [];
  return (
    <>
      <ul className="mb-3 flex flex-col gap-1.5 rounded-control bg-sunken/70 px-4 py-3">
        {proof.reasons.map(({ reason, currency, count, sum }) => (
          <li key={`${reason} ${currency}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {reasonWords(reason).short} <span className="text-muted">({formatCount(count)})</span>
            </span>
            <Money amount={sum} currency={currency} className="text-muted" />
          </li>
        ))}
      </ul>
      {query.error && !query.data && (
        <ErrorState
          title="What was left out could not be loaded"
          detail={query.error.message}
          retry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && (
        <>
          <LoadingNote>Loading what was left out</LoadingNote>
          <Skeleton className="h-40" />
        </>
      )}
      <ul>
        {rows.map(({ reason, transaction }) => (
          <ProvenRow key={transaction.id} transaction={transaction} onOpen={onOpen}>
            {reasonWords(reason).long}
          </ProvenRow>
        ))}
      </ul>
      <More query={query} shown={rows.length} all={proof.counts.left_out} />
    </>
  );
}

/** One transaction; `children` says what there is to say of it here. Opens its transaction. */
function ProvenRow({
  transaction,
  onOpen,
  children,
}: {
  transaction: ProvenTransaction;
  onOpen: Open;
  children: ReactNode;
}) {
  const { amount, currency, effective_category, plaid_account: account } = transaction;
  return (
    <li className="relative flex items-center gap-3 py-2.5 not-last:border-b border-line">
      <CategoryIcon category={effective_category} />
      <div className="min-w-0 grow">
        <button
          type="button"
          onClick={() => onOpen(transaction)}
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
        >
          {titleOf(transaction)}
        </button>
        <p className="text-xs text-pretty text-muted">
          {formatDay(dayOf(transaction), 'short')} · {children}
          <span className="max-sm:hidden"> · {formatAccount(account.name, account.mask)}</span>
        </p>
      </div>
      <Money amount={amount} currency={currency} flow className="shrink-0" />
    </li>
  );
}

/** How many of all are there, and the way to more. */
function More({ query, shown, all }: { query: Pages; shown: number; all: number }) {
  if (shown === 0 || shown >= all) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <p className="text-xs text-muted">
        {formatCount(shown)} of {formatCount(all)}; the total is of all
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        Load More
      </Button>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-xs text-trouble">
          More could not be loaded. Please try again.
        </p>
      )}
    </div>
  );
}
