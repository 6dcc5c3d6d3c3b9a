import { sizeWords } from '../platform/download.ts';
import { ProgressBar } from './spinner.tsx';

/** That a download runs, and how much of it has come. `what`: 'your data'. */
export function DownloadProgress({ what, bytes }: { what: string; bytes: number }) {
  return (
    <div className="grow basis-48">
      <p role="status" className="mb-2">
        {bytes === 0 ? `Gathering ${what}…` : `Downloading ${what}…`}{' '}
        {bytes > 0 && <span className="figures text-muted">{sizeWords(bytes)}</span>}
      </p>
      <ProgressBar label={`Downloading ${what}`} />
    </div>
  );
}
