import { Minus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from '../../platform/identity-check.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import { IdentityCheckField } from '../../ui/identity-check-field.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { confirms, deletionLines } from './deletion-words.ts';
import { type Deletion, useDeleteAccount, useDeletion } from './profile.api.ts';

const formId = 'delete-account';

/** Shows what deleting the account does, and does it once it is confirmed twice. */
export function DeleteAccountDialog({
  email,
  onSignInAgain,
  onClosed,
}: {
  email: string;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [fits, setFits] = useState(false);
  const deletion = useDeletion();
  const remove = useDeleteAccount();
  return (
    <Dialog
      title="Delete your account"
      description="This happens at once and cannot be undone."
      open={open}
      // While it is being deleted there is no way back; the dialog stays with it.
      onOpenChange={(next) => setOpen(next || remove.isPending)}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)} disabled={remove.isPending}>
            Keep my account
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            disabled={!fits}
            busy={remove.isPending}
          >
            Delete for good
          </Button>
        </>
      }
    >
      {deletion.data ? (
        <DeletionForm
          email={email}
          deletion={deletion.data}
          remove={remove}
          onFit={setFits}
          onSignInAgain={onSignInAgain}
        />
      ) : deletion.error ? (
        <ErrorState
          title="What would be deleted could not be loaded"
          detail={deletion.error.message}
          className="py-2"
          retry={() => deletion.refetch()}
          retrying={deletion.isFetching}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function DeletionForm({
  email,
  deletion,
  remove,
  onFit,
  onSignInAgain,
}: {
  email: string;
  deletion: Deletion;
  remove: ReturnType<typeof useDeleteAccount>;
  onFit: (fits: boolean) => void;
  onSignInAgain: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const stale = wantsFreshSignIn(remove.error);
  const { has_password: hasPassword } = deletion;
  // A password is asked for wherever there is one, however fresh the sign-in.
  const check = neededCheck({ fresh: !hasPassword && deletion.fresh && !stale, hasPassword });
  const aboutPassword = passwordRefusal(remove.error);
  const fits = (address: string, secret: string) =>
    confirms(address, email) && (check === 'none' || (check === 'password' && secret !== ''));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fits(typed, password) || remove.isPending) return;
    remove.mutate(hasPassword ? { password } : {}, {
      onError: (error) => {
        if (passwordRefusal(error) !== null) passwordInput.current?.select();
        if (wantsFreshSignIn(error)) onFit(false);
      },
    });
  };

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <WhatGoes deletion={deletion} />
      <Field
        label={`Type ${email} to confirm`}
        name="confirm_email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onFit(fits(event.target.value, password));
        }}
      />
      <IdentityCheckField
        ref={passwordInput}
        check={check}
        email={email}
        password={password}
        onType={(next) => {
          setPassword(next);
          onFit(fits(typed, next));
        }}
        error={aboutPassword}
        onSignInAgain={onSignInAgain}
      />
      <FormError>
        {remove.error && !stale && aboutPassword === null ? remove.error.message : null}
      </FormError>
    </form>
  );
}

function WhatGoes({ deletion }: { deletion: Deletion }) {
  return (
    <ul aria-label="What this does" className="flex flex-col gap-2">
      {deletionLines(deletion).map((line) => (
        <li key={line} className="flex items-start gap-2.5">
          <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-trouble" />
          <span className="min-w-0 break-words">{line}</span>
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <LoadingNote>Looking up what would be deleted</LoadingNote>
      {placeholders(3).map((key) => (
        <Skeleton key={key} className="h-5 w-3/4" />
      ))}
      <Skeleton className="mt-3 h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
