import { CircleAlert, Clock, type LucideIcon } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { useOnline } from '../../platform/online.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/spinner.tsx';
import type { CheckoutStage } from './checkout-stage.ts';

type Stage = Exclude<CheckoutStage, 'joined'>;

interface Step {
  readonly title: string;
  readonly text: string;
  /** How it ended for now; without, something goes on that will end by itself, soon. */
  readonly sign?: { readonly icon: LucideIcon; readonly look: string };
}

const steps: Record<Stage, Step> = {
  confirming: { title: 'Confirming your payment', text: 'This takes a few seconds.' },
  waiting: {
    title: 'No payment has reached us yet',
    text: 'If you have just paid, you need not wait here, and need not pay again: your account opens by itself as soon as the payment provider confirms it.',
  },
  pending: {
    title: 'Your payment is on its way',
    text: 'Your bank has not confirmed it yet. With some ways to pay that takes days. Your account opens by itself then: you need not wait here, and need not pay again.',
    sign: { icon: Clock, look: 'bg-accent-soft text-accent' },
  },
  failed: {
    title: 'Your payment did not come through',
    text: 'Your bank did not confirm it, so your account is not open yet. You can try again, or pay another way.',
    sign: { icon: CircleAlert, look: 'bg-trouble-soft text-trouble' },
  },
  opening: { title: 'Your payment is in', text: 'Your account is being opened.' },
};

/** What the page says until everything is open. */
export function CheckoutProgress({
  stage,
  unreachable,
  ...ways
}: {
  stage: Stage;
  /** The server did not answer when last asked. */
  unreachable: boolean;
} & WaysOnProps) {
  const { title, text, sign } = steps[stage];
  return (
    <>
      {sign && (
        <span
          className={classNames(
            'mx-auto mb-4 grid size-12 place-items-center rounded-full',
            sign.look,
          )}
        >
          <sign.icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        </span>
      )}
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="mt-3 text-pretty text-muted">{text}</p>
      <Trouble unreachable={unreachable} />
      {!sign && <ProgressBar label={title} className="mt-7" />}
      <div className="mt-7 flex flex-col gap-2 empty:hidden">
        <WaysOn stage={stage} {...ways} />
      </div>
    </>
  );
}

interface WaysOnProps {
  /** A look at the server is under way. */
  looking: boolean;
  onLook: () => void;
  /** Pressed to pay again after a payment that failed. */
  onRetry: () => void;
}

function WaysOn({ stage, looking, onLook, onRetry }: { stage: Stage } & WaysOnProps) {
  switch (stage) {
    case 'confirming':
      return <Home>I have not paid yet</Home>;
    case 'waiting':
      return (
        <>
          <Button variant="secondary" busy={looking} onClick={onLook}>
            Check again
          </Button>
          <Home>I have not paid yet</Home>
        </>
      );
    case 'pending':
      return <LookAround />;
    case 'failed':
      return (
        <>
          <Button size="large" onClick={onRetry}>
            Try again
          </Button>
          <Home>Not now</Home>
        </>
      );
    case 'opening':
      return null;
  }
}

function Home({ children }: { children: string }) {
  return (
    <ButtonLink to={paths.dashboard} variant="ghost">
      {children}
    </ButtonLink>
  );
}

function Trouble({ unreachable }: { unreachable: boolean }) {
  const online = useOnline();
  if (online && !unreachable) return null;
  return (
    <p className="mt-3 text-pretty text-attention">
      {online
        ? 'Cairn could not be reached just now. It keeps trying, and a payment is not lost by that.'
        : 'You are offline. This page goes on by itself when you are back, and a payment is not lost by that.'}
    </p>
  );
}

function LookAround() {
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
        Look around in demo mode
      </Button>
      <ButtonLink to={paths.profile} variant="ghost">
        Go to your profile
      </ButtonLink>
    </>
  );
}
