import { formatMessage } from '@cairn/contract/text/copy';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { publicCopy } from '../frame/public.copy.ts';

const copy = publicCopy.error;

/** What support needs to know about an error, collapsed at first and ready to be copied. */
export function ErrorDetails({ error }: { error: unknown }) {
  // The time at which the error appeared, not at which the details are opened.
  const [time] = useState(() => new Date().toISOString());
  const [result, setResult] = useState<string | null>(null);
  const report = formatMessage(copy.report, {
    error: describe(error),
    // The path without the query, which may contain what the user searched for.
    page: window.location.pathname,
    time,
  });
  const copyReport = async () => {
    setResult(null);
    try {
      await navigator.clipboard.writeText(report);
      setResult(copy.copied);
    } catch {
      setResult(copy.copyFailed);
    }
  };
  return (
    <details className="group mt-6 border-t border-line pt-2 text-left">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform duration-150 group-open:rotate-90"
        />
        {copy.details}
      </summary>
      <p className="text-pretty text-muted">{copy.detailsHint}</p>
      <p className="mt-3 rounded-control bg-sunken px-3 py-2.5 text-xs whitespace-pre-line text-muted wrap-anywhere select-all">
        {report}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="secondary" size="small" onClick={copyReport}>
          {copy.copy}
        </Button>
        <p role="status" className="text-muted">
          {result}
        </p>
      </div>
    </details>
  );
}

/** The status of a route error, or an error's message. */
function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : copy.noMessage;
}
