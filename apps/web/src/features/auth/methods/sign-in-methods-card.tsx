import { formatMessage } from '@cairn/contract/text/copy';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Config, useConfig } from '../../../platform/config.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { authCopy } from '../auth.copy.ts';
import { usePasskeys } from '../passkeys/passkeys.api.ts';
import { ProviderLogo } from '../provider-logos.tsx';
import { type ProviderName, providerName } from '../provider-name.ts';
import { type Identities, type Identity, useIdentities } from './identities.api.ts';
import { LinkProviderDialog } from './link-provider-dialog.tsx';
import { UnlinkSignInMethodDialog } from './unlink-sign-in-method-dialog.tsx';

const copy = authCopy.methods;

/** The sign-in methods, with buttons that link and unlink them. */
export function SignInMethodsCard({
  email,
  hasSecondFactor,
  onSignInAgain,
}: {
  email: string;
  hasSecondFactor: boolean;
  onSignInAgain: () => void;
}) {
  const query = useIdentities();
  const { data, error } = query;
  return (
    <Card id="sign-in-methods" tabIndex={-1} title={copy.title} bodyClass="px-5 pt-1 pb-4 sm:px-6">
      <QueryError subject={copy.subject} query={query} bannerClass="my-2" placeholderClass="py-6" />
      {!data && !error && <Loading />}
      {data && (
        <SignInMethods
          data={data}
          email={email}
          hasSecondFactor={hasSecondFactor}
          onSignInAgain={onSignInAgain}
        />
      )}
    </Card>
  );
}

type OpenDialog = { readonly action: 'link' | 'unlink'; readonly provider: ProviderName };

function SignInMethods({
  data,
  email,
  hasSecondFactor,
  onSignInAgain,
}: {
  data: Identities;
  email: string;
  hasSecondFactor: boolean;
  onSignInAgain: () => void;
}) {
  const config = useConfig();
  const passkeys = usePasskeys().data?.passkeys ?? [];
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const findIdentity = (provider: Identity['provider']) =>
    data.identities.find((identity) => identity.provider === provider);
  const dialogProps = {
    email,
    fresh: data.fresh,
    hasPassword: findIdentity('email') !== undefined,
    hasSecondFactor,
    onSignInAgain,
    onClosed: () => setOpenDialog(null),
  };
  const providers = listProviders(data, config);
  return (
    <>
      <ul className="divide-y divide-line">
        <SignInMethod
          icon={<KeyRound aria-hidden="true" className="size-5" strokeWidth={1.75} />}
          name={copy.emailAndPassword}
          note={findIdentity('email')?.email ?? copy.noPassword}
        />
        {providers.map((provider) => {
          const linked = findIdentity(provider);
          const name = providerName(provider, config);
          return (
            <SignInMethod
              key={provider}
              icon={<ProviderLogo provider={provider} />}
              name={name}
              note={
                linked
                  ? formatMessage(copy.linkedOn, {
                      email: linked.email,
                      date: formatInstant(linked.linked_at, 'day'),
                    })
                  : copy.notLinked
              }
              action={
                linked && data.identities.length + passkeys.length === 1 ? (
                  <span className="text-xs text-muted">{copy.onlyMethod}</span>
                ) : (
                  <Button
                    variant={linked ? 'ghost' : 'secondary'}
                    size="small"
                    className={linked ? '-mr-3' : ''}
                    aria-label={formatMessage(linked ? copy.unlinkProvider : copy.linkProvider, {
                      provider: name,
                    })}
                    onClick={() => setOpenDialog({ action: linked ? 'unlink' : 'link', provider })}
                  >
                    {linked ? copy.unlink : copy.link}
                  </Button>
                )
              }
            />
          );
        })}
      </ul>
      {openDialog?.action === 'link' && (
        <LinkProviderDialog
          {...dialogProps}
          provider={openDialog.provider}
          name={providerName(openDialog.provider, config)}
        />
      )}
      {openDialog?.action === 'unlink' && (
        <UnlinkSignInMethodDialog
          {...dialogProps}
          provider={openDialog.provider}
          name={providerName(openDialog.provider, config)}
        />
      )}
    </>
  );
}

/** The configured providers, and those that are linked but no longer configured. */
function listProviders({ identities }: Identities, config: Config | null): ProviderName[] {
  const offered: ProviderName[] = [
    ...(config?.google_client_id == null ? [] : (['GOOGLE'] as const)),
    ...(config?.apple_client_id == null ? [] : (['APPLE'] as const)),
    ...(config?.oidc_providers ?? []).map(({ name }) => `OIDC:${name}` as const),
  ];
  const linked = identities
    .map(({ provider }) => provider)
    .filter((provider) => provider !== 'email');
  return [...new Set([...offered, ...linked])];
}

function SignInMethod({
  icon,
  name,
  note,
  action,
}: {
  icon: ReactNode;
  name: string;
  note: string;
  action?: ReactNode;
}) {
  return (
    <li className="flex min-h-15 items-center gap-3 py-2">
      <span className="grid size-5 shrink-0 place-items-center text-muted">{icon}</span>
      <span className="min-w-0 grow">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs break-words text-muted">{note}</span>
      </span>
      {action}
    </li>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(3).map((key) => (
        <div key={key} className="flex min-h-15 items-center gap-3 py-2">
          <Skeleton className="size-5 rounded" />
          <div className="flex flex-col gap-1.5 py-0.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-44" />
          </div>
        </div>
      ))}
    </div>
  );
}
