import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { formatMoment } from '../../platform/moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingNote, placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { QueryError } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { inOrder, isHandheld, lastUse } from './device-words.ts';
import { EndOthersDialog } from './end-others-dialog.tsx';
import { type Device, useDevices, useEndSession } from './sessions.api.ts';

/** So many are shown at first. */
const shownAtFirst = 5;

/** The devices that are signed in, each with a way to end it. */
export function DevicesCard() {
  const query = useDevices();
  const { data, error, dataUpdatedAt } = query;
  const [ending, setEnding] = useState(false);
  const [all, setAll] = useState(false);
  const devices = inOrder(data?.sessions ?? []);
  const shown = all ? devices : devices.slice(0, shownAtFirst);
  const more = devices.length - shown.length;
  return (
    <Card
      id="devices"
      tabIndex={-1}
      title="Devices"
      action={
        devices.length > 1 && (
          <Button variant="secondary" size="small" onClick={() => setEnding(true)}>
            End all others
          </Button>
        )
      }
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
    >
      <QueryError what="Your devices" query={query} stale="my-2" missing="py-6" />
      {!data && !error && <Loading />}
      <ul className="divide-y divide-line">
        {shown.map((device) => (
          <DeviceRow key={device.id} device={device} now={dataUpdatedAt} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="ghost" size="small" className="-ml-3" onClick={() => setAll(true)}>
          Show {more} more
        </Button>
      )}
      {ending && <EndOthersDialog others={devices.length - 1} onClosed={() => setEnding(false)} />}
    </Card>
  );
}

function DeviceRow({ device, now }: { device: Device; now: number }) {
  const Icon = isHandheld(device) ? Smartphone : Monitor;
  const onSuccess = () => showToast({ title: `${device.device} was signed out` });
  const end = useEndSession({
    onSuccess,
    onError: (error) => {
      // It went by itself meanwhile.
      if (error instanceof ApiError && error.code === 'not_found') return onSuccess();
      showToast({
        title: `${device.device} could not be signed out`,
        description: error.message,
        tone: 'trouble',
      });
    },
  });
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{device.device}</span>
          {device.current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="text-xs text-muted">
          <span title={formatMoment(device.last_used_at)}>{lastUse(device, now)}</span>
          {' · signed in '}
          <time dateTime={device.created_at}>{formatMoment(device.created_at, 'day')}</time>
        </p>
      </div>
      {!device.current && (
        <Button
          variant="ghost"
          size="small"
          className="-mr-3"
          busy={end.isPending}
          aria-label={`End ${device.device}`}
          onClick={() => end.mutate(device.id)}
        >
          End
        </Button>
      )}
    </li>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingNote>Loading your devices</LoadingNote>
      {placeholders(2).map((key) => (
        <div key={key} className="flex items-center gap-3 py-3">
          <Skeleton className="size-5 rounded" />
          <div className="flex flex-col gap-1.5 py-0.5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3 w-52 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
