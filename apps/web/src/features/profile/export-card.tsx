import { Download } from 'lucide-react';
import { useDownload } from '../../platform/download.ts';
import { queryClient } from '../../platform/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadProgress } from '../../ui/download-progress.tsx';
import { FormError } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';

const file = 'cairn-export.zip';

/** Downloads everything we hold on the person. */
export function ExportCard() {
  const download = useDownload('GET /user/export', {
    name: file,
    onSaved: () => {
      showToast({ title: 'Your data was downloaded', description: file });
      queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
    },
  });
  return (
    <Card
      id="data"
      tabIndex={-1}
      title="Your data"
      bodyClass="flex flex-col items-start gap-4 px-5 pt-2 pb-5 sm:px-6"
    >
      <p className="text-muted">
        Everything that Cairn holds on you, as a zip with JSON and CSV files: profile, accounts,
        transactions, and what you changed.
      </p>
      {download.bytes === null ? (
        <Button variant="secondary" onClick={download.start}>
          <Download aria-hidden="true" className="size-4" />
          Download my data
        </Button>
      ) : (
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <DownloadProgress what="your data" bytes={download.bytes} />
          <Button variant="ghost" size="small" onClick={download.stop}>
            Cancel
          </Button>
        </div>
      )}
      <FormError>{download.failure}</FormError>
    </Card>
  );
}
