import { formatMessage } from '@cairn/contract/copy';
import { Bitcoin } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useLinkExchange } from '../../platform/exchange-trip.ts';
import { formatAge } from '../../platform/formats.ts';
import { formatMoment } from '../../platform/moments.ts';
import { useNow } from '../../platform/now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
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
      {!notLinked && <QueryError what={copy.subject} query={query} stale="mb-4" missing="py-4" />}
      {notLinked && <NotLinked exchange={exchange} />}
      {!data && !error && (
        <>
          <LoadingNote>{copy.loading}</LoadingNote>
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
          <time dateTime={state.linked_at}>{formatMoment(state.linked_at, 'day')}</time>
        </dd>
        <dt className="text-muted">{copy.lastSynced}</dt>
        <dd>
          {state.last_fetch === null ? copy.never : formatAge(Date.parse(state.last_fetch), now)}
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
          <Button variant="ghost" className="text-trouble" onClick={() => setUnlinking(true)}>
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
