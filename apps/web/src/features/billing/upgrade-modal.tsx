import { Check } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '../../platform/config.ts';
import { useSession } from '../../platform/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { type Plan, paymentLink, planPrices } from './payment-link.ts';

const features = [
  'Track all financial accounts',
  'Break down spending by category',
  'Track upcoming bills and recurring charges',
  'Net worth tracking',
  'Cryptocurrency portfolio tracking',
];

/** What paying brings and costs, with the way to the payment page. Mounted while open. */
export function UpgradeModal({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const [plan, setPlan] = useState<Plan>('lifetime');
  return (
    <Dialog
      title="Upgrade your account for all features"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <PayButton plan={plan} />
        </>
      }
    >
      <SegmentedChoice
        label="Plan"
        grow
        value={plan}
        onChange={setPlan}
        options={[
          { value: 'yearly', label: 'Yearly' },
          { value: 'lifetime', label: 'Lifetime' },
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
    </Dialog>
  );
}

/** Leads to the payment page, which is another site; waits for its address where it must. */
function PayButton({ plan }: { plan: Plan }) {
  const config = useConfig();
  const claims = useSession()?.claims;
  const label = `Pay $${planPrices[plan]}`;
  if (config === null || claims === undefined) return <Button disabled>{label}</Button>;
  return (
    <a href={paymentLink(config.payment_links[plan], claims)} className={buttonClass()}>
      {label}
    </a>
  );
}
