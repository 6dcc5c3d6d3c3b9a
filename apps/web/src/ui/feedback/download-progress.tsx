import { formatMessage } from '@cairn/contract/text/copy';
import { formatFileSize } from '../../platform/browser/download.ts';
import { uiCopy } from '../ui.copy.ts';
import { ProgressBar } from './spinner.tsx';

/** The progress of a download. `subject` names the content, as in 'your data'; `bytes` is its size so far. */
export function DownloadProgress({ subject, bytes }: { subject: string; bytes: number }) {
  return (
    <div className="grow basis-48">
      <p role="status" className="mb-2">
        {formatMessage(bytes === 0 ? uiCopy.preparingDownload : uiCopy.downloading, { subject })}{' '}
        {bytes > 0 && <span className="figures text-muted">{formatFileSize(bytes)}</span>}
      </p>
      <ProgressBar label={formatMessage(uiCopy.downloadProgress, { subject })} />
    </div>
  );
}
