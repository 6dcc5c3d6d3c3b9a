import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { Subscription } from './billing.api.ts';
import { billingCopy } from './billing.copy.ts';
import { describeBankUnlinking, describeEnd, paymentNote } from './subscription-summary.ts';

/**
 * The upgrade screen's notes for users who have paid before: a pending or failed payment, or an ended
 * subscription with its reason and what happens to their data and banks.
 */
export function SubscriptionNote({ subscription }: { subscription: Subscription }) {
  const { state, payment } = subscription;
  return (
    <>
      {payment !== null && <PaymentNote payment={payment} />}
      {state === 'ended' && <EndedNote subscription={subscription} />}
    </>
  );
}

const noteClass = 'mt-5 rounded-control bg-attention-soft px-4 py-3 text-left text-pretty';

function PaymentNote({ payment }: { payment: NonNullable<Subscription['payment']> }) {
  const { title, text } = paymentNote(payment);
  return (
    <div className={noteClass}>
      <p>
        <span className="font-semibold">{title}</span> {text}
      </p>
      {payment === 'pending' && (
        <Link
          to={paths.checkout}
          className="mt-1 inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-2 touch:min-h-11"
        >
          {billingCopy.payment.checkStatus}
        </Link>
      )}
    </div>
  );
}

function EndedNote({ subscription }: { subscription: Subscription }) {
  const { title, why } = describeEnd(subscription);
  const banks = describeBankUnlinking(subscription);
  return (
    <div className={noteClass}>
      <p>
        <span className="font-semibold">{title}</span> {why}
      </p>
      <p className="mt-2">{billingCopy.ended.comeBack}</p>
      {banks !== null && <p className="mt-2">{banks}</p>}
    </div>
  );
}
