import { CircleAlert, CircleCheck, Info, Landmark, Unlink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { isRefusal } from '../../platform/api-error.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatInstitution } from '../../platform/formats.ts';
import { formatMoment } from '../../platform/moments.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { tellReadOnly } from '../../ui/toast.ts';
import { type Institution, useInstitution } from './institutions.api.ts';
import { stateSentence } from './state-words.ts';
import { SyncRuns } from './sync-runs.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';

/** Draws what mends a connection (by the aggregator's id of it) where the bank's own page does. */
type Reconnect = (mending: {
  itemId: string;
  remedy: 'reconnect' | 'choose_accounts';
  /** It stays while this says that the bank's page is open, well again or not. */
  onRunning: (running: boolean) => void;
  /** Nothing is wrong: it is only to be had. */
  quiet?: boolean;
}) => ReactNode;

/** One linked institution: how it stands, its accounts, what its syncs brought, and its end. */
export function InstitutionPanel({
  id,
  reconnect,
  offers,
  accounts,
}: {
  id: string;
  reconnect: Reconnect;
  /** What it could tell besides. */
  offers: ReactNode;
  /** The list of its accounts. */
  accounts: (accounts: Institution['accounts']) => ReactNode;
}) {
  const query = useInstitution(id);
  const [mending, setMending] = useState(false);
  const { data, error } = query;
  // One that has just been unlinked answers as one that was never there.
  if (error && isRefusal(error)) return <NotThere last={data?.token} />;
  if (!data) {
    return (
      <>
        <QueryError
          what="The institution"
          query={query}
          stale=""
          missing={classNames(cardClass, 'min-h-80 justify-center')}
        />
        {!error && <Loading />}
      </>
    );
  }
  const { token } = data;
  return (
    <>
      <QueryError what="The institution" query={query} stale="mb-5" missing="" />
      <Heading details={token.item_details} />
      <State token={token}>
        {token.remedy !== 'link_again' &&
          (token.remedy !== null || mending) &&
          reconnect({
            itemId: token.item_id,
            remedy: token.remedy ?? 'reconnect',
            onRunning: setMending,
          })}
      </State>
      {offers}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
        <Card title="Accounts" className="lg:col-span-7" bodyClass="pt-2 pb-2">
          {data.accounts.length === 0 ? (
            <p className="px-5 pb-4 text-muted sm:px-6">It has sent no account yet.</p>
          ) : (
            accounts(data.accounts)
          )}
          <Choice token={token} choose={reconnect} />
        </Card>
        <div className="flex flex-col gap-6 lg:col-span-5">
          <SyncRuns token={token} />
          {!token.unlinking && <UnlinkCard institution={data} />}
        </div>
      </div>
    </>
  );
}

/** At any time somebody may share other accounts with Cairn than those here. */
function Choice({ token, choose }: { token: Institution['token']; choose: Reconnect }) {
  const demo = useDemoMode();
  const [choosing, setChoosing] = useState(false);
  if (demo || token.unlinking || (token.remedy !== null && !choosing)) return null;
  return (
    <div className="px-5 pt-2 pb-3 sm:px-6">
      {choose({
        itemId: token.item_id,
        remedy: 'choose_accounts',
        onRunning: setChoosing,
        quiet: true,
      })}
    </div>
  );
}

function Heading({ details }: { details: Institution['token']['item_details'] }) {
  return (
    <header className="mb-5 flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent"
      >
        <Landmark className="size-5.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <h1 className="text-lg font-semibold wrap-anywhere">{details.institution_name}</h1>
        <p className="text-muted wrap-anywhere">
          {details.told_apart !== null && `${details.told_apart} · `}Linked{' '}
          {formatMoment(details.created_at, 'day')}
        </p>
      </div>
    </header>
  );
}

/** Says that there is no such institution, or that it is gone if it was just being unlinked. */
function NotThere({ last }: { last: Institution['token'] | undefined }) {
  const unlinked = last?.unlinking === true;
  return (
    <EmptyState
      icon={Landmark}
      title={unlinked ? 'It is unlinked' : 'This institution is not there'}
      className="min-h-80 justify-center"
      action={<ButtonLink to={paths.accounts}>All accounts</ButtonLink>}
    >
      {unlinked
        ? `Everything of ${formatInstitution(last.item_details)} is deleted here.`
        : 'It may have been unlinked, or the link is not complete.'}
    </EmptyState>
  );
}

/** How a state looks: well, worth knowing, or wrong. */
const looks = {
  well: { Icon: CircleCheck, ground: 'bg-sunken', ink: 'text-money-in' },
  notice: { Icon: Info, ground: 'bg-accent-soft', ink: 'text-accent' },
  trouble: { Icon: CircleAlert, ground: 'bg-attention-soft', ink: 'text-attention' },
};

function lookOf({ error, notice, state }: Institution['token']): keyof typeof looks {
  if (error !== null) return 'trouble';
  if (notice !== null) return 'notice';
  return ['ok', 'queued', 'running'].includes(state) ? 'well' : 'trouble';
}

/** How the connection stands, in a sentence, with what helps. */
function State({ token, children }: { token: Institution['token']; children: ReactNode }) {
  const { Icon, ground, ink } = looks[lookOf(token)];
  const { last_sync: lastSync, last_sync_pretty: pretty } = token;
  return (
    <div
      role="status"
      className={classNames(
        'mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control px-4 py-3',
        ground,
      )}
    >
      <p className="flex min-w-0 grow basis-60 items-start gap-3">
        <Icon aria-hidden="true" className={classNames('size-5 shrink-0', ink)} />
        <span className="min-w-0 wrap-anywhere">
          {stateSentence(token)}{' '}
          <span className="text-muted">
            {lastSync === null
              ? 'Nothing has come from it yet.'
              : `Last brought up to date ${pretty.charAt(0).toLowerCase()}${pretty.slice(1)}.`}
          </span>
        </span>
      </p>
      {/* Below the words where there is no room beside them. */}
      <div className="ml-8 empty:hidden sm:ml-0">
        {children}
        {token.remedy === 'link_again' && (
          <ButtonLink to={paths.link} size="small">
            Link it again
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function UnlinkCard({ institution }: { institution: Institution }) {
  const demo = useDemoMode();
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Unlink" bodyClass="px-5 pt-2 pb-5 sm:px-6">
      <p className="text-muted">
        Cairn gives back its access and deletes the accounts and transactions that came from here.
      </p>
      <Button
        variant="secondary"
        className="mt-4 text-trouble"
        onClick={demo ? tellReadOnly : () => setAsking(true)}
      >
        <Unlink aria-hidden="true" className="size-4" />
        Unlink {institution.token.item_details.institution_name}
      </Button>
      {asking && <UnlinkDialog institution={institution} onClosed={() => setAsking(false)} />}
    </Card>
  );
}

function Loading() {
  return (
    <>
      <LoadingNote>Loading the institution</LoadingNote>
      <div className="mb-5 flex gap-3">
        <Skeleton className="size-11 rounded-xl" />
        <Skeleton className="h-7 w-56" />
      </div>
      <Skeleton className="mb-6 h-12 rounded-control" />
      <Skeleton className="h-80 rounded-card" />
    </>
  );
}
