import { formatMessage } from '@cairn/contract/text/copy';
import { Minus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { requiredReauthentication, wrongPasswordMessage } from '../../domain/reauthentication.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field, FormError } from '../../ui/form/field.tsx';
import { ReauthenticationField } from '../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { describeDeletion, matchesEmail } from './deletion-summary.ts';
import { type Deletion, useDeleteAccount, useDeletion } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.deletion;
const formId = 'delete-account';

/** Shows what deleting the account does, and deletes the account once the user confirms that. */
export function DeleteAccountDialog({
  email,
  hasSecondFactor,
  onSignInAgain,
  onClosed,
}: {
  email: string;
  hasSecondFactor: boolean;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [isConfirmed, setConfirmed] = useState(false);
  const deletion = useDeletion();
  const remove = useDeleteAccount();
  return (
    <Dialog
      title={copy.dialogTitle}
      description={copy.dialogText}
      open={open}
      // The dialog can't be closed during the deletion, which can't be canceled.
      onOpenChange={(next) => setOpen(next || remove.isPending)}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)} disabled={remove.isPending}>
            {copy.keep}
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            disabled={!isConfirmed}
            busy={remove.isPending}
          >
            {copy.submit}
          </Button>
        </>
      }
    >
      {deletion.data ? (
        <DeletionForm
          email={email}
          hasSecondFactor={hasSecondFactor}
          deletion={deletion.data}
          remove={remove}
          onConfirmedChange={setConfirmed}
          onSignInAgain={onSignInAgain}
        />
      ) : deletion.error ? (
        <ErrorState
          title={copy.loadFailed}
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
  hasSecondFactor,
  deletion,
  remove,
  onConfirmedChange,
  onSignInAgain,
}: {
  email: string;
  hasSecondFactor: boolean;
  deletion: Deletion;
  remove: ReturnType<typeof useDeleteAccount>;
  onConfirmedChange: (isConfirmed: boolean) => void;
  onSignInAgain: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const { has_password: hasPassword } = deletion;
  // The password is always required if there is one, however recent the sign-in.
  const check = requiredReauthentication({
    fresh: !hasPassword && deletion.fresh,
    hasPassword,
    hasSecondFactor,
  });
  const passwordError = wrongPasswordMessage(remove.error);
  const isComplete = (address: string, secret: string) =>
    matchesEmail(address, email) && (check === 'none' || (check === 'password' && secret !== ''));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete(typed, password) || remove.isPending) return;
    remove.mutate(check === 'password' ? { password } : {}, {
      onError: (error) => {
        if (wrongPasswordMessage(error) !== null) passwordInput.current?.select();
      },
    });
  };

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Consequences deletion={deletion} />
      <Field
        label={formatMessage(copy.confirm, { email })}
        name="confirm_email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onConfirmedChange(isComplete(event.target.value, password));
        }}
      />
      <ReauthenticationField
        ref={passwordInput}
        check={check}
        email={email}
        password={password}
        onChange={(next) => {
          setPassword(next);
          onConfirmedChange(isComplete(typed, next));
        }}
        error={passwordError}
        onSignInAgain={onSignInAgain}
      />
      <FormError>{remove.error && passwordError === null ? remove.error.message : null}</FormError>
    </form>
  );
}

function Consequences({ deletion }: { deletion: Deletion }) {
  return (
    <ul aria-label={copy.consequences} className="flex flex-col gap-2">
      {describeDeletion(deletion).map((line) => (
        <li key={line} className="flex items-start gap-2.5">
          <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 break-words">{line}</span>
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(3).map((key) => (
        <Skeleton key={key} className="h-5 w-3/4" />
      ))}
      <Skeleton className="mt-3 h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
