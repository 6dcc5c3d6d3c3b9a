import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/api-client.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { storeToken } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { requestPasskey } from '../auth.api.ts';
import { passkeyMessage } from '../passkeys/passkey-message.ts';
import { factorsCopy } from './factors.copy.ts';
import { setPendingSignIn } from './pending-sign-in.ts';

/** Completes a sign-in with a passkey. Calls `onBack` with the reason if the user has to sign in again. */
export function PasskeyForm({
  challenge,
  onBack,
}: {
  challenge: string;
  onBack: (reason: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const assertion = await requestPasskey({ suggest: false });
      const body = { challenge, factor: 'passkey', assertion } as const;
      const { access_token } = await call('POST /auth/second_factor', { body });
      setPendingSignIn(null);
      storeToken(access_token);
    } catch (error) {
      // The challenge has expired, or the password has changed.
      if (error instanceof ApiError && error.status === 401) return onBack(error.message);
      setFailure(passkeyMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-6 flex flex-col gap-5">
      <p className="text-muted">{factorsCopy.passkey.hint}</p>
      <FormError>{failure}</FormError>
      <Button ref={button} size="large" busy={busy} onClick={confirm}>
        {factorsCopy.passkey.use}
      </Button>
    </div>
  );
}
