import { el, requireElement } from '../../design/browser/dom.ts';
import type { ControlResponse, RunAction } from './actions.ts';
import { type Payment, postControl } from './control-api.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.payments;

/** A user's latest payment, with a button for each action that is still possible. */
export function paymentCard(payment: Payment, runAction: RunAction): HTMLElement {
  const reference = payment.client_reference_id;
  const [state, kind] = stateOf(payment);
  const amount = (payment.amount_total / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
  });
  return el(
    'article',
    { class: 'card item', 'data-key': `${reference} ${payment.plan}` },
    el(
      'div',
      { class: 'item-head' },
      el(
        'div',
        {},
        el(
          'h3',
          { class: 'number' },
          payment.plan === 'yearly' ? copy.yearly(amount) : copy.lifetime(amount),
        ),
        el(
          'p',
          { class: 'muted small' },
          payment.email,
          ' · ',
          el('code', {}, reference ?? copy.noReference),
        ),
      ),
      el('span', { class: `state ${kind}` }, state),
    ),
    reference ? el('div', { class: 'buttons' }, ...buttonsOf(payment, reference, runAction)) : null,
  );
}

/** How the events of a payment are delivered, as chosen in the checkboxes above the list. */
export function deliveryOptions(): { duplicate: boolean; out_of_order: boolean } {
  const isChecked = (selector: string) => requireElement(selector, HTMLInputElement).checked;
  return { duplicate: isChecked('#duplicate'), out_of_order: isChecked('#out-of-order') };
}

/** Adds to a status text how many of the events the app accepted. */
export function withEventResults(status: string): (response: ControlResponse) => string {
  return ({ events }) => {
    const statuses = Array.isArray(events) ? events.map((event) => Object(event).status) : [];
    const accepted = statuses.filter((code) => code >= 200 && code < 300).length;
    if (statuses.length === 0) return status;
    if (accepted === 0) return copy.noneAccepted(status);
    if (statuses.length === 1) return copy.oneAccepted(status);
    return copy.someAccepted(status, accepted, statuses.length);
  };
}

/** A button for each action that is still possible. */
function buttonsOf(payment: Payment, reference: string, runAction: RunAction) {
  const button = ([label, status]: readonly [string, string], call: string, options: object = {}) =>
    el(
      'button',
      {
        class: 'button',
        type: 'button',
        onclick: () =>
          runAction(withEventResults(status), () =>
            postControl(`payments/${call}`, {
              client_reference_id: reference,
              ...deliveryOptions(),
              ...options,
            }),
          ),
      },
      label,
    );
  const status = payment.subscription_status;
  const isProcessing = payment.payment_status === 'unpaid' && status !== 'incomplete_expired';
  const isActive =
    status !== null && !isProcessing && !['canceled', 'incomplete_expired'].includes(status);
  const isPastDue = status === 'past_due';
  const { actions } = copy;
  return [
    isProcessing && button(actions.succeed, 'pay'),
    isProcessing && button(actions.fail, 'fail'),
    isActive && button(actions.failRenewal, 'fail'),
    isPastDue && button(actions.payRenewal, 'pay'),
    isActive &&
      !payment.cancel_at_period_end &&
      button(actions.cancelAtPeriodEnd, 'cancel', { at_period_end: true }),
    isActive && button(actions.cancelNow, 'cancel'),
    payment.paid && !payment.refunded && button(actions.refund, 'refund'),
    payment.paid && !payment.disputed && button(actions.dispute, 'dispute'),
    payment.disputed && button(actions.winDispute, 'dispute', { outcome: 'won' }),
    payment.disputed && button(actions.loseDispute, 'dispute', { outcome: 'lost' }),
  ];
}

function stateOf(payment: Payment): [label: string, kind: string] {
  const { states } = copy;
  if (payment.subscription_status === 'canceled') return [states.canceled, ''];
  if (payment.disputed) return [states.disputed, 'attention'];
  if (payment.refunded) return [states.refunded, 'attention'];
  if (payment.subscription_status === 'past_due') return [states.pastDue, 'attention'];
  if (payment.cancel_at_period_end) return [states.cancelsAtPeriodEnd, 'attention'];
  return payment.payment_status === 'paid' ? [states.paid, 'good'] : [states.unpaid, 'attention'];
}
