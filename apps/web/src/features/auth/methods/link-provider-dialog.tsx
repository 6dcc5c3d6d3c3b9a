import { formatMessage } from '@cairn/contract/text/copy';
import { useRef, useState } from 'react';
import {
  requiredReauthentication,
  wrongPasswordMessage,
} from '../../../domain/reauthentication.ts';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { ReauthenticationField } from '../../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { authCopy } from '../auth.copy.ts';
import { confirmSecondFactor } from '../factors/factors.api.ts';
import { ProviderLogo } from '../provider-logos.tsx';
import type { ProviderName } from '../provider-name.ts';
import { GoogleButton } from '../sign-in/google-button.tsx';
import { appleStartUrl, oidcStartUrl, redirectToLink } from '../sign-in/provider-redirect.ts';
import { useLinkGoogle } from './identities.api.ts';

const copy = authCopy.methods;

interface ReauthenticationProps {
  email: string;
  fresh: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  onSignInAgain: () => void;
}

/** Links another sign-in method after reauthentication. */
export function LinkProviderDialog({
  provider,
  name,
  onClosed,
  ...reauthentication
}: ReauthenticationProps & {
  provider: ProviderName;
  /** The provider's name as users read it. */
  name: string;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const values = { provider: name };
  return (
    <Dialog
      title={formatMessage(copy.linkProvider, values)}
      description={formatMessage(copy.linkDescription, values)}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
    >
      {provider === 'GOOGLE' ? (
        <LinkGoogle {...reauthentication} onLinked={() => setOpen(false)} />
      ) : (
        <LinkByRedirect {...reauthentication} provider={provider} name={name} />
      )}
    </Dialog>
  );
}

/** Links the Google account that the user chooses in Google's dialog. */
function LinkGoogle({
  onLinked,
  ...reauthentication
}: ReauthenticationProps & { onLinked: () => void }) {
  const config = useConfig();
  const link = useLinkGoogle();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const passwordError = wrongPasswordMessage(link.error);
  const { hasPassword, hasSecondFactor } = reauthentication;
  const fresh = reauthentication.fresh && passwordError === null;
  const check = requiredReauthentication({ fresh, hasPassword, hasSecondFactor });
  const label = authCopy.google.continue;
  const linkGoogle = (credential: string) => {
    // Moves the focus out of Google's frame, where Escape wouldn't close the dialog.
    container.current?.focus();
    link.mutate(
      { credential, ...(check === 'password' ? { password } : {}) },
      {
        onSuccess: () => {
          onLinked();
          showToast({
            title: formatMessage(copy.linked, { provider: authCopy.providers.GOOGLE }),
            description: copy.linkedDescription,
          });
        },
        onError: (error) => {
          if (wrongPasswordMessage(error) !== null) passwordInput.current?.select();
          else setFailure(error.message);
        },
      },
    );
  };
  return (
    <div ref={container} tabIndex={-1} className="flex flex-col gap-5">
      <ReauthenticationField
        {...reauthentication}
        ref={passwordInput}
        check={check}
        password={password}
        onChange={setPassword}
        error={passwordError}
      />
      {check === 'password' && password === '' ? (
        <Button variant="secondary" size="large" disabled>
          {label}
        </Button>
      ) : (
        check !== 'sign-in' &&
        config !== null && (
          <GoogleButton
            label={label}
            text="continue_with"
            config={config}
            busy={link.isPending}
            onCredential={linkGoogle}
            onFailure={setFailure}
          />
        )
      )}
      <FormError>{failure}</FormError>
    </div>
  );
}

/**
 * Links Apple, or one of the operator's own providers. A redirect can't send a password, so it requires a recent
 * sign-in or a step-up first.
 */
function LinkByRedirect({
  provider,
  name,
  ...reauthentication
}: ReauthenticationProps & { provider: Exclude<ProviderName, 'GOOGLE'>; name: string }) {
  const { fresh, hasSecondFactor } = reauthentication;
  const redirect = async () => {
    if (!fresh && !(await confirmSecondFactor())) return;
    redirectToLink(
      provider === 'APPLE' ? appleStartUrl : oidcStartUrl(provider.slice('OIDC:'.length)),
    );
  };
  return (
    <div className="flex flex-col gap-5">
      <ReauthenticationField
        {...reauthentication}
        check={fresh || hasSecondFactor ? 'none' : 'sign-in'}
        password=""
        onChange={() => undefined}
      />
      <Button
        variant="secondary"
        size="large"
        disabled={!fresh && !hasSecondFactor}
        onClick={redirect}
      >
        <ProviderLogo provider={provider} />
        {formatMessage(authCopy.continueWith, { provider: name })}
      </Button>
    </div>
  );
}
