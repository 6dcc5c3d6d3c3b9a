import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '../../../platform/config.ts';
import { loginPathTo } from '../../../platform/session/return-path.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FormError } from '../../../ui/form/field.tsx';
import { signInWithGoogle } from '../auth.api.ts';
import { authCopy } from '../auth.copy.ts';
import { AppleLogo } from '../provider-logos.tsx';
import { appleStartUrl, saveAppleRedirect } from './apple-redirect.ts';
import { GoogleButton } from './google-button.tsx';
import { googleSignInMessage } from './sign-in-message.ts';

/**
 * The Google and Apple buttons, as far as they are configured. Their space is reserved until that is known,
 * so that the layout doesn't shift.
 */
export function ProviderButtons({
  verb,
  next,
  className,
  children,
}: {
  verb: 'Login' | 'Sign up';
  /** The path to continue at. After Google's sign-in, the screen navigates there itself. */
  next: string;
  className?: string;
  /** Shown below the buttons, if there are any. */
  children?: ReactNode;
}) {
  const config = useConfig();
  const navigate = useNavigate();
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
  const copy = verb === 'Login' ? authCopy.signIn : authCopy.signUp;
  const hasGoogle = config.google_client_id !== null && config.google_script_url !== null;
  const hasApple = config.apple_client_id !== null;
  if (!hasGoogle && !hasApple) return null;

  const signIn = async (credential: string) => {
    setBusy(true);
    setFailure(null);
    try {
      // The sign-in page asks for the second factor.
      if ((await signInWithGoogle(credential)) === 'second-factor')
        navigate(loginPathTo(next), { replace: true });
    } catch (error) {
      setFailure(googleSignInMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={classNames('flex flex-col gap-3', className)}>
      <p className="flex items-center gap-3 py-1 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {authCopy.signIn.or}
      </p>
      {hasGoogle && (
        <GoogleButton
          label={copy.google}
          text={verb === 'Login' ? 'signin_with' : 'signup_with'}
          config={config}
          busy={busy}
          onCredential={signIn}
          onFailure={setFailure}
        />
      )}
      <FormError>{failure}</FormError>
      {hasApple && (
        <a
          href={appleStartUrl}
          onClick={() => saveAppleRedirect({ purpose: 'sign-in', next })}
          className={buttonClass('secondary', 'large')}
        >
          <AppleLogo />
          {copy.apple}
        </a>
      )}
      {children}
    </div>
  );
}
