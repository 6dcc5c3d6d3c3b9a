import { isEmail, signupEmailMessage } from '@cairn/contract/rules/credential-rules';
import { MailCheck } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { wrongPasswordMessage } from '../../domain/reauthentication.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Field, FormError } from '../../ui/form/field.tsx';
import { ReauthenticationField } from '../../ui/form/reauthentication-field.tsx';
import { Message } from '../../ui/message.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { type Profile, useChangeEmail } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.email;
const formId = 'change-email';

/** Requests a change of the email address. It takes effect when the emailed link is opened. */
export function ChangeEmailDialog({
  profile,
  onClosed,
}: {
  profile: Profile;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const emailInput = useRef<HTMLInputElement>(null);
  const change = useChangeEmail();
  const close = () => setOpen(false);
  const isSent = change.isSuccess;
  return (
    <Dialog
      title={copy.change}
      description={isSent ? undefined : copy.description}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      initialFocus={emailInput}
      footer={
        isSent ? (
          <Button onClick={close}>{copy.done}</Button>
        ) : (
          <>
            <Button variant="ghost" onClick={close}>
              {profileCopy.cancel}
            </Button>
            <Button type="submit" form={formId} busy={change.isPending}>
              {copy.send}
            </Button>
          </>
        )
      }
    >
      {isSent ? (
        <EmptyState icon={MailCheck} title={copy.sentTitle} className="px-0 py-2">
          <span role="status">
            <Message
              text={copy.sentText}
              values={{
                newEmail: (
                  <strong className="font-medium break-all text-ink">
                    {change.variables.email}
                  </strong>
                ),
                currentEmail: profile.email,
              }}
            />
          </span>
        </EmptyState>
      ) : (
        <ChangeEmailForm profile={profile} change={change} emailInput={emailInput} />
      )}
    </Dialog>
  );
}

function ChangeEmailForm({
  profile,
  change,
  emailInput,
}: {
  profile: Profile;
  change: ReturnType<typeof useChangeEmail>;
  emailInput: RefObject<HTMLInputElement | null>;
}) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { hasPassword, hasSecondFactor } = profile;
  // The password is always required if there is one: someone else may be using the signed-in device. Users without a
  // password, or with a second factor, are asked for a step-up by the server.
  const check = hasPassword && !hasSecondFactor ? 'password' : 'none';
  const problem = emailProblem(email, profile.email);
  const passwordError = wrongPasswordMessage(change.error);
  const emailError = rejectedAddressMessage(change.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (change.isPending) return;
    if (problem !== null) return emailInput.current?.focus();
    if (check === 'password' && password === '') return passwordInput.current?.focus();
    change.mutate(
      { email, ...(check === 'password' ? { password } : {}) },
      {
        onError: (error) => {
          if (wrongPasswordMessage(error) !== null) passwordInput.current?.select();
          if (rejectedAddressMessage(error) !== null) emailInput.current?.select();
        },
      },
    );
  };

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        ref={emailInput}
        label={copy.newEmail}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={(isSubmitted ? problem : null) ?? emailError}
      />
      <ReauthenticationField
        ref={passwordInput}
        check={check}
        email={profile.email}
        password={password}
        onChange={setPassword}
        error={isSubmitted && password === '' ? copy.passwordRequired : passwordError}
      />
      <FormError>{passwordError || emailError ? null : change.error?.message}</FormError>
    </form>
  );
}

/** Why a new address is invalid, checked before submitting. Null if it is valid. */
function emailProblem(email: string, current: string): string | null {
  if (!isEmail(email)) return signupEmailMessage;
  return email.toLowerCase() === current.toLowerCase() ? copy.unchanged : null;
}

/** Why the server rejected the address. Null if it was for another reason. */
function rejectedAddressMessage(error: unknown): string | null {
  const isRejected =
    error instanceof ApiError && ['conflict', 'unprocessable'].includes(error.code);
  return isRejected ? error.message : null;
}
