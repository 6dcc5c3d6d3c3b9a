import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { LifeBuoy, type LucideIcon, Smartphone } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { StepUpCanceled } from '../../../platform/session/step-up-prompt.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import {
  type Factors,
  type TotpSecret,
  useBeginTotp,
  useFactors,
  useMarkCodesSaved,
} from './factors.api.ts';
import { factorsCopy } from './factors.copy.ts';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';

const copy = factorsCopy.card;

const EnrollDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./enroll-dialog.tsx')).EnrollDialog })),
);

/** Two-step verification: whether it is on, its authenticator app, and the recovery codes. */
export function TwoStepCard({ email }: { email: string }) {
  const query = useFactors();
  const { data, error } = query;
  // This state isn't in `SetUp`, which is unmounted once the app is enrolled, before the dialog shows its last step.
  const [enrolling, setEnrolling] = useState<TotpSecret | null>(null);
  return (
    <Card
      id="two-step"
      tabIndex={-1}
      title={copy.title}
      action={
        data && (
          <Badge tone={data.totp ? 'accent' : 'neutral'}>{data.totp ? copy.on : copy.off}</Badge>
        )
      }
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
    >
      <QueryError subject={copy.subject} query={query} bannerClass="my-2" placeholderClass="py-6" />
      {!data && !error && <Loading />}
      {data?.totp === null && <SetUp onBegun={setEnrolling} />}
      {data?.totp && <Enrolled email={email} factors={data} addedAt={data.totp.added_at} />}
      <Suspense>
        {enrolling && (
          <EnrollDialog email={email} totp={enrolling} onClosed={() => setEnrolling(null)} />
        )}
      </Suspense>
    </Card>
  );
}

/** Explains what two-step verification is for, with a button that begins to set it up. */
function SetUp({ onBegun }: { onBegun: (totp: TotpSecret) => void }) {
  const begin = useBeginTotp();
  const start = () =>
    begin.mutate(undefined, {
      onSuccess: onBegun,
      onError: (error) => {
        if (error instanceof StepUpCanceled) return;
        showToast({ title: copy.startFailed, description: error.message, tone: 'danger' });
      },
    });
  return (
    <div className="flex flex-col items-start gap-4 pt-1 pb-1">
      <p className="text-muted">{copy.offText}</p>
      <Button variant="secondary" busy={begin.isPending} onClick={start}>
        {copy.setUp}
      </Button>
    </div>
  );
}

function Enrolled({
  email,
  factors: { recovery_codes_left: codesLeft, recovery_codes_saved: areSaved },
  addedAt,
}: {
  email: string;
  factors: Factors;
  addedAt: string;
}) {
  const [openDialog, setOpenDialog] = useState<'new-codes' | 'turn-off' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <ul className="divide-y divide-line">
        <Row
          icon={Smartphone}
          name={copy.app}
          note={formatMessage(copy.appAdded, { date: formatInstant(addedAt, 'day') })}
        >
          <Button
            variant="ghost"
            size="small"
            className="-mr-3"
            aria-label={copy.turnOffNamed}
            onClick={() => setOpenDialog('turn-off')}
          >
            {copy.turnOff}
          </Button>
        </Row>
        <Row
          icon={LifeBuoy}
          name={copy.codes}
          note={codesLeft === 0 ? copy.noCodesLeft : formatPlural(codesLeft, copy.codesLeft)}
        >
          <Button
            variant="ghost"
            size="small"
            className="-mr-3"
            onClick={() => setOpenDialog('new-codes')}
          >
            {copy.newCodes}
          </Button>
        </Row>
      </ul>
      {!areSaved && <NotSaved />}
      {openDialog === 'new-codes' && (
        <NewCodesDialog email={email} areSaved={areSaved} onClosed={close} />
      )}
      {openDialog === 'turn-off' && <TurnOffDialog onClosed={close} />}
    </>
  );
}

/** Shown until the user has confirmed that they saved their recovery codes, for example after a reload. */
function NotSaved() {
  const mark = useMarkCodesSaved();
  return (
    <div className="mt-1 mb-2 flex flex-col items-start gap-3 rounded-control bg-attention-soft px-4 py-3">
      <p className="text-pretty text-attention">{copy.codesNotSaved}</p>
      <Button variant="secondary" size="small" busy={mark.isPending} onClick={() => mark.mutate()}>
        {copy.codesSaved}
      </Button>
      <FormError>{mark.error?.message}</FormError>
    </div>
  );
}

function Row({
  icon: Icon,
  name,
  note,
  children,
}: {
  icon: LucideIcon;
  name: string;
  note: string;
  children: ReactNode;
}) {
  return (
    // In a narrow window, the button moves below the name.
    <li className="flex min-h-15 flex-wrap items-center justify-end gap-x-3 py-2">
      <div className="flex min-w-0 grow basis-38 items-center gap-3">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0">
          <span className="block font-medium">{name}</span>
          <span className="block text-xs text-muted">{note}</span>
        </span>
      </div>
      {children}
    </li>
  );
}

function Loading() {
  return (
    <div className="flex flex-col items-start gap-4 pt-1 pb-1">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <Skeleton className="h-5 w-80 max-w-full" />
      <Skeleton className="h-10 w-52 rounded-control" />
    </div>
  );
}
