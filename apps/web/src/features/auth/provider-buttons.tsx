import { type ReactNode, useState } from 'react';
import { useConfig } from '../../platform/config.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormError } from '../../ui/field.tsx';
import { appleStart, noteAppleJourney } from './apple-journey.ts';
import { signInWithGoogle } from './auth.api.ts';
import { GoogleButton } from './google-button.tsx';
import { AppleMark } from './provider-marks.tsx';
import { providerMessage } from './sign-in-message.ts';

/**
 * The ways in besides a password: those that are offered here. Room is kept for them until that is
 * known, so that nothing moves when they come.
 */
export function ProviderButtons({
  verb,
  next,
  className,
  children,
}: {
  verb: 'Login' | 'Sign up';
  /** Where to go afterwards: a path of ours. From Google, the screen goes there by itself. */
  next: string;
  className?: string;
  /** What is said below the buttons, if there are any. */
  children?: ReactNode;
}) {
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (config === null) {
    return (
      <div className={classNames('flex flex-col gap-3', className)}>
        <div className="h-37" />
        {children}
      </div>
    );
  }
  const google = config.google_client_id !== null && config.google_script_url !== null;
  const apple = config.apple_client_id !== null;
  if (!google && !apple) return null;

  const enter = async (credential: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await signInWithGoogle(credential);
    } catch (error) {
      setFailure(providerMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={classNames('flex flex-col gap-3', className)}>
      <p className="flex items-center gap-3 py-1 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {google && (
        <GoogleButton
          label={`${verb} with Google`}
          words={verb === 'Login' ? 'signin_with' : 'signup_with'}
          config={config}
          busy={busy}
          onCredential={enter}
          onFailure={setFailure}
        />
      )}
      <FormError>{failure}</FormError>
      {apple && (
        <a
          href={appleStart}
          onClick={() => noteAppleJourney({ purpose: 'sign-in', next })}
          className={buttonClass('secondary', 'large')}
        >
          <AppleMark />
          {verb} with Apple
        </a>
      )}
      {children}
    </div>
  );
}
