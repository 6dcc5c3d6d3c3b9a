import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useConfig } from '../../platform/config.ts';
import { formatMoment } from '../../platform/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import {
  type Identities,
  type Identity,
  type ProviderName,
  providerNames,
  useIdentities,
} from './identities.api.ts';
import { LinkProviderDialog } from './link-provider-dialog.tsx';
import { AppleMark, GoogleMark } from './provider-marks.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';

/** The ways to sign in: each with what it is known by, and linking or unlinking it. */
export function WaysInCard({ email, onSignInAgain }: { email: string; onSignInAgain: () => void }) {
  const query = useIdentities();
  const { data, error } = query;
  return (
    <Card id="ways-in" tabIndex={-1} title="Ways to sign in" bodyClass="px-5 pt-1 pb-4 sm:px-6">
      <QueryError what="Your ways to sign in" query={query} stale="my-2" missing="py-6" />
      {!data && !error && <Loading />}
      {data && <WaysIn data={data} email={email} onSignInAgain={onSignInAgain} />}
    </Card>
  );
}

/** What is being done to which of them. */
type Step = { readonly verb: 'link' | 'unlink'; readonly provider: ProviderName };

function WaysIn({
  data,
  email,
  onSignInAgain,
}: {
  data: Identities;
  email: string;
  onSignInAgain: () => void;
}) {
  const config = useConfig();
  const [step, setStep] = useState<Step | null>(null);
  const find = (provider: Identity['provider']) =>
    data.identities.find((identity) => identity.provider === provider);
  const dialog = {
    email,
    fresh: data.fresh,
    hasPassword: find('email') !== undefined,
    onSignInAgain,
    onClosed: () => setStep(null),
  };
  const providers = [
    { provider: 'GOOGLE', offered: config?.google_client_id != null },
    { provider: 'APPLE', offered: config?.apple_client_id != null },
  ] as const;
  return (
    <>
      <ul className="divide-y divide-line">
        <Way
          mark={<KeyRound aria-hidden="true" className="size-5" strokeWidth={1.75} />}
          name="Email and password"
          note={find('email')?.email ?? 'No password yet'}
        />
        {providers.map(({ provider, offered }) => {
          const linked = find(provider);
          if (!linked && !offered) return null;
          const name = providerNames[provider];
          return (
            <Way
              key={provider}
              mark={provider === 'GOOGLE' ? <GoogleMark /> : <AppleMark />}
              name={name}
              note={
                linked
                  ? `${linked.email} · linked ${formatMoment(linked.linked_at, 'day')}`
                  : 'Not linked'
              }
              action={
                linked && data.identities.length === 1 ? (
                  <span className="text-xs text-muted">Your only way in</span>
                ) : (
                  <Button
                    variant={linked ? 'ghost' : 'secondary'}
                    size="small"
                    className={linked ? '-mr-3' : ''}
                    onClick={() => setStep({ verb: linked ? 'unlink' : 'link', provider })}
                  >
                    {linked ? 'Unlink' : 'Link'} <span className="sr-only">{name}</span>
                  </Button>
                )
              }
            />
          );
        })}
      </ul>
      {step?.verb === 'link' && <LinkProviderDialog {...dialog} provider={step.provider} />}
      {step?.verb === 'unlink' && <UnlinkDialog {...dialog} provider={step.provider} />}
    </>
  );
}

function Way({
  mark,
  name,
  note,
  action,
}: {
  mark: ReactNode;
  name: string;
  note: string;
  action?: ReactNode;
}) {
  return (
    <li className="flex min-h-15 items-center gap-3 py-2">
      <span className="grid size-5 shrink-0 place-items-center text-muted">{mark}</span>
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
      <LoadingNote>Loading your ways to sign in</LoadingNote>
      {placeholders(3).map((key) => (
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
