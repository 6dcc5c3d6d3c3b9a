import { formatMessage } from '@cairn/contract/text/copy';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { usePaymentLinks, useSubscription } from './billing.api.ts';
import { billingCopy } from './billing.copy.ts';
import { type Plan, paymentLink, planPrices } from './payment-link.ts';
import { hasFullAccess } from './subscription-summary.ts';

const copy = billingCopy.upgrade;

/**
 * The plans and their features, with a link to the payment page. Mounted while open. If the user has already
 * paid, in another tab for example, there is nothing to pay.
 */
export function UpgradeModal({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const paidByToken = useSession()?.claims.subscription === 'paid';
  const subscription = useSubscription().data;
  const dialogProps = { open, onOpenChange: setOpen, onClosed: onClose };
  if (paidByToken || (subscription && hasFullAccess(subscription)))
    return <AlreadyPaid {...dialogProps} />;
  return <Offer {...dialogProps} hasPendingPayment={subscription?.payment === 'pending'} />;
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
}

function Offer({
  hasPendingPayment,
  ...dialogProps
}: DialogProps & { hasPendingPayment: boolean }) {
  const [plan, setPlan] = useState<Plan>('lifetime');
  const { links, failed, retry } = usePaymentLinks();
  return (
    <Dialog
      {...dialogProps}
      title={copy.title}
      footer={
        <>
          <Button variant="ghost" onClick={() => dialogProps.onOpenChange(false)}>
            {billingCopy.cancel}
          </Button>
          <PayButton plan={plan} link={links?.[plan]} failed={failed} onRetry={retry} />
        </>
      }
    >
      <SegmentedControl
        label={copy.plan}
        grow
        value={plan}
        onChange={setPlan}
        options={[
          { value: 'lifetime', label: copy.lifetime },
          { value: 'yearly', label: copy.yearly },
        ]}
      />
      <p className="mt-6 flex items-baseline gap-2" aria-live="polite">
        <span className="figures text-2xl font-semibold tracking-tight">${planPrices[plan]}</span>
        <span className="text-muted">{plan === 'yearly' ? copy.perYear : copy.oneTime}</span>
      </p>
      <ul className="mt-5 flex flex-col gap-3">
        {copy.features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="size-5 shrink-0 text-accent" strokeWidth={2.25} />
            {feature}
          </li>
        ))}
      </ul>
      {hasPendingPayment && (
        <p className="mt-5 rounded-control bg-attention-soft px-3 py-2.5">
          <span className="font-medium">{copy.pendingTitle}</span> {copy.pendingText}
        </p>
      )}
      <div className="mt-5 has-[>:empty]:hidden">
        <FormError>{failed && copy.linksFailed}</FormError>
      </div>
    </Dialog>
  );
}

/** Links to the payment page on another site, or waits for its URL. */
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
  const label = formatMessage(copy.pay, { price: `$${planPrices[plan]}` });
  if (link === undefined || claims === undefined) {
    return (
      <Button busy={!failed} onClick={onRetry}>
        {failed ? billingCopy.retry : label}
      </Button>
    );
  }
  return (
    <a ref={restoreFocus} href={paymentLink(link, claims)} className={buttonClass()}>
      {label}
    </a>
  );
}

/** Focuses the link if it replaced the focused button. */
function restoreFocus(link: HTMLAnchorElement | null): void {
  if (document.activeElement === document.body) link?.focus();
}

function AlreadyPaid(dialogProps: DialogProps) {
  return (
    <Dialog
      {...dialogProps}
      width="small"
      title={copy.alreadyPaidTitle}
      description={copy.alreadyPaidText}
      footer={
        <Button
          onClick={() => {
            setDemoMode(false);
            dialogProps.onOpenChange(false);
          }}
        >
          {copy.continue}
        </Button>
      }
    />
  );
}
