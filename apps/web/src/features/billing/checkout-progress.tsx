import { CircleAlert, Clock, type LucideIcon } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useOnline } from '../../platform/browser/online.ts';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/feedback/spinner.tsx';
import { billingCopy } from './billing.copy.ts';
import type { CheckoutStage } from './checkout-stage.ts';

const copy = billingCopy.checkout;

type Stage = Exclude<CheckoutStage, 'unlocked'>;

/** The icon of a stage without a progress bar. */
interface StageIcon {
  readonly icon: LucideIcon;
  readonly className: string;
}

const stageIcons: Partial<Record<Stage, StageIcon>> = {
  pending: { icon: Clock, className: 'bg-accent-soft text-accent' },
  failed: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
};

/** The state of a payment until the account is unlocked. */
export function CheckoutProgress({
  stage,
  unreachable,
  ...actions
}: {
  stage: Stage;
  /** True if the last request to the server failed. */
  unreachable: boolean;
} & StageActionsProps) {
  const { title, text } = copy[stage];
  const icon = stageIcons[stage];
  return (
    <>
      {icon && (
        <span
          className={classNames(
            'mx-auto mb-4 grid size-12 place-items-center rounded-full',
            icon.className,
          )}
        >
          <icon.icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        </span>
      )}
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="mt-3 text-pretty text-muted">{text}</p>
      <ConnectionNote unreachable={unreachable} />
      {!icon && <ProgressBar label={title} className="mt-7" />}
      <div className="mt-7 flex flex-col gap-2 empty:hidden">
        <StageActions stage={stage} {...actions} />
      </div>
    </>
  );
}

interface StageActionsProps {
  /** True while the server is being polled. */
  polling: boolean;
  onPoll: () => void;
  /** Called to pay again after a failed payment. */
  onRetry: () => void;
}

function StageActions({ stage, polling, onPoll, onRetry }: { stage: Stage } & StageActionsProps) {
  switch (stage) {
    case 'confirming':
      return <DashboardLink>{copy.notPaidYet}</DashboardLink>;
    case 'waiting':
      return (
        <>
          <Button variant="secondary" busy={polling} onClick={onPoll}>
            {copy.checkAgain}
          </Button>
          <DashboardLink>{copy.notPaidYet}</DashboardLink>
        </>
      );
    case 'pending':
      return <ExploreActions />;
    case 'failed':
      return (
        <>
          <Button size="large" onClick={onRetry}>
            {copy.tryAgain}
          </Button>
          <DashboardLink>{copy.notNow}</DashboardLink>
        </>
      );
    case 'unlocking':
      return null;
  }
}

function DashboardLink({ children }: { children: string }) {
  return (
    <ButtonLink to={paths.dashboard} variant="ghost">
      {children}
    </ButtonLink>
  );
}

function ConnectionNote({ unreachable }: { unreachable: boolean }) {
  const online = useOnline();
  if (online && !unreachable) return null;
  return (
    <p className="mt-3 text-pretty text-attention">{online ? copy.unreachable : copy.offline}</p>
  );
}

function ExploreActions() {
  const navigate = useNavigate();
  const demo = useDemoMode();
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          if (!demo) setDemoMode(true);
          navigate(paths.dashboard);
        }}
      >
        {copy.exploreDemo}
      </Button>
      <ButtonLink to={paths.profile} variant="ghost">
        {copy.profile}
      </ButtonLink>
    </>
  );
}
