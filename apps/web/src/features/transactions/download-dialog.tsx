import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDownload } from '../../platform/download.ts';
import { formatCount } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadProgress } from '../../ui/download-progress.tsx';
import { FormError } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { selectionWords } from './selection-words.ts';
import { bodyOfFilter, type TransactionFilter } from './transaction-filter.ts';
import { useSelectionSums } from './transaction-pages.api.ts';

const file = 'transactions.csv';

/** Says what the file will hold, and downloads it. Mounted while open. */
export default function DownloadDialog({
  filter,
  accountName,
  onClosed,
}: {
  filter: TransactionFilter;
  /** What an account is called, by its id. */
  accountName: (id: string) => string;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { data: sums } = useSelectionSums(filter);
  const download = useDownload('POST /user/transactions/export', {
    name: file,
    body: bodyOfFilter(filter),
    onSaved: () => {
      showToast({ title: 'Your transactions were downloaded', description: file });
      setOpen(false);
    },
  });
  const running = download.bytes !== null;
  return (
    <Dialog
      title="Download transactions"
      description="A table that every spreadsheet opens, with one row for each transaction."
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => (running ? download.stop() : setOpen(false))}>
            Cancel
          </Button>
          <Button busy={running} spent={sums?.count === 0} onClick={download.start}>
            <Download aria-hidden="true" className="size-4" />
            Download
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Line name="File">{file}</Line>
        <Line name="Rows">{sums ? formatCount(sums.count) : '…'}</Line>
        {selectionWords(filter, accountName).map(({ name, text }) => (
          <Line key={name} name={name}>
            {text}
          </Line>
        ))}
      </dl>
      {download.bytes !== null && (
        <div className="mt-5">
          <DownloadProgress what="your transactions" bytes={download.bytes} />
        </div>
      )}
      <FormError className="mt-5">
        {download.failure && `Failed to download file. ${download.failure}`}
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
