import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import { registerStepUpPrompt } from '../../../platform/session/step-up-prompt.ts';

const StepUpDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog })),
);

/** A call that waits for the user to confirm that it's them. */
interface PendingStepUp {
  readonly factors: readonly StepUpFactor[];
  readonly resolve: (isConfirmed: boolean) => void;
}

/** Shows the step-up dialog whenever a call requires it. Mounted once, around everything that needs a session. */
export function StepUpHost({ onSignInAgain }: { onSignInAgain: () => void }) {
  const [pending, setPending] = useState<PendingStepUp | null>(null);
  useEffect(
    () =>
      registerStepUpPrompt((factors) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setPending({ factors, resolve });
        return promise;
      }),
    [],
  );
  if (pending === null) return null;
  return (
    <Suspense>
      <StepUpDialog
        factors={pending.factors}
        onSignInAgain={onSignInAgain}
        onAnswer={pending.resolve}
        onClosed={() => setPending(null)}
      />
    </Suspense>
  );
}
