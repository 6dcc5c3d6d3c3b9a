import { useState } from 'react';
import { call } from '../../../platform/api/api-client.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { factorsCopy } from './factors.copy.ts';

const copy = factorsCopy.cancelReset;

/** Cancels a request to turn off two-step verification, with the code of an emailed link. */
export function CancelReset({
  code,
  onResult,
}: {
  code: string;
  onResult: (result: 'done' | 'invalid') => void;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call('POST /auth/factor_reset/cancel', { body: { code } });
      onResult('done');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof ApiError && error.code === 'link_expired') return onResult('invalid');
      setFailure(error.message);
      setBusy(false);
    }
  };
  return (
    <>
      <h1 className="text-lg font-semibold">{copy.title}</h1>
      <p className="mt-2 text-pretty text-muted">{copy.text}</p>
      <FormError className="mt-4">{failure}</FormError>
      <Button size="large" className="mt-6 w-full" busy={busy} onClick={cancel}>
        {copy.submit}
      </Button>
    </>
  );
}
