import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePaidSubscription } from '../features/billing/billing.api.ts';
import { paths } from '../paths.ts';
import { renewToken } from '../platform/api-client.ts';
import { useSession } from '../platform/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/spinner.tsx';

/** A payment is usually confirmed within seconds; after this many milliseconds we say more. */
const takesLong = 20_000;

/** Where the payment page returns to: waits for the payment to count, then welcomes. */
export function Component() {
  const { paid, failed } = usePaidSubscription();
  const session = useSession();
  const known = session?.claims.subscription === 'paid';
  const [refused, setRefused] = useState(0);
  const renewing = paid && !known;
  useEffect(() => {
    if (!renewing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    renewToken().catch(() => {
      // Paid for all the same: the token is asked for again until it says so.
      timer = setTimeout(() => setRefused(refused + 1), Math.min(15_000, 1_000 * 2 ** refused));
    });
    return () => clearTimeout(timer);
  }, [renewing, refused]);
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>{known ? 'Thanks for joining! · Cairn' : 'Your payment · Cairn'}</title>
      <div
        className={classNames(cardClass, 'w-full max-w-115 p-6 text-center sm:p-10')}
        aria-live="polite"
      >
        {known ? <Joined /> : <Waiting failed={failed} />}
      </div>
    </div>
  );
}

function Joined() {
  return (
    <div className="rise-in">
      <CircleCheck aria-hidden="true" className="mx-auto size-12 text-money-in" strokeWidth={1.5} />
      <h1 className="mt-5 text-xl font-semibold">Thanks for joining!</h1>
      <p className="mt-3 text-base text-muted">
        Everything is open to you now. Link your first bank and your numbers appear.
      </p>
      <div className="mt-7 flex flex-col gap-2">
        <ButtonLink to={paths.link} size="large">
          Link a bank
        </ButtonLink>
        <ButtonLink to={paths.dashboard} variant="ghost">
          Go to the dashboard
        </ButtonLink>
      </div>
    </div>
  );
}

function Waiting({ failed }: { failed: boolean }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), takesLong);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1 className="text-lg font-semibold">
        {long ? 'Still waiting for your payment' : 'Confirming your payment'}
      </h1>
      <p className="mt-3 text-muted">
        {long
          ? 'The payment provider has not confirmed it yet. You need not wait here: your account opens by itself as soon as it does, and you are never charged twice for it.'
          : 'This takes a few seconds.'}
      </p>
      {failed && (
        <p className="mt-3 text-attention">Cairn could not be reached just now. It keeps trying.</p>
      )}
      <ProgressBar label="Waiting for the payment" className="mt-7" />
      {long && (
        <div className="mt-7 flex flex-col gap-2">
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Check again
          </Button>
          <ButtonLink to={paths.dashboard} variant="ghost">
            I have not paid yet
          </ButtonLink>
        </div>
      )}
    </>
  );
}
