import type { Proof, ProofOf } from '@cairn/contract/proof';
import { formatMessage } from '@cairn/contract/text/copy';
import { type ReactNode, useState } from 'react';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { formatCount } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DownloadProof } from './download-proof.tsx';
import { type ProofTransaction, useProof } from './proof.api.ts';
import { proofCopy } from './proof.copy.ts';
import { ProofBalances, ProofChanges } from './proof-accounts.tsx';
import { estimatedNames, proofPeriodLabel, proofTitle } from './proof-labels.ts';
import { IncludedRows, LeftOutRows, PostedRows } from './proof-rows.tsx';
import { ProofStreams } from './proof-streams.tsx';

/**
 * The proof of a total: its sum, the rows that add up to it, and the rows left out with their reasons. Mounted
 * while open.
 */
export default function ProofDialog({
  total,
  groupLabel,
  listLink,
  onOpenTransaction,
  onClose,
  children,
}: {
  total: ProvenTotal;
  /** The display name of a group of accounts. */
  groupLabel: (group: string) => string;
  /** Renders a link to the transaction list, filtered to the total's period and category. Null for balances. */
  listLink: (period: { from: string; to: string }) => ReactNode;
  onOpenTransaction: (transaction: ProofTransaction) => void;
  onClose: () => void;
  /** The dialog of one of the transactions, on top of this one. */
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const query = useProof(total);
  const proof = query.data?.proof;
  return (
    <Dialog
      title={proofTitle(total, groupLabel)}
      // A non-breaking space reserves the line until the proof has loaded.
      description={proofPeriodLabel(total, proof) ?? '\u00a0'}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      footer={
        <>
          {proof?.kind === 'transactions' && proof.period && listLink(proof.period)}
          {proof && <DownloadProof total={total} proof={proof} />}
          <Button variant="secondary" onClick={() => setOpen(false)}>
            {proofCopy.close}
          </Button>
        </>
      }
    >
      {proof && (
        <>
          <Sum proof={proof} knownOnly={total.known_only === true} />
          <ProofContent
            proof={proof}
            total={total}
            query={query}
            onOpenTransaction={onOpenTransaction}
          />
        </>
      )}
      {!proof && query.error && (
        <ErrorState
          className="min-h-80 justify-center"
          title={proofCopy.loadFailed}
          detail={query.error.message}
          retry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!proof && !query.error && <Loading />}
      {children}
    </Dialog>
  );
}

interface ContentProps {
  total: ProvenTotal;
  query: ReturnType<typeof useProof>;
  onOpenTransaction: (transaction: ProofTransaction) => void;
}

/** The lists of what a total includes and leaves out. */
function ProofContent({ proof, total, query, onOpenTransaction }: ContentProps & { proof: Proof }) {
  switch (proof.kind) {
    case 'transactions':
      return (
        <TransactionTabs
          proof={proof}
          total={total}
          query={query}
          onOpenTransaction={onOpenTransaction}
        />
      );
    case 'balances':
      return <ProofBalances proof={proof} />;
    case 'changes':
      return (
        <>
          <ProofChanges proof={proof} />
          {proof.posted && (
            <PostedRows
              posted={proof.posted}
              currency={proof.currency}
              query={query}
              onOpenTransaction={onOpenTransaction}
            />
          )}
        </>
      );
    case 'streams':
      return <ProofStreams proof={proof} total={total} />;
    default:
      return proof satisfies never;
  }
}

function TransactionTabs({
  proof,
  total,
  query,
  onOpenTransaction,
}: ContentProps & { proof: ProofOf<'transactions'> }) {
  const { included, omitted } = proof.counts;
  return (
    <Tabs
      label={proofCopy.tabs}
      tabs={[
        {
          value: 'included',
          label: formatMessage(proofCopy.inThisTotalCount, { count: formatCount(included) }),
          content: (
            <IncludedRows count={included} query={query} onOpenTransaction={onOpenTransaction} />
          ),
        },
        {
          value: 'omitted',
          label: formatMessage(proofCopy.leftOutCount, { count: formatCount(omitted) }),
          content: (
            <LeftOutRows total={total} proof={proof} onOpenTransaction={onOpenTransaction} />
          ),
        },
      ]}
    />
  );
}

/** The total, with the refunds and pending transactions in it. */
function Sum({ proof, knownOnly }: { proof: Proof; knownOnly: boolean }) {
  const { sum, currency, kind } = proof;
  return (
    <div className="mb-5">
      <p className="text-2xl">
        {kind === 'changes' && sum > 0 && '+'}
        <Money amount={sum} hero {...(currency && { currency })} />
      </p>
      {kind === 'transactions' && <PartsOfSum proof={proof} />}
      {(kind === 'balances' || kind === 'changes') && (
        <EstimatesNote names={estimatedNames(proof)} knownOnly={knownOnly} />
      )}
    </div>
  );
}

/** Names the accounts whose balances in a total are estimated, or notes that estimates are left out. */
function EstimatesNote({ names, knownOnly }: { names: readonly string[]; knownOnly: boolean }) {
  if (knownOnly) return <p className="mt-2 text-muted">{proofCopy.balances.knownOnly}</p>;
  if (names.length === 0) return null;
  return (
    <p className="mt-2 text-attention">
      {formatMessage(proofCopy.balances.estimatedAccounts, { accounts: names.join(', ') })}
    </p>
  );
}

function PartsOfSum({
  proof: { currency, sign, offsets, pending },
}: {
  proof: ProofOf<'transactions'>;
}) {
  if (offsets.count === 0 && pending.count === 0) return null;
  const money = (amount: number) => <Money amount={amount} {...(currency && { currency })} />;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {offsets.count > 0 && (
        <li>
          <Message
            text={sign === 1 ? proofCopy.refundsReduce : proofCopy.paymentsReduce}
            values={{ amount: money(-offsets.sum), count: formatCount(offsets.count) }}
          />
        </li>
      )}
      {pending.count > 0 && (
        <li>
          <Message
            text={proofCopy.pendingIncluded}
            values={{ amount: money(pending.sum), count: formatCount(pending.count) }}
          />
        </li>
      )}
    </ul>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{proofCopy.loading}</LoadingAnnouncement>
      <Skeleton className="h-10 w-44" />
      <Skeleton className="mt-7 h-6 w-60" />
      {placeholderKeys(5).map((key) => (
        <div key={key} className="flex items-center gap-3 border-b border-line py-3">
          <Skeleton className="size-9 rounded-lg" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </>
  );
}
