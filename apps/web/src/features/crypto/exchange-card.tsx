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

/** How the connection to the exchange stands, and what can be done about it. */
export function ExchangeCard({ exchange }: { exchange: string }) {
  const query = useExchangeState();
  const { data, error } = query;
  const notLinked = isNotLinked(error);
  return (
    <Card title="Connection">
      {!notLinked && <QueryError what="The connection" query={query} stale="mb-4" missing="py-4" />}
      {notLinked && <NotLinked exchange={exchange} />}
      {!data && !error && (
        <>
          <LoadingNote>Loading the connection</LoadingNote>
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
      title={`${exchange} is not linked`}
      className="py-6"
      action={
        <Button busy={link.busy} onClick={() => link.mutate()}>
          Link {exchange}
        </Button>
      }
    >
      {link.error ? <FormError>{link.error.message}</FormError> : 'Link it to see what you hold.'}
    </EmptyState>
  );
}

function Linked({ state }: { state: ExchangeState }) {
  const now = useNow(30_000);
  const demo = useDemoMode();
  const link = useLinkExchange();
  const [unlinking, setUnlinking] = useState(false);
  const over = state.state === 'reconnect';
  const failed = !over && state.failed_at !== null;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
        <dt className="text-muted">State</dt>
        <dd>
          {over ? (
            <Badge tone="attention">Needs linking again</Badge>
          ) : failed ? (
            <Badge tone="attention">Not answering</Badge>
          ) : (
            <Badge tone="good">Connected</Badge>
          )}
        </dd>
        <dt className="text-muted">Linked</dt>
        <dd>
          <time dateTime={state.linked_at}>{formatMoment(state.linked_at, 'day')}</time>
        </dd>
        <dt className="text-muted">Last read</dt>
        <dd>
          {state.last_fetch === null ? 'Not yet' : formatAge(Date.parse(state.last_fetch), now)}
        </dd>
      </dl>
      {over && (
        <p className="mt-4 max-w-[60ch] text-muted">
          {state.exchange} has ended Cairn’s access. What you see is from the last time it was read;
          link it again to go on.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {over && (
          <Button busy={link.busy} onClick={() => link.mutate()}>
            Link {state.exchange} again
          </Button>
        )}
        <ButtonLink to={paths.crypto} variant="secondary">
          See holdings
        </ButtonLink>
        {!demo && (
          <Button variant="ghost" className="text-trouble" onClick={() => setUnlinking(true)}>
            Unlink
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
        showToast({ title: `${exchange} is unlinked` });
        navigate(paths.crypto);
      },
    });
  return (
    <Dialog
      title={`Unlink ${exchange}?`}
      description={`Your holdings and their history are deleted here, and Cairn's access there is ended. At ${exchange} nothing changes.`}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button variant="danger" busy={unlink.isPending} onClick={submit}>
            Unlink {exchange}
          </Button>
        </>
      }
    >
      {unlink.error && <FormError>{unlink.error.message}</FormError>}
    </Dialog>
  );
}
