import { formatMessage } from '@cairn/contract/text/copy';
import { formatFileSize } from '../../platform/browser/download.ts';
import { uiCopy } from '../ui.copy.ts';
import { ProgressBar } from './spinner.tsx';

/** The progress of a download. `what` names the content, as in 'your data'; `bytes` is its size so far. */
export function DownloadProgress({ what, bytes }: { what: string; bytes: number }) {
  return (
    <div className="grow basis-48">
      <p role="status" className="mb-2">
        {formatMessage(bytes === 0 ? uiCopy.preparingDownload : uiCopy.downloading, { what })}{' '}
        {bytes > 0 && <span className="figures text-muted">{formatFileSize(bytes)}</span>}
      </p>
      <ProgressBar label={formatMessage(uiCopy.downloadProgress, { what })} />
    </div>
  );
}
