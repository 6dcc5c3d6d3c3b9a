import { formatMessage } from '@cairn/contract/copy';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDownload } from '../../platform/download.ts';
import { formatCount } from '../../platform/formats.ts';
import type { ProvenTotal } from '../../platform/proof-address.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadProgress } from '../../ui/download-progress.tsx';
import { FormError } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Proof, type ProvenTransaction, useProof } from './proof.api.ts';
import { proofCopy } from './proof.copy.ts';
import { ProvenAccounts } from './proof-accounts.tsx';
import { ExplainedChange, IncludedRows, LeftOutRows } from './proof-rows.tsx';
import { ProvenStreams } from './proof-streams.tsx';
import { proofTitle, whenWords } from './proof-words.ts';

/**
 * The proof of a total: its sum, the rows that add up to it, and the rows left out with their reasons. Mount it
 * while it is open.
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
  /** The display name of a group of accounts. */
  groupLabel: (group: string) => string;
  /** A link to the transaction list, filtered to the total's period and category. Null for balances. */
  listLink: (period: { from: string; to: string }) => ReactNode;
  onOpen: (transaction: ProvenTransaction) => void;
  onClose: () => void;
  /** The dialog on top of this one: one of its transactions. */
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const included = useProof(total, 'included');
  const proof = included.data?.pages.at(-1);
  return (
    <Dialog
      title={proofTitle(total, groupLabel)}
      // A non-breaking space reserves the line until the proof has loaded.
      description={whenWords(total, proof) ?? '\u00a0'}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      footer={
        <>
          {proof?.made_of === 'transactions' && proof.period && listLink(proof.period)}
          {proof && <DownloadProof total={total} proof={proof} />}
          <Button variant="secondary" onClick={() => setOpen(false)}>
            {proofCopy.close}
          </Button>
        </>
      }
    >
      {proof && <ProofContent total={total} proof={proof} included={included} onOpen={onOpen} />}
      {!proof && included.error && (
        <ErrorState
          className="min-h-80 justify-center"
          title={proofCopy.loadFailed}
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

/** The sum, and the lists of what it includes and leaves out. */
function ProofContent({
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
          label={proofCopy.tabs}
          tabs={[
            {
              value: 'included',
              label: formatMessage(proofCopy.inThisTotalCount, {
                count: formatCount(proof.counts.included),
              }),
              content: <IncludedRows proof={proof} query={included} onOpen={onOpen} />,
            },
            {
              value: 'left_out',
              label: formatMessage(proofCopy.leftOutCount, {
                count: formatCount(proof.counts.left_out),
              }),
              content: <LeftOutRows total={total} proof={proof} onOpen={onOpen} />,
            },
          ]}
        />
      )}
    </>
  );
}

/** The total, with the refunds and pending transactions in it. */
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
              <Message
                text={proof.sign === 1 ? proofCopy.refundsReduce : proofCopy.paymentsReduce}
                values={{ amount: money(-netted.sum), count: formatCount(netted.count) }}
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
      )}
    </div>
  );
}

const { download: downloadCopy } = proofCopy;

const files = {
  transactions: { name: 'transactions.csv', copy: downloadCopy.transactions },
  balances: { name: 'accounts.csv', copy: downloadCopy.balances },
  changes: { name: 'accounts.csv', copy: downloadCopy.changes },
  streams: { name: 'recurring.csv', copy: downloadCopy.payments },
} satisfies Record<Proof['made_of'], { name: string; copy: { subject: string; done: string } }>;

/** Downloads the rows or balances of a total as a CSV file. */
function DownloadProof({ total, proof }: { total: ProvenTotal; proof: Proof }) {
  const { made_of, unexplained, counts } = proof;
  // For the change of one account, the file has the transactions that explain it.
  const content = unexplained === null ? made_of : 'transactions';
  const { name, copy } = files[content];
  const download = useDownload('POST /user/proof/export', {
    name,
    body: total,
    onSaved: () => showToast({ title: copy.done, description: name }),
  });
  return (
    <>
      {download.bytes !== null && <DownloadProgress what={copy.subject} bytes={download.bytes} />}
      <FormError>
        {download.failure && formatMessage(downloadCopy.failed, { reason: download.failure })}
      </FormError>
      <Button
        variant="ghost"
        busy={download.bytes !== null}
        spent={counts.included + (content === 'transactions' ? 0 : counts.left_out) === 0}
        onClick={download.start}
      >
        <Download aria-hidden="true" className="size-4" />
        {downloadCopy.action}
      </Button>
    </>
  );
}

function Loading() {
  return (
    <>
      <LoadingNote>{proofCopy.loading}</LoadingNote>
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
