import { formatMessage } from '@cairn/contract/text/copy';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../platform/api/api-client.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { storeToken } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { factorsCopy } from './factors.copy.ts';
import { type PendingSignIn, setPendingSignIn } from './pending-sign-in.ts';

const copy = factorsCopy.lost;

/** For a user who has lost all second factors: asks to remove them, and removes them once that is possible. */
export function LostFactors({
  pending,
  onBack,
}: {
  pending: PendingSignIn;
  /** Called with the reason if the user has to sign in again. */
  onBack: (reason: string) => void;
}) {
  const [wasOpened, setOpened] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const [resetAt, setResetAt] = useState(pending.resetAt);
  // This is decided once, because the challenge expires after ten minutes anyway.
  const [isReady] = useState(() => resetAt !== null && Date.parse(resetAt) <= Date.now());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const body = { challenge: pending.challenge };
  const run = async (action: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof ApiError && error.status === 401) return onBack(error.message);
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  const ask = () =>
    run(async () => {
      setResetAt((await call('POST /auth/factor_reset', { body })).available_at);
      // The pressed button disappears, so the focus moves to the heading.
      heading.current?.focus();
    });
  const complete = () =>
    run(async () => {
      const { access_token } = await call('POST /auth/factor_reset/complete', { body });
      setPendingSignIn(null);
      storeToken(access_token);
    });
  // The pressed button disappears, so the focus moves to the heading. If the section is open from the start, the focus
  // stays in the code's input.
  useEffect(() => {
    if (wasOpened) heading.current?.focus();
  }, [wasOpened]);
  if (!wasOpened && pending.resetAt === null) {
    return (
      <Button variant="ghost" size="small" className="mt-1 -ml-3" onClick={() => setOpened(true)}>
        {copy.open}
      </Button>
    );
  }
  return (
    <section
      aria-labelledby={headingId}
      className="mt-3 mb-2 flex flex-col items-start gap-3 rounded-control bg-sunken px-4 py-3"
    >
      <h2 id={headingId} ref={heading} tabIndex={-1} className="font-medium outline-none">
        {copy.open}
      </h2>
      <p role="status" className="text-pretty">
        {resetAt === null
          ? copy.text
          : isReady
            ? copy.ready
            : formatMessage(pending.resetAt === null ? copy.asked : copy.found, {
                time: formatInstant(resetAt),
              })}
      </p>
      {resetAt === null && (
        <Button variant="secondary" busy={busy} onClick={ask}>
          {copy.ask}
        </Button>
      )}
      {isReady && (
        <Button variant="danger" busy={busy} onClick={complete}>
          {copy.complete}
        </Button>
      )}
      <FormError>{failure}</FormError>
    </section>
  );
}
