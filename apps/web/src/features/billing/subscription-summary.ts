import { formatMessage } from '@cairn/contract/text/copy';
import { formatInstant } from '../../platform/formats/format-instant.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { Subscription } from './billing.api.ts';
import { billingCopy } from './billing.copy.ts';
import { planPrices } from './payment-link.ts';

/** What formatting dates depends on: the current time in milliseconds, and the locale and time zone of the reader. */
export interface DateContext {
  readonly now?: number;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** How many milliseconds before a deadline its time of day is shown, too. */
const soonThreshold = 2 * 86_400_000;

/** True if a subscription in this state gives access. */
export const hasFullAccess = ({ state }: Pick<Subscription, 'state'>): boolean =>
  state === 'active' || state === 'ending' || state === 'grace';

/** Formats an instant as a day. If it is near, the time is included, because the day alone would mislead. */
function formatDeadline(
  instant: string,
  { now = Date.now(), locale, timeZone }: DateContext,
): string {
  const isSoon = Math.abs(Date.parse(instant) - now) < soonThreshold;
  return formatInstant(instant, isSoon ? 'minute' : 'day', locale, timeZone);
}

/** When and why a subscription ended. `why` is null if that isn't known. */
export function describeEnd(subscription: Subscription, context: DateContext = {}) {
  const { plan, until, end_reason } = subscription;
  const copy = billingCopy.ended;
  const isLifetime = plan === 'lifetime';
  return {
    title:
      until === null
        ? copy[isLifetime ? 'lifetime' : 'subscription']
        : formatMessage(copy[isLifetime ? 'lifetimeOn' : 'subscriptionOn'], {
            date: formatDeadline(until, context),
          }),
    why: end_reason === null ? null : copy.reasons[end_reason],
  };
}

/** When the banks of a user without paid access are unlinked. Null if none is linked. */
export function describeBankUnlinking(
  { banks_unlinked_at: instant }: Pick<Subscription, 'banks_unlinked_at'>,
  context: DateContext = {},
): string | null {
  if (instant === null) return null;
  if (Date.parse(instant) <= (context.now ?? Date.now())) return billingCopy.banks.unlinking;
  return formatMessage(billingCopy.banks.linkedUntil, { date: formatDeadline(instant, context) });
}

/** Says that a renewal failed, and how long access lasts. */
export function describeGracePeriod(
  { until }: Pick<Subscription, 'until'>,
  context: DateContext = {},
) {
  return {
    title: billingCopy.state.renewalFailed,
    text:
      until === null
        ? billingCopy.state.accessForNow
        : formatMessage(billingCopy.state.accessUntil, { date: formatDeadline(until, context) }),
  };
}

/** True if a deadline is less than a day away, or past. */
export const isLastDay = (until: string | null, now: number): boolean =>
  until !== null && Date.parse(until) - now < 86_400_000;

/** The note about a payment that is pending or failed. */
export const paymentNote = (payment: NonNullable<Subscription['payment']>) =>
  billingCopy.payment[payment];

/** A subscription as the profile shows it: a badge and sentences. */
export interface SubscriptionSummary {
  readonly badge: { readonly text: string; readonly tone: BadgeTone };
  readonly lines: readonly string[];
}

/** Summarizes a subscription for the profile. */
export function summarizeSubscription(
  subscription: Subscription,
  context: DateContext = {},
): SubscriptionSummary {
  const { state, plan, payment } = subscription;
  const lines = stateLines(subscription, context);
  if (payment !== null && !hasFullAccess(subscription)) {
    const { title, text } = paymentNote(payment);
    lines.unshift(`${title} ${text}`);
  }
  return {
    badge:
      state === 'none' || state === 'ended'
        ? { text: billingCopy.badges.free, tone: 'neutral' }
        : {
            text: billingCopy.badges[plan === 'lifetime' ? 'lifetime' : 'yearly'],
            tone: state === 'grace' ? 'attention' : 'accent',
          },
    lines,
  };
}

function stateLines(subscription: Subscription, context: DateContext): string[] {
  const { state, plan, until } = subscription;
  const copy = billingCopy.state;
  const date = until === null ? null : formatDeadline(until, context);
  switch (state) {
    case 'none':
      return [copy.none];
    case 'active':
      if (plan === 'lifetime') return [copy.lifetime];
      return [
        copy.active,
        ...(date === null
          ? []
          : [formatMessage(copy.renewsOn, { date, price: `$${planPrices.yearly}` })]),
      ];
    case 'ending':
      return [
        date === null ? copy.willNotRenew : formatMessage(copy.endsOn, { date }),
        copy.accessUntilEnd,
      ];
    case 'grace': {
      const { title, text } = describeGracePeriod(subscription, context);
      return [`${title} ${text}`, copy.updatePayment];
    }
    case 'ended': {
      const { title, why } = describeEnd(subscription, context);
      const banks = describeBankUnlinking(subscription, context);
      return [
        why === null ? title : `${title} ${why}`,
        copy.dataKept,
        ...(banks === null ? [] : [banks]),
      ];
    }
  }
}
