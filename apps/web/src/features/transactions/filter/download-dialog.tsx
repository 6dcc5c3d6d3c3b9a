import { formatMessage } from '@cairn/contract/text/copy';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDownload } from '../../../platform/browser/download.ts';
import { formatCount } from '../../../platform/formats/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadProgress } from '../../../ui/feedback/download-progress.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { summarizeFilter } from '../list/filter-summary.ts';
import { useFilterTotals } from '../list/transaction-pages.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { filterToExportBody, type TransactionFilter } from './transaction-filter.ts';

const fileName = 'transactions.csv';
const copy = transactionsCopy.download;

/** Summarizes and downloads the filtered transactions. Mounted while open. */
export default function DownloadDialog({
  filter,
  accountIds,
  accountName,
  onClosed,
}: {
  filter: TransactionFilter;
  /** All accounts of the user. */
  accountIds: readonly string[];
  /** The display name of an account, by id. */
  accountName: (id: string) => string;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { data: totals } = useFilterTotals(filter);
  const download = useDownload('POST /user/transactions/export', {
    name: fileName,
    body: filterToExportBody(filter, accountIds),
    onSaved: () => {
      showToast({ title: copy.done, description: fileName });
      setOpen(false);
    },
  });
  const running = download.bytes !== null;
  return (
    <Dialog
      title={copy.title}
      description={copy.description}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => (running ? download.cancel() : setOpen(false))}>
            {transactionsCopy.cancel}
          </Button>
          <Button busy={running} disabledFocusable={totals?.count === 0} onClick={download.start}>
            <Download aria-hidden="true" className="size-4" />
            {copy.action}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Line name={copy.file}>{fileName}</Line>
        <Line name={copy.rows}>{totals ? formatCount(totals.count) : '…'}</Line>
        {summarizeFilter(filter, accountName).map(({ name, text }) => (
          <Line key={name} name={name}>
            {text}
          </Line>
        ))}
      </dl>
      {download.bytes !== null && (
        <div className="mt-5">
          <DownloadProgress subject={copy.progressSubject} bytes={download.bytes} />
        </div>
      )}
      <FormError className="mt-5">
        {download.errorMessage && formatMessage(copy.failed, { reason: download.errorMessage })}
      </FormError>
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-right font-medium break-words">{children}</dd>
    </>
  );
}
