import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDownload } from '../../platform/download.ts';
import { formatCount } from '../../platform/formats.ts';
import type { ProvenTotal } from '../../platform/proof-address.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadProgress } from '../../ui/download-progress.tsx';
import { FormError } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Proof, type ProvenTransaction, useProof } from './proof.api.ts';
import { ProvenAccounts } from './proof-accounts.tsx';
import { ExplainedChange, IncludedRows, LeftOutRows } from './proof-rows.tsx';
import { ProvenStreams } from './proof-streams.tsx';
import { proofTitle, whenWords } from './proof-words.ts';

/**
 * What a total is made of: the rows in it, those left out with the reason of each, and the sum. Mounted
 * while open.
 */
export default function ProofDialog({
  total,
  groupLabel,
  listLink,
  onOpen,
  onClose,
  children,
}: {
  total: ProvenTotal;
  /** What a group of accounts is called. */
  groupLabel: (group: string) => string;
  /** Leads to the list of transactions with the total's days and category; null for balances. */
  listLink: (period: { from: string; to: string }) => ReactNode;
  onOpen: (transaction: ProvenTransaction) => void;
  onClose: () => void;
  /** What is open above it: one of its transactions. */
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const included = useProof(total, 'included');
  const proof = included.data?.pages.at(-1);
  return (
    <Dialog
      title={proofTitle(total, groupLabel)}
      // Whether it is of days or of balances is known once it is there: the line's room is kept.
      description={whenWords(total, proof) ?? '\u00a0'}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      footer={
        <>
          {proof?.made_of === 'transactions' && proof.period && listLink(proof.period)}
          {proof && <DownloadProof total={total} proof={proof} />}
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Close
          </Button>
        </>
      }
    >
      {proof && <Proved total={total} proof={proof} included={included} onOpen={onOpen} />}
      {!proof && included.error && (
        <ErrorState
          className="min-h-80 justify-center"
          title="The proof could not be loaded"
          detail={included.error.message}
          retry={() => included.refetch()}
          retrying={included.isFetching}
        />
      )}
      {!proof && !included.error && <Loading />}
      {children}
    </Dialog>
  );
}

/** The sum with its two lists: of transactions, or of accounts. */
function Proved({
  total,
  proof,
  included,
  onOpen,
}: {
  total: ProvenTotal;
  proof: Proof;
  included: ReturnType<typeof useProof>;
  onOpen: (transaction: ProvenTransaction) => void;
}) {
  return (
    <>
      <Sum proof={proof} />
      {proof.made_of === 'streams' && <ProvenStreams proof={proof} />}
      {(proof.made_of === 'balances' || proof.made_of === 'changes') && (
        <ProvenAccounts proof={proof} />
      )}
      {proof.unexplained !== null && (
        <ExplainedChange proof={proof} query={included} onOpen={onOpen} />
      )}
      {proof.made_of === 'transactions' && (
        <Tabs
          label="The transactions of this total"
          tabs={[
            {
              value: 'included',
              label: `In this total (${formatCount(proof.counts.included)})`,
              content: <IncludedRows proof={proof} query={included} onOpen={onOpen} />,
            },
            {
              value: 'left_out',
              label: `Left out (${formatCount(proof.counts.left_out)})`,
              content: <LeftOutRows total={total} proof={proof} onOpen={onOpen} />,
            },
          ]}
        />
      )}
    </>
  );
}

/** The number itself, and what of it is easily overlooked. */
function Sum({ proof }: { proof: Proof }) {
  const { sum, currency, netted, pending, made_of } = proof;
  const money = (amount: number) => <Money amount={amount} {...(currency && { currency })} />;
  return (
    <div className="mb-5">
      <p className="text-2xl">
        {made_of === 'changes' && sum > 0 && '+'}
        <Money amount={sum} hero {...(currency && { currency })} />
      </p>
      {made_of === 'transactions' && (netted.count > 0 || pending.count > 0) && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
          {netted.count > 0 && (
            <li>
              {proof.sign === 1 ? 'Refunds lower it by' : 'Payments lower it by'}{' '}
              {money(-netted.sum)} ({formatCount(netted.count)})
            </li>
          )}
          {pending.count > 0 && (
            <li>
              Pending counted: {money(pending.sum)} ({formatCount(pending.count)})
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

const files: Record<Proof['made_of'], { what: string; file: string }> = {
  transactions: { what: 'transactions', file: 'transactions.csv' },
  balances: { what: 'balances', file: 'accounts.csv' },
  changes: { what: 'changes', file: 'accounts.csv' },
  streams: { what: 'payments', file: 'recurring.csv' },
};

/** What the total is made of as a file: of rows the one that the list is downloaded as, or the balances. */
function DownloadProof({ total, proof }: { total: ProvenTotal; proof: Proof }) {
  const { made_of, unexplained, counts } = proof;
  // Of the change of one account it is what explains it.
  const { what, file } = files[unexplained === null ? made_of : 'transactions'];
  const download = useDownload('POST /user/proof/export', {
    name: file,
    body: total,
    onSaved: () => showToast({ title: `The ${what} were downloaded`, description: file }),
  });
  return (
    <>
      {download.bytes !== null && <DownloadProgress what={`the ${what}`} bytes={download.bytes} />}
      <FormError>{download.failure && `Failed to download file. ${download.failure}`}</FormError>
      <Button
        variant="ghost"
        busy={download.bytes !== null}
        spent={counts.included + (what === 'transactions' ? 0 : counts.left_out) === 0}
        onClick={download.start}
      >
        <Download aria-hidden="true" className="size-4" />
        Download
      </Button>
    </>
  );
}

function Loading() {
  return (
    <>
      <LoadingNote>Loading what this number is made of</LoadingNote>
      <Skeleton className="h-10 w-44" />
      <Skeleton className="mt-7 h-6 w-60" />
      {placeholders(5).map((key) => (
        <div key={key} className="flex items-center gap-3 border-b border-line py-3">
          <Skeleton className="size-9 rounded-lg" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </>
  );
}
