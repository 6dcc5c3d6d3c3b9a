import { formatMessage } from '@cairn/contract/text/copy';
import { useRef, useState } from 'react';
import {
  requiredReauthentication,
  requiresFreshSignIn,
  wrongPasswordMessage,
} from '../../../domain/reauthentication.ts';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { ReauthenticationField } from '../../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { authCopy } from '../auth.copy.ts';
import { AppleLogo } from '../provider-logos.tsx';
import { redirectToLinkApple } from '../sign-in/apple-redirect.ts';
import { GoogleButton } from '../sign-in/google-button.tsx';
import { type ProviderName, providerNames, useLinkGoogle } from './identities.api.ts';

const copy = authCopy.methods;

interface ReauthenticationProps {
  email: string;
  fresh: boolean;
  hasPassword: boolean;
  onSignInAgain: () => void;
}

/** Links another sign-in method after reauthentication. */
export function LinkProviderDialog({
  provider,
  onClosed,
  ...reauthentication
}: ReauthenticationProps & { provider: ProviderName; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const values = { provider: providerNames[provider] };
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
        <LinkApple {...reauthentication} />
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
  const stale = requiresFreshSignIn(link.error);
  const aboutPassword = wrongPasswordMessage(link.error);
  const fresh = reauthentication.fresh && !stale && aboutPassword === null;
  const check = requiredReauthentication({ fresh, hasPassword: reauthentication.hasPassword });
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
            title: formatMessage(copy.linked, { provider: providerNames.GOOGLE }),
            description: copy.linkedDescription,
          });
        },
        onError: (error) => {
          if (wrongPasswordMessage(error) !== null) passwordInput.current?.select();
          else if (!requiresFreshSignIn(error)) setFailure(error.message);
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
        onPasswordChange={setPassword}
        error={aboutPassword}
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

/** Links Apple. The redirect can't carry a password, so it requires a recent sign-in. */
function LinkApple(reauthentication: ReauthenticationProps) {
  return (
    <div className="flex flex-col gap-5">
      <ReauthenticationField
        {...reauthentication}
        check={reauthentication.fresh ? 'none' : 'sign-in'}
        password=""
        onPasswordChange={() => undefined}
      />
      <Button
        variant="secondary"
        size="large"
        disabled={!reauthentication.fresh}
        onClick={redirectToLinkApple}
      >
        <AppleLogo />
        {authCopy.apple.continue}
      </Button>
    </div>
  );
}
