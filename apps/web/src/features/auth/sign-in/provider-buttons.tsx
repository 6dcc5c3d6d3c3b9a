import { formatMessage } from '@cairn/contract/text/copy';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '../../../platform/config.ts';
import { loginPathTo } from '../../../platform/session/return-path.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FormError } from '../../../ui/form/field.tsx';
import { signInWithGoogle } from '../auth.api.ts';
import { authCopy } from '../auth.copy.ts';
import { AppleLogo, ProviderLogo } from '../provider-logos.tsx';
import { GoogleButton } from './google-button.tsx';
import { appleStartUrl, oidcStartUrl, saveProviderRedirect } from './provider-redirect.ts';
import { googleSignInMessage } from './sign-in-message.ts';

/**
 * The buttons of the configured providers: Google, Apple, and the operator's own. Until the configuration is loaded,
 * their space is reserved, so that the layout doesn't shift.
 */
export function ProviderButtons({
  verb,
  next,
  className,
  isAlternative = true,
  children,
}: {
  verb: 'Login' | 'Sign up';
  /** True if the buttons are an alternative to a form above them. */
  isAlternative?: boolean;
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
  const { oidc_providers: oidcProviders } = config;
  if (!hasGoogle && !hasApple && oidcProviders.length === 0) return null;
  const saveRedirect = () => saveProviderRedirect({ purpose: 'sign-in', next });

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
      {isAlternative && (
        <p className="flex items-center gap-3 py-1 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {authCopy.signIn.or}
        </p>
      )}
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
          onClick={saveRedirect}
          className={buttonClass('secondary', 'large')}
        >
          <AppleLogo />
          {copy.apple}
        </a>
      )}
      {oidcProviders.map(({ name, label }) => (
        <a
          key={name}
          href={oidcStartUrl(name)}
          onClick={saveRedirect}
          className={buttonClass('secondary', 'large')}
        >
          <ProviderLogo provider={`OIDC:${name}`} />
          <span className="min-w-0 truncate">
            {formatMessage(authCopy.continueWith, { provider: label })}
          </span>
        </a>
      ))}
      {children}
    </div>
  );
}
