import type { Ref } from 'react';
import type { ReauthenticationMethod } from '../../domain/reauthentication.ts';
import { Button } from '../button.tsx';
import { uiCopy } from '../ui.copy.ts';
import { PasswordField } from './password-field.tsx';

/** The part of a form that reauthenticates the user, or nothing if that isn't required. */
export function ReauthenticationField({
  check,
  email,
  password,
  onChange,
  error,
  onSignInAgain,
  ref,
}: {
  /** The user's email address, for password managers. */
  email: string;
  password: string;
  onChange: (password: string) => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement>;
} & (
  | { check: ReauthenticationMethod; onSignInAgain: () => void }
  | { check: Exclude<ReauthenticationMethod, 'sign-in'>; onSignInAgain?: never }
)) {
  if (check === 'none') return null;
  if (check === 'sign-in') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-control bg-attention-soft px-4 py-3">
        <p className="grow basis-60">{uiCopy.reauthentication.signInAgainNote}</p>
        <Button variant="secondary" size="small" onClick={onSignInAgain}>
          {uiCopy.reauthentication.signInAgain}
        </Button>
      </div>
    );
  }
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...(ref === undefined ? {} : { ref })}
        label={uiCopy.reauthentication.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    </>
  );
}
