import { el, need } from '../../look/browser/dom.ts';
import { act, type Payment } from './control-calls.ts';
import type { Answer, Press } from './press.ts';

/** A payment, newest of its person, with the buttons of what can still happen to it. */
export function paymentCard(payment: Payment, press: Press): HTMLElement {
  const reference = payment.client_reference_id;
  const [words, kind] = stateOf(payment);
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
          `${payment.plan === 'yearly' ? 'Yearly' : 'Lifetime'}, ${amount}`,
        ),
        el(
          'p',
          { class: 'muted small' },
          payment.email,
          ' · ',
          el('code', {}, reference ?? 'no reference'),
        ),
      ),
      el('span', { class: `state ${kind}` }, words),
    ),
    reference ? el('div', { class: 'buttons' }, ...buttonsOf(payment, reference, press)) : null,
  );
}

/** How the events of a payment are to be handed over, as the boxes above say. */
export function arrangement(): { duplicate: boolean; out_of_order: boolean } {
  const isChecked = (selector: string) => need(selector, HTMLInputElement).checked;
  return { duplicate: isChecked('#duplicate'), out_of_order: isChecked('#out-of-order') };
}

/** What was done, and what the app said to the events of it. */
export function delivered(said: string): (answer: Answer) => string {
  return ({ events }) => {
    const statuses = Array.isArray(events) ? events.map((event) => Object(event).status) : [];
    const taken = statuses.filter((status) => status >= 200 && status < 300).length;
    if (statuses.length === 0) return said;
    const count = statuses.length === 1 ? 'the event' : `${taken} of ${statuses.length} events`;
    if (taken === 0) return `${said} The app took no event yet; they are tried again.`;
    return `${said} The app took ${count}.`;
  };
}

/** The buttons of what can still happen to a payment. */
function buttonsOf(payment: Payment, reference: string, press: Press) {
  const button = (label: string, said: string, call: string, more: object = {}) =>
    el(
      'button',
      {
        class: 'button',
        type: 'button',
        onclick: () =>
          press(delivered(said), () =>
            act(`payments/${call}`, { client_reference_id: reference, ...arrangement(), ...more }),
          ),
      },
      label,
    );
  const status = payment.subscription_status;
  const waits = payment.payment_status === 'unpaid' && status !== 'incomplete_expired';
  const runs = status !== null && !waits && !['canceled', 'incomplete_expired'].includes(status);
  const due = status === 'past_due';
  return [
    waits && button('Payment arrives', 'The money has come.', 'pay'),
    waits && button('Payment fails', 'The money does not come.', 'fail'),
    runs && button('Fail renewal', 'The renewal failed.', 'fail'),
    due && button('Pay what is due', 'The renewal was paid.', 'pay'),
    runs &&
      !payment.cancel_at_period_end &&
      button('Cancel at period end', 'It will end with its year.', 'cancel', {
        at_period_end: true,
      }),
    runs && button('Cancel now', 'The subscription has ended.', 'cancel'),
    payment.paid && !payment.refunded && button('Refund', 'The money was given back.', 'refund'),
    payment.paid &&
      !payment.disputed &&
      button('Dispute', 'The bank wants the money back.', 'dispute'),
    payment.disputed &&
      button('Dispute won', 'The dispute was won.', 'dispute', { outcome: 'won' }),
    payment.disputed &&
      button('Dispute lost', 'The dispute was lost.', 'dispute', { outcome: 'lost' }),
  ];
}

function stateOf(payment: Payment): [words: string, kind: string] {
  if (payment.subscription_status === 'canceled') return ['Canceled', ''];
  if (payment.disputed) return ['Disputed', 'attention'];
  if (payment.refunded) return ['Refunded', 'attention'];
  if (payment.subscription_status === 'past_due') return ['Past due', 'attention'];
  if (payment.cancel_at_period_end) return ['Ends with its year', 'attention'];
  return payment.payment_status === 'paid' ? ['Paid', 'good'] : ['Unpaid', 'attention'];
}
