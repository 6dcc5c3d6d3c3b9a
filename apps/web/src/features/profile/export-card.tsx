import { Download } from 'lucide-react';
import { queryClient } from '../../platform/api/query-client.ts';
import { useDownload } from '../../platform/browser/download.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadProgress } from '../../ui/feedback/download-progress.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.export;
const fileName = 'cairn-export.zip';

/** Downloads all of the user's data. */
export function ExportCard() {
  const download = useDownload('GET /user/export', {
    name: fileName,
    onSaved: () => {
      showToast({ title: copy.downloaded, description: fileName });
      queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
    },
  });
  return (
    <Card
      id="data"
      tabIndex={-1}
      title={copy.title}
      bodyClass="flex flex-col items-start gap-4 px-5 pt-2 pb-5 sm:px-6"
    >
      <p className="text-muted">{copy.text}</p>
      {download.bytes === null ? (
        <Button variant="secondary" onClick={download.start}>
          <Download aria-hidden="true" className="size-4" />
          {copy.download}
        </Button>
      ) : (
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <DownloadProgress subject={copy.subject} bytes={download.bytes} />
          <Button variant="ghost" size="small" onClick={download.cancel}>
            {profileCopy.cancel}
          </Button>
        </div>
      )}
      <FormError>{download.errorMessage}</FormError>
    </Card>
  );
}
