import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../platform/api/api-client.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { storeToken } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { CodeField, isCompleteCode } from './code-field.tsx';
import { FactorChoice } from './factor-choice.tsx';
import { factorsCopy } from './factors.copy.ts';
import { LostFactors } from './lost-factors.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { type PendingSignIn, setPendingSignIn } from './pending-sign-in.ts';
import { usableFactors } from './usable-factors.ts';

const copy = factorsCopy.signIn;

/** The second step of a sign-in: asks for a code or a passkey, and stores the token. */
export function SecondStep({
  pending,
  onBack,
}: {
  pending: PendingSignIn;
  /** Called with the reason if the user has to sign in again, or with null if they chose to. */
  onBack: (reason: string | null) => void;
}) {
  const factors = usableFactors(pending.factors);
  const [chosen, setFactor] = useState<SecondFactor>();
  const factor = chosen ?? factors[0] ?? pending.factors[0];
  return (
    <>
      <h1 className="text-lg font-semibold">{copy.title}</h1>
      <p className="mt-1 text-muted">{copy.text}</p>
      {factor === 'passkey' ? (
        <PasskeyForm challenge={pending.challenge} onBack={onBack} />
      ) : (
        <CodeForm key={factor} factor={factor} challenge={pending.challenge} onBack={onBack} />
      )}
      <FactorChoice factors={factors} chosen={factor} onChoose={setFactor} className="mt-4" />
      <LostFactors pending={pending} onBack={onBack} />
      <Button variant="ghost" size="small" className="mt-1 -ml-3" onClick={() => onBack(null)}>
        {copy.back}
      </Button>
    </>
  );
}

/** Sends a code of the authenticator app or a recovery code. */
function CodeForm({
  factor,
  challenge,
  onBack,
}: {
  factor: 'totp' | 'recovery_code';
  challenge: string;
  onBack: (reason: string) => void;
}) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<Error | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isTrusted, setTrusted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const send = async (typed: string) => {
    if (busy) return;
    setIncomplete(!isCompleteCode(factor, typed));
    if (!isCompleteCode(factor, typed)) return input.current?.focus();
    setBusy(true);
    setFailure(null);
    try {
      const body = { challenge, factor, code: typed, trust_device: isTrusted };
      const { access_token } = await call('POST /auth/second_factor', { body });
      setPendingSignIn(null);
      storeToken(access_token);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // The challenge has expired, or the password has changed: the user has to sign in again.
      if (error instanceof ApiError && error.status === 401) return onBack(error.message);
      setFailure(error);
      input.current?.select();
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const isWrong = failure instanceof ApiError && failure.code === 'wrong_code';
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
      <CodeField
        ref={input}
        kind={factor}
        code={code}
        onChange={setCode}
        onComplete={send}
        error={isIncomplete ? incompleteMessage(factor) : isWrong ? failure.message : null}
      />
      <TrustCheckbox checked={isTrusted} onChange={setTrusted} />
      <FormError>{isWrong ? null : failure?.message}</FormError>
      <Button type="submit" size="large" busy={busy}>
        {copy.submit}
      </Button>
    </form>
  );
}

/** Lets the user trust this device, so that its next sign-ins need no second step. */
function TrustCheckbox({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const noteId = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={`${noteId}-trust`}
        aria-describedby={noteId}
        type="checkbox"
        name="trust-device"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={`${noteId}-trust`} className="block cursor-pointer font-medium touch:py-1">
          {copy.trust}
        </label>
        <p id={noteId} className="text-xs text-muted">
          {copy.trustNote}
        </p>
      </div>
    </div>
  );
}

const incompleteMessage = (factor: 'totp' | 'recovery_code'): string =>
  factor === 'totp' ? factorsCopy.code.incomplete : factorsCopy.code.empty;
