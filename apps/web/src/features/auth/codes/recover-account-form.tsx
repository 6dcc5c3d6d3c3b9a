import { isEmail } from '@cairn/contract/rules/credential-rules';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { authCopy } from '../auth.copy.ts';
import { requestReset } from './one-time-codes.api.ts';

const copy = authCopy.recover;

/** A request for the password reset email. `error` says why the email may not have been sent. */
export interface ResetRequest {
  readonly email: string;
  readonly error: string | null;
}

/** Requests the password reset email. */
export function RecoverAccountForm({
  onRequested,
}: {
  onRequested: (request: ResetRequest) => void;
}) {
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isInvalid = isSubmitted && !isEmail(email);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isEmail(email)) field.current?.focus();
    if (!isEmail(email) || busy) return;
    setBusy(true);
    const error = await requestReset(email).then(() => null, requestErrorMessage);
    onRequested({ email, error });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <Field
        ref={field}
        label={copy.email}
        name="email"
        type="email"
        autoComplete="username"
        placeholder={copy.emailPlaceholder}
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={isInvalid ? copy.invalidEmail : null}
      />
      <Button type="submit" size="large" busy={busy} disabled={isInvalid}>
        {copy.submit}
      </Button>
    </form>
  );
}

/** The message of a request that was rejected or got no response. Rethrows unexpected errors. */
function requestErrorMessage(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message;
  throw error;
}
