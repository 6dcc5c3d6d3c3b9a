import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import { registerStepUpPrompt } from '../../../platform/session/step-up-prompt.ts';

const StepUpDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog })),
);

/** A call that waits for the user to confirm that it's them. */
interface Waiting {
  readonly factors: readonly StepUpFactor[];
  readonly resolve: (isConfirmed: boolean) => void;
}

/** Shows the step-up dialog whenever a call requires it. Mounted once, around everything that needs a session. */
export function StepUpHost({ onSignInAgain }: { onSignInAgain: () => void }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(
    () =>
      registerStepUpPrompt((factors) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setWaiting({ factors, resolve });
        return promise;
      }),
    [],
  );
  if (waiting === null) return null;
  return (
    <Suspense>
      <StepUpDialog
        factors={waiting.factors}
        onSignInAgain={onSignInAgain}
        onAnswer={waiting.resolve}
        onClosed={() => setWaiting(null)}
      />
    </Suspense>
  );
}
