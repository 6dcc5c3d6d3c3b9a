import { formatMoment } from '../../platform/moments.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { Subscription } from './billing.api.ts';
import { planPrices } from './payment-link.ts';

/** Where and when the words are read; the device's own unless said. */
export interface Reading {
  readonly now?: number;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
}

const soon = 2 * 86_400_000;

/** Whether everything is open to who has this. */
export const isOpen = ({ state }: Pick<Subscription, 'state'>): boolean =>
  state === 'active' || state === 'ending' || state === 'grace';

/** An instant as a day; with the hour where it is near, for then the day alone misleads. */
function dayOf(instant: string, { now = Date.now(), locale, timeZone }: Reading): string {
  const near = Math.abs(Date.parse(instant) - now) < soon;
  return formatMoment(instant, near ? 'minute' : 'day', locale, timeZone);
}

const reasons: Record<NonNullable<Subscription['ended_because']>, string> = {
  canceled: 'It was canceled.',
  payment_failed: 'Its renewal could not be paid.',
  refunded: 'Its payment was refunded.',
  disputed: 'Its payment was disputed at your bank.',
};

/** `Your subscription ended on Oct 29, 2026.`, and why. */
export function endedWords(subscription: Subscription, reading: Reading = {}) {
  const { plan, until, ended_because } = subscription;
  const what = plan === 'lifetime' ? 'Your lifetime access' : 'Your subscription';
  return {
    title: until === null ? `${what} has ended.` : `${what} ended on ${dayOf(until, reading)}.`,
    why: ended_because === null ? null : reasons[ended_because],
  };
}

/** What becomes of the banks of who is no longer paid; null where none is linked. */
export function banksWords(
  { banks_unlinked_at: instant }: Pick<Subscription, 'banks_unlinked_at'>,
  reading: Reading = {},
): string | null {
  if (instant === null) return null;
  if (Date.parse(instant) <= (reading.now ?? Date.now())) return 'Your banks are being unlinked.';
  return `Your banks stay linked until ${dayOf(instant, reading)}. Come back before then, and you need not link them again.`;
}

/** That a renewal failed, and until when everything stays open. */
export function graceWords({ until }: Pick<Subscription, 'until'>, reading: Reading = {}) {
  return {
    title: 'Your renewal could not be paid.',
    text:
      until === null
        ? 'Everything stays open for a while.'
        : `Everything stays open until ${dayOf(until, reading)}.`,
  };
}

/** Whether a deadline is less than a day away, or past. */
export const isLastDay = (until: string | null, now: number): boolean =>
  until !== null && Date.parse(until) - now < 86_400_000;

/** What is known of a payment that has opened nothing, for who looks elsewhere than on its page. */
export function paymentWords(payment: NonNullable<Subscription['payment']>) {
  return payment === 'pending'
    ? {
        title: 'Your payment is on its way.',
        text: 'Everything opens by itself as soon as it is confirmed.',
      }
    : { title: 'Your last payment did not come through.', text: 'You can try again.' };
}

/** What the profile says: a badge, and sentences. */
export interface ProfileWords {
  readonly badge: { readonly text: string; readonly tone: BadgeTone };
  readonly lines: readonly string[];
}

/** What somebody has and until when, as their profile tells it. */
export function profileWords(subscription: Subscription, reading: Reading = {}): ProfileWords {
  const { state, plan, payment } = subscription;
  const lines = stateLines(subscription, reading);
  if (payment !== null && !isOpen(subscription)) {
    const { title, text } = paymentWords(payment);
    lines.unshift(`${title} ${text}`);
  }
  return {
    badge:
      state === 'none' || state === 'ended'
        ? { text: 'Free', tone: 'neutral' }
        : {
            text: plan === 'lifetime' ? 'Lifetime' : 'Yearly',
            tone: state === 'grace' ? 'attention' : 'accent',
          },
    lines,
  };
}

function stateLines(subscription: Subscription, reading: Reading): string[] {
  const { state, plan, until } = subscription;
  const day = until === null ? null : dayOf(until, reading);
  switch (state) {
    case 'none':
      return ['Upgrade to link your banks and see your own numbers.'];
    case 'active':
      if (plan === 'lifetime') return ['Everything in Cairn is open to you, for good.'];
      return [
        'Everything in Cairn is open to you.',
        ...(day === null ? [] : [`Renews on ${day} for $${planPrices.yearly}.`]),
      ];
    case 'ending':
      return [
        day === null ? 'It does not renew.' : `Ends on ${day} and does not renew.`,
        'Everything stays open until then. Your data is kept after that.',
      ];
    case 'grace': {
      const { title, text } = graceWords(subscription, reading);
      return [`${title} ${text}`, 'Update how you pay to keep it.'];
    }
    case 'ended': {
      const { title, why } = endedWords(subscription, reading);
      const banks = banksWords(subscription, reading);
      return [
        why === null ? title : `${title} ${why}`,
        'Your data is kept.',
        ...(banks === null ? [] : [banks]),
      ];
    }
  }
}
