import { isEmail, signupEmailMessage } from '@cairn/contract/credential-rules';
import { MailCheck } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from '../../platform/identity-check.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import { IdentityCheckField } from '../../ui/identity-check-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Profile, useChangeEmail } from './profile.api.ts';

const formId = 'change-email';

/** Changes the address: asked for here, it counts once the mail to the new one was followed. */
export function ChangeEmailDialog({
  profile,
  onSignInAgain,
  onClosed,
}: {
  profile: Profile;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const emailInput = useRef<HTMLInputElement>(null);
  const change = useChangeEmail();
  const close = () => setOpen(false);
  const sent = change.isSuccess;
  return (
    <Dialog
      title="Change email"
      description={
        sent ? undefined : 'The new address counts once you have followed our mail to it.'
      }
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      initialFocus={emailInput}
      footer={
        sent ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={change.isPending}>
              Send the mail
            </Button>
          </>
        )
      }
    >
      {sent ? (
        <EmptyState icon={MailCheck} title="Check your inbox" className="px-0 py-2">
          <span role="status">
            A mail is on its way to{' '}
            <strong className="font-medium break-all text-ink">{change.variables.email}</strong>.
            Until you follow its link, {profile.email} stays your address.
          </span>
        </EmptyState>
      ) : (
        <ChangeEmailForm
          profile={profile}
          change={change}
          emailInput={emailInput}
          onSignInAgain={onSignInAgain}
        />
      )}
    </Dialog>
  );
}

function ChangeEmailForm({
  profile,
  change,
  emailInput,
  onSignInAgain,
}: {
  profile: Profile;
  change: ReturnType<typeof useChangeEmail>;
  emailInput: RefObject<HTMLInputElement | null>;
  onSignInAgain: () => void;
}) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { hasPassword } = profile;
  const stale = wantsFreshSignIn(change.error);
  // The password is asked whenever there is one: an open device is no proof of who holds it.
  const check = neededCheck({ fresh: !hasPassword && !stale, hasPassword });
  const wrong = emailTrouble(email, profile.email);
  const aboutPassword = passwordRefusal(change.error);
  const aboutEmail = refusedAddress(change.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (change.isPending) return;
    if (wrong !== null) return emailInput.current?.focus();
    if (check === 'password' && password === '') return passwordInput.current?.focus();
    change.mutate(
      { email, ...(hasPassword ? { password } : {}) },
      {
        onError: (error) => {
          if (passwordRefusal(error) !== null) passwordInput.current?.select();
          if (refusedAddress(error) !== null) emailInput.current?.select();
        },
      },
    );
  };

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        ref={emailInput}
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={(tried ? wrong : null) ?? aboutEmail}
      />
      <IdentityCheckField
        ref={passwordInput}
        check={check}
        email={profile.email}
        password={password}
        onType={setPassword}
        error={tried && password === '' ? 'Please enter your password' : aboutPassword}
        onSignInAgain={onSignInAgain}
      />
      <FormError>{stale || aboutPassword || aboutEmail ? null : change.error?.message}</FormError>
    </form>
  );
}

/** What is wrong with a new address before anyone is asked, or null. */
function emailTrouble(email: string, current: string): string | null {
  if (!isEmail(email)) return signupEmailMessage;
  return email.toLowerCase() === current.toLowerCase() ? 'This is your address already' : null;
}

/** Why the server does not take the address, or null if that is not what it refused. */
function refusedAddress(error: unknown): string | null {
  const refused = error instanceof ApiError && ['conflict', 'unprocessable'].includes(error.code);
  return refused ? error.message : null;
}
