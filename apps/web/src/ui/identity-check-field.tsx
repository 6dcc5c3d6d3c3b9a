import type { Ref } from 'react';
import type { IdentityCheck } from '../platform/identity-check.ts';
import { Button } from './button.tsx';
import { PasswordField } from './password-field.tsx';

/** Asks for what the server needs to be sure who is there. */
export function IdentityCheckField({
  check,
  email,
  password,
  onType,
  error,
  onSignInAgain,
  ref,
}: {
  check: IdentityCheck;
  /** Whose password it is, for password managers. */
  email: string;
  password: string;
  onType: (password: string) => void;
  error?: string | null | undefined;
  onSignInAgain: () => void;
  ref?: Ref<HTMLInputElement>;
}) {
  if (check === 'none') return null;
  if (check === 'sign-in') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-control bg-attention-soft px-4 py-3">
        <p className="grow basis-60">
          To be sure that it is you, sign in again first. You come back here.
        </p>
        <Button variant="secondary" size="small" onClick={onSignInAgain}>
          Sign in again
        </Button>
      </div>
    );
  }
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...(ref === undefined ? {} : { ref })}
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => onType(event.target.value)}
        error={error}
      />
    </>
  );
}
