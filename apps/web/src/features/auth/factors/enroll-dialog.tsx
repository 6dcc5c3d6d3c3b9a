import { Smartphone } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { CodeField, isCompleteCode } from './code-field.tsx';
import { type TotpSecret, useBeginTotp, useConfirmTotp, useFactors } from './factors.api.ts';
import { factorsCopy } from './factors.copy.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes, SavedCodesButton } from './recovery-codes-step.tsx';

const copy = factorsCopy.enroll;
const formId = 'enroll-totp';

/** Enrolls an authenticator app: its QR code, then the recovery codes. Mounted while open. */
export function EnrollDialog({
  email,
  totp: firstTotp,
  onClosed,
}: {
  email: string;
  totp: TotpSecret;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [totp, setTotp] = useState(firstTotp);
  const input = useRef<HTMLInputElement>(null);
  const confirm = useConfirmTotp();
  const codes = confirm.data?.recovery_codes;
  const close = () => {
    setOpen(false);
    if (confirm.isSuccess)
      showToast({ title: factorsCopy.turnedOn, description: factorsCopy.turnedOnText });
  };
  const startOver = (newTotp: TotpSecret) => {
    confirm.reset();
    setTotp(newTotp);
  };
  const showsCodes = codes !== undefined && codes.length > 0;
  if (isConflict(confirm.error)) {
    return (
      <EndedDialog
        open={open}
        reason={confirm.error.message}
        onBegun={startOver}
        onClose={close}
        onClosed={onClosed}
      />
    );
  }
  return (
    <Dialog
      title={showsCodes ? factorsCopy.codes.title : copy.title}
      description={showsCodes ? factorsCopy.codes.text : <ScanText />}
      open={open}
      // The codes are shown only once, so a click outside the dialog must not close it.
      dismissible={!showsCodes}
      onOpenChange={(next) => !next && close()}
      onClosed={onClosed}
      initialFocus={input}
      footer={
        showsCodes ? (
          <SavedCodesButton onSaved={close} />
        ) : (
          <>
            <Button variant="ghost" onClick={close}>
              {factorsCopy.cancel}
            </Button>
            <Button type="submit" form={formId} busy={confirm.isPending}>
              {copy.submit}
            </Button>
          </>
        )
      }
    >
      {showsCodes ? (
        <RecoveryCodes email={email} codes={codes} />
      ) : (
        <EnrollForm
          totp={totp}
          confirm={confirm}
          input={input}
          // A user who already has recovery codes gets no new ones, so there is nothing left to show.
          onConfirmed={(isDone) => isDone && close()}
        />
      )}
    </Dialog>
  );
}

const isConflict = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict';

/**
 * Replaces the dialog if the enrollment was begun again or finished elsewhere, such as in another tab. Offers to begin
 * it again, unless an app has been enrolled.
 */
function EndedDialog({
  open,
  reason,
  onBegun,
  onClose,
  onClosed,
}: {
  open: boolean;
  reason: string;
  onBegun: (totp: TotpSecret) => void;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { data: factors } = useFactors();
  const begin = useBeginTotp();
  return (
    <Dialog
      title={copy.title}
      description={reason}
      width="small"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {copy.close}
          </Button>
          {!factors?.totp && (
            <Button
              busy={begin.isPending}
              onClick={() => begin.mutate(undefined, { onSuccess: onBegun })}
            >
              {copy.startOver}
            </Button>
          )}
        </>
      }
    >
      {begin.error && begin.error.message !== '' && <FormError>{begin.error.message}</FormError>}
    </Dialog>
  );
}

/** The instruction to scan the code. A phone can't scan its own screen, so touch devices get a different one. */
function ScanText() {
  return (
    <>
      <span className="touch:hidden">{copy.scan}</span>
      <span className="hidden touch:inline">{copy.scanOrOpen}</span>
    </>
  );
}

function EnrollForm({
  totp,
  confirm,
  input,
  onConfirmed,
}: {
  totp: TotpSecret;
  confirm: ReturnType<typeof useConfirmTotp>;
  input: RefObject<HTMLInputElement | null>;
  onConfirmed: (isDone: boolean) => void;
}) {
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const { error } = confirm;
  const isWrong = error instanceof ApiError && error.code === 'wrong_code';
  const send = (typed: string) => {
    if (confirm.isPending) return;
    setIncomplete(!isCompleteCode('totp', typed));
    if (!isCompleteCode('totp', typed)) return input.current?.focus();
    confirm.mutate(
      { code: typed, enrollment: totp.enrollment },
      {
        onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes.length === 0),
        onError: () => input.current?.select(),
      },
    );
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(code);
      }}
      className="flex flex-col gap-5"
    >
      <div className="flex flex-col items-center gap-x-6 gap-y-4 sm:flex-row">
        {/* A device with a touchscreen may have the app. On others, most people have no app that opens the link. */}
        <div className="hidden w-full touch:block">
          <a
            href={totp.uri}
            rel="noreferrer"
            className={buttonClass('secondary', 'medium', 'w-full')}
          >
            <Smartphone aria-hidden="true" className="size-4" />
            {copy.openApp}
          </a>
        </div>
        <QrCode text={totp.uri} label={copy.qrCode} />
        <SecretKey secret={totp.secret} />
      </div>
      <CodeField
        ref={input}
        kind="totp"
        label={copy.code}
        code={code}
        onChange={setCode}
        onComplete={send}
        error={isIncomplete ? factorsCopy.code.incomplete : isWrong ? error.message : null}
      />
      <FormError>{isWrong ? null : error?.message}</FormError>
    </form>
  );
}

/** The secret in groups of four characters, for users who can't scan the QR code. */
function SecretKey({ secret }: { secret: string }) {
  return (
    <div className="min-w-0">
      <p className="text-muted">{copy.key}</p>
      <p className="mt-1 font-mono text-base break-words select-all">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
    </div>
  );
}
