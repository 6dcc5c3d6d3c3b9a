import { Check } from 'lucide-react';
import { useState } from 'react';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { usePaymentLinks, useSubscription } from './billing.api.ts';
import { type Plan, paymentLink, planPrices } from './payment-link.ts';
import { isOpen } from './subscription-words.ts';

const features = [
  'Track all financial accounts',
  'Break down spending by category',
  'Track upcoming bills and recurring charges',
  'Net worth tracking',
  'Cryptocurrency portfolio tracking',
];

/**
 * What paying brings and costs, with the way to the payment page. Mounted while open. Who turns out
 * to have paid, in another tab perhaps, is not led to pay again.
 */
export function UpgradeModal({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const paidByToken = useSession()?.claims.subscription === 'paid';
  const subscription = useSubscription().data;
  const close = { open, onOpenChange: setOpen, onClosed: onClose };
  if (paidByToken || (subscription && isOpen(subscription))) return <PaidAlready {...close} />;
  return <Offer {...close} onTheWay={subscription?.payment === 'pending'} />;
}

interface Closing {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
}

function Offer({ onTheWay, ...close }: Closing & { onTheWay: boolean }) {
  const [plan, setPlan] = useState<Plan>('lifetime');
  const { links, failed, retry } = usePaymentLinks();
  return (
    <Dialog
      {...close}
      title="Upgrade your account for all features"
      footer={
        <>
          <Button variant="ghost" onClick={() => close.onOpenChange(false)}>
            Cancel
          </Button>
          <PayButton plan={plan} link={links?.[plan]} failed={failed} onRetry={retry} />
        </>
      }
    >
      <SegmentedChoice
        label="Plan"
        grow
        value={plan}
        onChange={setPlan}
        options={[
          { value: 'lifetime', label: 'Lifetime' },
          { value: 'yearly', label: 'Yearly' },
        ]}
      />
      <p className="mt-6 flex items-baseline gap-2" aria-live="polite">
        <span className="figures text-2xl font-semibold tracking-tight">${planPrices[plan]}</span>
        <span className="text-muted">{plan === 'yearly' ? 'per year' : 'once, for good'}</span>
      </p>
      <ul className="mt-5 flex flex-col gap-3">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="size-5 shrink-0 text-accent" strokeWidth={2.25} />
            {feature}
          </li>
        ))}
      </ul>
      {onTheWay && (
        <p className="mt-5 rounded-control bg-attention-soft px-3 py-2.5">
          <span className="font-medium">A payment of yours is on its way.</span> Everything opens by
          itself as soon as it is confirmed. Paying again would be a second payment.
        </p>
      )}
      <div className="mt-5 has-[>:empty]:hidden">
        <FormError>
          {failed && 'The payment page could not be reached. Check your connection and try again.'}
        </FormError>
      </div>
    </Dialog>
  );
}

/** Leads to the payment page, which is another site; waits for its address where it must. */
function PayButton({
  plan,
  link,
  failed,
  onRetry,
}: {
  plan: Plan;
  link: string | undefined;
  failed: boolean;
  onRetry: () => void;
}) {
  const claims = useSession()?.claims;
  const label = `Pay $${planPrices[plan]}`;
  if (link === undefined || claims === undefined) {
    return (
      <Button busy={!failed} onClick={onRetry}>
        {failed ? 'Retry' : label}
      </Button>
    );
  }
  return (
    <a ref={takeLostFocus} href={paymentLink(link, claims)} className={buttonClass()}>
      {label}
    </a>
  );
}

/** The link comes in place of the button that was pressed for it, and is gone on from there. */
function takeLostFocus(link: HTMLAnchorElement | null): void {
  if (document.activeElement === document.body) link?.focus();
}

function PaidAlready(close: Closing) {
  return (
    <Dialog
      {...close}
      width="small"
      title="Your account is paid already"
      description="There is nothing more to pay. Everything in Cairn is open to you."
      footer={
        <Button
          onClick={() => {
            setDemoMode(false);
            close.onOpenChange(false);
          }}
        >
          Go on
        </Button>
      }
    />
  );
}
