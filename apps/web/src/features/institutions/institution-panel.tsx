import { formatMessage } from '@cairn/contract/text/copy';
import { CircleAlert, CircleCheck, Info, Landmark, Unlink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { isPermanentError } from '../../platform/api/api-error.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatInstant } from '../../platform/formats/format-instant.ts';
import { formatInstitution } from '../../platform/formats/formats.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { brandColors, InstitutionLogo } from '../../ui/institution-logo.tsx';
import { showReadOnlyToast } from '../../ui/overlay/toast.ts';
import { describeState } from './institution-labels.ts';
import { type Institution, useInstitution } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';
import { SyncRuns } from './sync-runs.tsx';
import { UnlinkInstitutionDialog } from './unlink-institution-dialog.tsx';

/** Renders the button that reconnects an item (by the aggregator's id) on the bank's own page. */
type RenderReconnect = (options: {
  itemId: string;
  remedy: 'reconnect' | 'choose_accounts';
  /** Called when the bank's page opens and closes. The button must stay mounted while it is open. */
  onRunning: (running: boolean) => void;
  /** True if nothing is wrong, so that the button is less prominent. */
  quiet?: boolean;
}) => ReactNode;

/** One linked institution: its state, its accounts, its syncs, and unlinking it. */
export function InstitutionPanel({
  id,
  reconnect,
  offers,
  accounts,
}: {
  id: string;
  reconnect: RenderReconnect;
  /** Offers to share more data from the bank. */
  offers: ReactNode;
  /** Renders the list of the institution's accounts. */
  accounts: (accounts: Institution['accounts']) => ReactNode;
}) {
  const query = useInstitution(id);
  const [isReconnecting, setReconnecting] = useState(false);
  const { data, error } = query;
  // An institution that was just unlinked is also not found.
  if (error && isPermanentError(error)) return <NotFound lastToken={data?.token} />;
  if (!data) {
    return (
      <>
        <QueryError
          subject={institutionsCopy.subjects.institution}
          query={query}
          bannerClass=""
          placeholderClass={classNames(cardClass, 'min-h-80 justify-center')}
        />
        {!error && <Loading />}
      </>
    );
  }
  const { token } = data;
  return (
    <>
      <QueryError
        subject={institutionsCopy.subjects.institution}
        query={query}
        bannerClass="mb-5"
        placeholderClass=""
      />
      <Heading details={token.item_details} />
      <State token={token}>
        {token.remedy !== 'link_again' &&
          (token.remedy !== null || isReconnecting) &&
          reconnect({
            itemId: token.item_id,
            remedy: token.remedy ?? 'reconnect',
            onRunning: setReconnecting,
          })}
      </State>
      {offers}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
        <Card title={institutionsCopy.accounts} className="lg:col-span-7" bodyClass="pt-2 pb-2">
          {data.accounts.length === 0 ? (
            <p className="px-5 pb-4 text-muted sm:px-6">{institutionsCopy.noAccounts}</p>
          ) : (
            accounts(data.accounts)
          )}
          <ChooseAccounts token={token} choose={reconnect} />
        </Card>
        <div className="flex flex-col gap-6 lg:col-span-5">
          <SyncRuns token={token} />
          {!token.unlinking && <UnlinkCard institution={data} />}
        </div>
      </div>
    </>
  );
}

/** Lets the user share other accounts with Cairn at any time. */
function ChooseAccounts({
  token,
  choose,
}: {
  token: Institution['token'];
  choose: RenderReconnect;
}) {
  const demo = useDemoMode();
  const [isChoosing, setChoosing] = useState(false);
  if (demo || token.unlinking || (token.remedy !== null && !isChoosing)) return null;
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
  const date = formatInstant(details.created_at, 'day');
  const brand = brandColors(details.color);
  return (
    <header
      className={classNames(
        brand.className,
        cardClass,
        'mb-5 flex items-center gap-4 bg-linear-to-r from-(--brand-tint) to-60% p-4 sm:p-5',
      )}
      style={brand.style}
    >
      <InstitutionLogo
        size="large"
        brand={{
          name: details.institution_name,
          logoUrl: details.logo_url,
          color: details.color,
        }}
      />
      <div className="min-w-0">
        <h1 className="text-lg font-semibold wrap-anywhere">{details.institution_name}</h1>
        <p className="text-muted wrap-anywhere">
          {details.disambiguation_label === null
            ? formatMessage(institutionsCopy.linkedOn, { date })
            : formatMessage(institutionsCopy.labelAndLinkedOn, {
                label: details.disambiguation_label,
                date,
              })}
        </p>
      </div>
    </header>
  );
}

/** Shown if there is no such institution, or if it was just unlinked. */
function NotFound({ lastToken }: { lastToken: Institution['token'] | undefined }) {
  const copy = institutionsCopy.notFound;
  const isUnlinked = lastToken?.unlinking === true;
  return (
    <EmptyState
      icon={Landmark}
      title={isUnlinked ? copy.unlinkedTitle : copy.title}
      className="min-h-80 justify-center"
      action={<ButtonLink to={paths.accounts}>{copy.allAccounts}</ButtonLink>}
    >
      {isUnlinked
        ? formatMessage(copy.unlinkedText, {
            institution: formatInstitution(lastToken.item_details),
          })
        : copy.text}
    </EmptyState>
  );
}

const statusStyles = {
  ok: { Icon: CircleCheck, background: 'bg-sunken', iconColor: 'text-money-in' },
  notice: { Icon: Info, background: 'bg-accent-soft', iconColor: 'text-accent' },
  error: { Icon: CircleAlert, background: 'bg-attention-soft', iconColor: 'text-attention' },
};

function statusOf({ error, notice, state }: Institution['token']): keyof typeof statusStyles {
  if (error !== null) return 'error';
  if (notice !== null) return 'notice';
  return ['ok', 'queued', 'running'].includes(state) ? 'ok' : 'error';
}

/** The state of the item in a sentence, with the button that fixes a problem. */
function State({ token, children }: { token: Institution['token']; children: ReactNode }) {
  const copy = institutionsCopy.state;
  const { Icon, background, iconColor } = statusStyles[statusOf(token)];
  const { last_sync: lastSync, last_sync_pretty: pretty } = token;
  return (
    <div
      role="status"
      className={classNames(
        'mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control px-4 py-3',
        background,
      )}
    >
      <p className="flex min-w-0 grow basis-60 items-start gap-3">
        <Icon aria-hidden="true" className={classNames('size-5 shrink-0', iconColor)} />
        <span className="min-w-0 wrap-anywhere">
          {describeState(token)}{' '}
          <span className="text-muted">
            {lastSync === null
              ? copy.neverSynced
              : formatMessage(copy.lastSynced, {
                  age: pretty.charAt(0).toLowerCase() + pretty.slice(1),
                })}
          </span>
        </span>
      </p>
      {/* The buttons wrap below the text on narrow screens. */}
      <div className="ml-8 empty:hidden sm:ml-0">
        {children}
        {token.remedy === 'link_again' && (
          <ButtonLink to={paths.link} size="small">
            {copy.linkAgain}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function UnlinkCard({ institution }: { institution: Institution }) {
  const demo = useDemoMode();
  const copy = institutionsCopy.unlink;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Card title={copy.title} bodyClass="px-5 pt-2 pb-5 sm:px-6">
      <p className="text-muted">{copy.text}</p>
      <Button
        variant="secondary"
        className="mt-4 text-danger!"
        onClick={demo ? showReadOnlyToast : () => setConfirming(true)}
      >
        <Unlink aria-hidden="true" className="size-4" />
        {formatMessage(copy.unlinkInstitution, {
          institution: institution.token.item_details.institution_name,
        })}
      </Button>
      {isConfirming && (
        <UnlinkInstitutionDialog institution={institution} onClosed={() => setConfirming(false)} />
      )}
    </Card>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{institutionsCopy.loadingInstitution}</LoadingAnnouncement>
      <Skeleton className="mb-5 h-24 rounded-card" />
      <Skeleton className="mb-6 h-12 rounded-control" />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
        <Skeleton className="h-80 rounded-card lg:col-span-7" />
        <div className="flex flex-col gap-6 lg:col-span-5">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      </div>
    </>
  );
}
