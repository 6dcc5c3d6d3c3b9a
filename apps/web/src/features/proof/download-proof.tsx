import type { Proof } from '@cairn/contract/proof';
import { formatMessage } from '@cairn/contract/text/copy';
import { Download } from 'lucide-react';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { useDownload } from '../../platform/browser/download.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadProgress } from '../../ui/feedback/download-progress.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { proofCopy } from './proof.copy.ts';

const { download: downloadCopy } = proofCopy;

interface ProofFile {
  name: string;
  copy: { subject: string; done: string };
  /** The number of lines without the header. */
  lineCount: number;
}

/** The CSV file with the rows of a proof. */
function fileOf(proof: Proof): ProofFile {
  switch (proof.kind) {
    case 'transactions':
      return {
        name: 'transactions.csv',
        copy: downloadCopy.transactions,
        lineCount: proof.counts.included,
      };
    case 'balances':
      return {
        name: 'accounts.csv',
        copy: downloadCopy.balances,
        lineCount: proof.accounts.length + proof.omitted_accounts.length,
      };
    case 'changes':
      // The file of one account's change has the transactions that explain it.
      return proof.posted === null
        ? { name: 'accounts.csv', copy: downloadCopy.changes, lineCount: proof.accounts.length }
        : {
            name: 'transactions.csv',
            copy: downloadCopy.transactions,
            lineCount: proof.posted.count,
          };
    case 'streams':
      return {
        name: 'recurring.csv',
        copy: downloadCopy.payments,
        lineCount: proof.streams.length + proof.omitted_streams.length,
      };
    default:
      return proof satisfies never;
  }
}

/** Downloads the rows or balances of a total as a CSV file. */
export function DownloadProof({ total, proof }: { total: ProvenTotal; proof: Proof }) {
  const { name, copy, lineCount } = fileOf(proof);
  const download = useDownload('POST /user/proof/export', {
    name,
    body: total,
    onSaved: () => showToast({ title: copy.done, description: name }),
  });
  return (
    <>
      {download.bytes !== null && (
        <DownloadProgress subject={copy.subject} bytes={download.bytes} />
      )}
      <FormError>
        {download.errorMessage &&
          formatMessage(downloadCopy.failed, { reason: download.errorMessage })}
      </FormError>
      <Button
        variant="ghost"
        busy={download.bytes !== null}
        disabledFocusable={lineCount === 0}
        onClick={download.start}
      >
        <Download aria-hidden="true" className="size-4" />
        {downloadCopy.action}
      </Button>
    </>
  );
}
