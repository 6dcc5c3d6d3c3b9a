import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { StepUpCanceled } from '../../../platform/session/step-up-prompt.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { Message } from '../../../ui/message.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { authCopy } from '../auth.copy.ts';
import { isHandheld, lastUseLabel, sortDevices } from './device-labels.ts';
import { type Device, useDevices, useEndSession, useEndTrust } from './sessions.api.ts';
import { SignOutOthersDialog } from './sign-out-others-dialog.tsx';

const copy = authCopy.devices;

/** How many devices are shown before 'Show more'. */
const initialCount = 5;

/** The signed-in devices, each with a button that signs it out. */
export function DevicesCard() {
  const query = useDevices();
  const { data, error, dataUpdatedAt } = query;
  const [isSigningOutOthers, setSigningOutOthers] = useState(false);
  const [isExpanded, setExpanded] = useState(false);
  const devices = sortDevices(data?.sessions ?? []);
  const shown = isExpanded ? devices : devices.slice(0, initialCount);
  const hiddenCount = devices.length - shown.length;
  return (
    <Card
      id="devices"
      tabIndex={-1}
      title={copy.title}
      action={
        devices.length > 1 && (
          <Button variant="secondary" size="small" onClick={() => setSigningOutOthers(true)}>
            {copy.signOutOthers}
          </Button>
        )
      }
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
    >
      <QueryError subject={copy.subject} query={query} bannerClass="my-2" placeholderClass="py-6" />
      {!data && !error && <Loading />}
      <ul className="divide-y divide-line">
        {shown.map((device) => (
          <DeviceRow key={device.id} device={device} now={dataUpdatedAt} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button variant="ghost" size="small" className="-ml-3" onClick={() => setExpanded(true)}>
          {formatPlural(hiddenCount, copy.showMore)}
        </Button>
      )}
      {isSigningOutOthers && (
        <SignOutOthersDialog
          otherCount={devices.length - 1}
          onClosed={() => setSigningOutOthers(false)}
        />
      )}
    </Card>
  );
}

function DeviceRow({ device, now }: { device: Device; now: number }) {
  const Icon = isHandheld(device) ? Smartphone : Monitor;
  const onSuccess = () =>
    showToast({ title: formatMessage(copy.signedOut, { device: device.device }) });
  const endSession = useEndSession({
    onSuccess,
    onError: (error) => {
      if (error instanceof StepUpCanceled) return;
      // The session has ended in the meantime.
      if (error instanceof ApiError && error.code === 'not_found') return onSuccess();
      showToast({
        title: formatMessage(copy.signOutFailed, { device: device.device }),
        description: error.message,
        tone: 'danger',
      });
    },
  });
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{device.device}</span>
          {device.current && <Badge tone="accent">{copy.thisDevice}</Badge>}
          {device.trusted_until && <Badge>{copy.trusted}</Badge>}
        </p>
        <p className="text-xs text-muted">
          <Message
            text={copy.usage}
            values={{
              activity: (
                <span title={formatInstant(device.last_used_at)}>{lastUseLabel(device, now)}</span>
              ),
              date: (
                <time dateTime={device.created_at}>{formatInstant(device.created_at, 'day')}</time>
              ),
            }}
          />
        </p>
        {device.trusted_until && <TrustNote device={device} until={device.trusted_until} />}
      </div>
      {!device.current && (
        <Button
          variant="ghost"
          size="small"
          className="-mr-3"
          busy={endSession.isPending}
          aria-label={formatMessage(copy.signOutDevice, { device: device.device })}
          onClick={() => endSession.mutate(device.id)}
        >
          {copy.signOut}
        </Button>
      )}
    </li>
  );
}

/** Until when a device is trusted, with a button that ends the trust. */
function TrustNote({ device, until }: { device: Device; until: string }) {
  const endTrust = useEndTrust();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      {formatMessage(copy.trustedUntil, { date: formatInstant(until, 'day') })}
      <Button
        variant="ghost"
        size="small"
        className="-ml-3 sm:ml-0"
        busy={endTrust.isPending}
        aria-label={formatMessage(copy.endTrustDevice, { device: device.device })}
        onClick={() => endTrust.mutate(device.id)}
      >
        {copy.endTrust}
      </Button>
    </p>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(2).map((key) => (
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
