import { formatMessage } from '@cairn/contract/text/copy';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../platform/browser/download.ts';
import { useLeaveWarning } from '../../../platform/browser/leave-warning.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { useMarkCodesSaved } from './factors.api.ts';
import { factorsCopy } from './factors.copy.ts';

const copy = factorsCopy.codes;

/** Confirms that the user has saved the recovery codes that `RecoveryCodes` shows. */
export function SavedCodesButton({ onSaved }: { onSaved: () => void }) {
  const mark = useMarkCodesSaved();
  useLeaveWarning(mark.isIdle);
  return (
    <Button
      onClick={() => {
        // If this fails, the profile still points the codes out.
        mark.mutate();
        onSaved();
      }}
    >
      {copy.done}
    </Button>
  );
}

/** New recovery codes, with buttons to download and to copy them. They are shown once. */
export function RecoveryCodes({ email, codes }: { email: string; codes: readonly string[] }) {
  const [copyState, setCopyState] = useState<'not-copied' | 'copied' | 'failed'>('not-copied');
  const text = formatMessage(copy.file, { email, codes: codes.join('\n') });
  const copyCodes = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopyState('copied'),
      () => setCopyState('failed'),
    );
  return (
    <div className="flex flex-col gap-4">
      <ol
        aria-label={copy.list}
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-control bg-sunken px-4 py-3 font-mono text-base min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), copy.fileName)}
        >
          <Download aria-hidden="true" className="size-4" />
          {copy.download}
        </Button>
        <Button variant="secondary" onClick={copyCodes}>
          <Copy aria-hidden="true" className="size-4" />
          {copyState === 'copied' ? copy.copied : copy.copy}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copyState === 'copied' && copy.copied}
      </span>
      <FormError>{copyState === 'failed' && copy.copyFailed}</FormError>
    </div>
  );
}
