import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { passkeyMessage } from '../passkeys/passkey-message.ts';
import { CodeField, isCompleteCode } from './code-field.tsx';
import { FactorChoice } from './factor-choice.tsx';
import { useStepUp } from './factors.api.ts';
import { factorsCopy } from './factors.copy.ts';
import { usableFactors } from './usable-factors.ts';

const copy = factorsCopy.stepUp;
const formId = 'step-up';

interface StepUpDialogProps {
  /** The factors to choose from. Empty if the user can only confirm by signing in again. */
  factors: readonly StepUpFactor[];
  onSignInAgain: () => void;
  /** Called once, with true if a factor was verified. */
  onAnswer: (isConfirmed: boolean) => void;
  onClosed: () => void;
}

/** Asks the user to confirm that it's them, before a sensitive call is repeated. Mounted while open. */
export function StepUpDialog({ factors, onSignInAgain, onAnswer, onClosed }: StepUpDialogProps) {
  const [open, setOpen] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const usable = usableFactors(factors);
  const [first] = usable;
  const close = (isConfirmed: boolean) => {
    setOpen(false);
    onAnswer(isConfirmed);
  };
  const stepUp = useStepUp();
  return (
    <Dialog
      title={first === undefined ? copy.signInTitle : copy.title}
      description={first === undefined ? copy.signInText : copy.text}
      width="small"
      open={open}
      onOpenChange={(next) => !next && close(false)}
      onClosed={onClosed}
      initialFocus={input}
      footer={
        <>
          <Button variant="ghost" onClick={() => close(false)}>
            {factorsCopy.cancel}
          </Button>
          {first === undefined ? (
            <Button onClick={onSignInAgain}>{copy.signIn}</Button>
          ) : (
            <Button ref={submit} type="submit" form={formId} busy={stepUp.isPending}>
              {copy.submit}
            </Button>
          )}
        </>
      }
    >
      {first !== undefined && (
        <StepUpForm
          factors={usable}
          first={first}
          stepUp={stepUp}
          input={input}
          submit={submit}
          onConfirmed={() => close(true)}
        />
      )}
    </Dialog>
  );
}

function StepUpForm({
  factors,
  first,
  stepUp,
  input,
  submit,
  onConfirmed,
}: {
  factors: readonly StepUpFactor[];
  first: StepUpFactor;
  stepUp: ReturnType<typeof useStepUp>;
  input: React.RefObject<HTMLInputElement | null>;
  submit: React.RefObject<HTMLButtonElement | null>;
  onConfirmed: () => void;
}) {
  const email = useSession()?.claims.username ?? '';
  const [factor, setFactor] = useState(first);
  const [typed, setTyped] = useState('');
  const { error } = stepUp;
  const isWrong =
    error instanceof ApiError && ['wrong_code', 'wrong_password'].includes(error.code);
  const inputError = isWrong ? error.message : null;
  const send = (secret: string) => {
    if (stepUp.isPending) return;
    const callbacks = { onSuccess: onConfirmed, onError: () => input.current?.select() };
    if (factor === 'passkey') return stepUp.mutate({ factor }, callbacks);
    if (factor === 'password') return stepUp.mutate({ factor, password: secret }, callbacks);
    if (!isCompleteCode(factor, secret)) return input.current?.focus();
    stepUp.mutate({ factor, code: secret }, callbacks);
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(typed);
      }}
      className="flex flex-col gap-4"
    >
      {factor === 'password' ? (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            ref={input}
            label={copy.password}
            name="password"
            autoComplete="current-password"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={inputError}
          />
        </>
      ) : factor === 'passkey' ? (
        <p className="text-muted">{factorsCopy.passkey.hint}</p>
      ) : (
        <CodeField
          key={factor}
          ref={input}
          kind={factor}
          code={typed}
          onChange={setTyped}
          onComplete={send}
          error={inputError}
        />
      )}
      <FormError>
        {factor === 'passkey' ? error && passkeyMessage(error) : isWrong ? null : error?.message}
      </FormError>
      <FactorChoice
        factors={factors}
        chosen={factor}
        onChoose={(next) => {
          // The form is rendered at once, so that the new input exists and can be focused.
          flushSync(() => {
            stepUp.reset();
            setTyped('');
            setFactor(next);
          });
          // A passkey has no input.
          (input.current ?? submit.current)?.focus();
        }}
      />
    </form>
  );
}
