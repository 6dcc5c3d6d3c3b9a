import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../platform/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { ProgressBar } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { downloadExport, exportFile, saveFile } from './download-export.ts';

/** Downloads everything we hold on the person. */
export function ExportCard() {
  const { bytes, failure, start, stop } = useExport();
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
      {bytes === null ? (
        <Button variant="secondary" onClick={start}>
          <Download aria-hidden="true" className="size-4" />
          Download my data
        </Button>
      ) : (
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <div className="grow basis-48">
            <p role="status" className="mb-2">
              {bytes === 0 ? 'Gathering your data…' : 'Downloading your data…'}{' '}
              {bytes > 0 && <span className="figures text-muted">{sizeWords(bytes)}</span>}
            </p>
            <ProgressBar label="Downloading your data" />
          </div>
          <Button variant="ghost" size="small" onClick={stop}>
            Cancel
          </Button>
        </div>
      )}
      <FormError>{failure}</FormError>
    </Card>
  );
}

/** One download at a time; leaving the page gives it up. */
function useExport() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const run = new AbortController();
    running.current = run;
    setBytes(0);
    setFailure(null);
    try {
      saveFile(await downloadExport(setBytes, run.signal), exportFile);
      showToast({ title: 'Your data was downloaded', description: exportFile });
      queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
    } catch (error) {
      if (!run.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBytes(null);
    }
  };
  return { bytes, failure, start, stop: () => running.current?.abort() };
}

/** `340 kB`, `1.2 MB`. */
function sizeWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
