import { formatMessage } from '@cairn/contract/text/copy';
import { useEffect } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import type { LoginState } from '../../features/auth/sign-in/login-note.tsx';
import {
  type ProviderResponse,
  useProviderCallback,
} from '../../features/auth/sign-in/provider-callback.ts';
import type { ProviderRedirect } from '../../features/auth/sign-in/provider-redirect.ts';
import { paths } from '../../paths.ts';
import { loginPathTo, safeReturnPath } from '../../platform/session/return-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { entryCopy } from '../entry.copy.ts';
import { EntryOutcome, EntryWait } from '../frame/pages/entry-outcome.tsx';
import { EntryPage } from '../frame/pages/entry-page.tsx';

const copy = entryCopy.provider;

/** The page that a provider returns to, for signing in and for linking. */
export function ProviderCallbackPage({
  provider,
  cancelReason,
  ...response
}: ProviderResponse & {
  /** The provider's name as users read it. */
  provider: string;
  /** The reason for the note on the sign-in page after the user has canceled at the provider. */
  cancelReason: LoginState['reason'];
}) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const result = useProviderCallback(response);
  useEffect(() => {
    if (search !== '') navigate(pathname, { replace: true });
  }, [pathname, search, navigate]);
  useEffect(() => {
    if (result?.state === 'done') navigateAfterSuccess(provider, result.redirect, navigate);
    if (result?.state === 'second-factor') navigateToSecondFactor(result.redirect, navigate);
    if (result?.state === 'canceled')
      navigateAfterCancel({ provider, cancelReason }, result.redirect, navigate);
  }, [provider, cancelReason, result, navigate]);
  return (
    <EntryPage>
      <title>{formatMessage(copy.pageTitle, { provider })}</title>
      {result?.state === 'failed' ? (
        <Failed {...result} />
      ) : (
        <EntryWait title={copy.waitTitle}>{formatMessage(copy.waitDetail, { provider })}</EntryWait>
      )}
    </EntryPage>
  );
}

function navigateAfterSuccess(
  provider: string,
  redirect: ProviderRedirect,
  navigate: NavigateFunction,
): void {
  if (redirect.purpose === 'link') {
    showToast({
      title: formatMessage(copy.linked, { provider }),
      description: formatMessage(copy.linkedDetail, { provider }),
    });
    navigate(paths.profile, { replace: true });
  } else navigate(safeReturnPath(redirect.next), { replace: true });
}

/** The sign-in page shows the second step of the pending sign-in. */
function navigateToSecondFactor(redirect: ProviderRedirect, navigate: NavigateFunction): void {
  const next = redirect.purpose === 'sign-in' ? redirect.next : paths.profile;
  navigate(loginPathTo(next), { replace: true });
}

/** Canceling is a choice and not an error, so the user returns to where they started. */
function navigateAfterCancel(
  { provider, cancelReason }: { provider: string; cancelReason: LoginState['reason'] },
  redirect: ProviderRedirect,
  navigate: NavigateFunction,
): void {
  if (redirect.purpose === 'link') {
    showToast({
      title: formatMessage(copy.notLinked, { provider }),
      description: formatMessage(copy.notLinkedDetail, { provider }),
    });
    navigate(paths.profile, { replace: true });
  } else {
    const state: LoginState = { reason: cancelReason };
    navigate(loginPathTo(redirect.next), { replace: true, state });
  }
}

function Failed({ redirect, detail }: { redirect: ProviderRedirect; detail: string | null }) {
  return (
    <EntryOutcome
      kind="error"
      title={copy.failed}
      actions={
        redirect.purpose === 'link' ? (
          <ButtonLink to={paths.profile} size="large">
            {copy.backToProfile}
          </ButtonLink>
        ) : (
          <ButtonLink to={loginPathTo(redirect.next)} size="large">
            {entryCopy.logIn}
          </ButtonLink>
        )
      }
    >
      {detail && <p>{detail}</p>}
    </EntryOutcome>
  );
}
