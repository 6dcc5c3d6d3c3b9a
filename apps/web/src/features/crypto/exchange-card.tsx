import { formatMessage } from '@cairn/contract/text/copy';
import { Bitcoin } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLinkExchange } from '../../domain/link-exchange.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../platform/browser/now.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatInstant } from '../../platform/formats/format-instant.ts';
import { formatTimeAgo } from '../../platform/formats/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import {
  type ExchangeState,
  isNotLinked,
  useExchangeState,
  useUnlinkExchange,
} from './crypto.api.ts';
import { cryptoCopy } from './crypto.copy.ts';

const copy = cryptoCopy.exchangeLink;

/** The state of the exchange link, with buttons to link and unlink. */
export function ExchangeCard({ exchange }: { exchange: string }) {
  const query = useExchangeState();
  const { data, error } = query;
  const notLinked = isNotLinked(error);
  return (
    <Card title={copy.title}>
      {!notLinked && (
        <QueryError subject={copy.subject} query={query} bannerClass="mb-4" errorClass="py-4" />
      )}
      {notLinked && <NotLinked exchange={exchange} />}
      {!data && !error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          <Skeleton className="h-28 w-full max-w-90" />
        </>
      )}
      {data && !notLinked && <Linked state={data} />}
    </Card>
  );
}

function NotLinked({ exchange }: { exchange: string }) {
  const link = useLinkExchange();
  return (
    <EmptyState
      icon={Bitcoin}
      title={formatMessage(copy.notLinkedTitle, { exchange })}
      className="py-6"
      action={
        <Button busy={link.busy} onClick={() => link.mutate()}>
          {formatMessage(cryptoCopy.link, { exchange })}
        </Button>
      }
    >
      {link.error ? <FormError>{link.error.message}</FormError> : copy.notLinkedText}
    </EmptyState>
  );
}

function Linked({ state }: { state: ExchangeState }) {
  const now = useNow(30_000);
  const demo = useDemoMode();
  const link = useLinkExchange();
  const [unlinking, setUnlinking] = useState(false);
  const needsLinking = state.state === 'reconnect';
  const isUnavailable = !needsLinking && state.failed_at !== null;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
        <dt className="text-muted">{copy.status}</dt>
        <dd>
          {needsLinking ? (
            <Badge tone="attention">{copy.needsLinking}</Badge>
          ) : isUnavailable ? (
            <Badge tone="attention">{copy.unavailable}</Badge>
          ) : (
            <Badge tone="good">{copy.connected}</Badge>
          )}
        </dd>
        <dt className="text-muted">{copy.linked}</dt>
        <dd>
          <time dateTime={state.linked_at}>{formatInstant(state.linked_at, 'day')}</time>
        </dd>
        <dt className="text-muted">{copy.lastSynced}</dt>
        <dd>
          {state.last_fetch === null
            ? copy.never
            : formatTimeAgo(Date.parse(state.last_fetch), now)}
        </dd>
      </dl>
      {needsLinking && (
        <p className="mt-4 max-w-[60ch] text-muted">
          {formatMessage(copy.accessEnded, { exchange: state.exchange })}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {needsLinking && (
          <Button busy={link.busy} onClick={() => link.mutate()}>
            {formatMessage(cryptoCopy.linkAgain, { exchange: state.exchange })}
          </Button>
        )}
        <ButtonLink to={paths.crypto} variant="secondary">
          {copy.seeHoldings}
        </ButtonLink>
        {!demo && (
          <Button variant="ghost" className="text-danger" onClick={() => setUnlinking(true)}>
            {copy.unlink}
          </Button>
        )}
      </div>
      <FormError className="mt-3">{link.error?.message}</FormError>
      {unlinking && <UnlinkDialog exchange={state.exchange} onClosed={() => setUnlinking(false)} />}
    </>
  );
}

function UnlinkDialog({ exchange, onClosed }: { exchange: string; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  const unlink = useUnlinkExchange();
  const submit = () =>
    unlink.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        showToast({ title: formatMessage(copy.unlinked, { exchange }) });
        navigate(paths.crypto);
      },
    });
  return (
    <Dialog
      title={formatMessage(copy.unlinkTitle, { exchange })}
      description={formatMessage(copy.unlinkText, { exchange })}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {cryptoCopy.cancel}
          </Button>
          <Button variant="danger" busy={unlink.isPending} onClick={submit}>
            {formatMessage(copy.unlinkConfirm, { exchange })}
          </Button>
        </>
      }
    >
      {unlink.error && <FormError>{unlink.error.message}</FormError>}
    </Dialog>
  );
}
