import type { Mail } from '../../domain/enqueue-mail.ts';
import { dayOf, momentOf } from './moment-of.ts';
import type { LetterParts } from './write-letter.ts';

type PaymentMail = Extract<
  Mail,
  { kind: 'payment_failed' | 'checkout_failed' | 'subscription_ending' }
>;

/** What is told of a payment or a subscription. Pure. */
export function paymentLetterOf(mail: PaymentMail, page: (path: string) => string): LetterParts {
  const about = {
    ends: null,
    why: 'Cairn tells you when a payment fails, and when your subscription is about to end.',
  };
  switch (mail.kind) {
    case 'payment_failed':
      return {
        ...about,
        subject: 'The payment for your Cairn subscription failed',
        heading: 'Your payment failed',
        lines: [
          'Your subscription was due to renew, and the payment did not go through.',
          `Everything stays open until ${momentOf(mail.until)}. Until then the payment is tried again. To mend it now, choose "Manage subscription" in your profile and give another card.`,
        ],
        button: { label: 'Open your profile', link: page('/profile') },
        ifNotYou:
          'If you did not subscribe, end the subscription in the same place: nothing more is charged then.',
      };
    case 'checkout_failed':
      return {
        ...about,
        subject: 'Your payment for Cairn failed',
        heading: 'Your payment did not go through',
        lines: [
          'Your bank or card did not make the payment. Nothing was charged, and nothing was bought.',
          'You can pay again at any time, also in another way.',
        ],
        button: { label: 'Open Cairn', link: page('/') },
        ifNotYou: 'Then there is nothing to do: nothing was charged.',
      };
    case 'subscription_ending':
      return {
        ...about,
        subject: 'Your Cairn subscription was canceled',
        heading: `Your subscription ends on ${dayOf(mail.until)}`,
        lines: [
          `You have canceled your subscription. It stays open until ${momentOf(mail.until)}, and nothing more is charged.`,
          'If you change your mind before that, choose "Manage subscription" in your profile.',
        ],
        button: { label: 'Open your profile', link: page('/profile') },
        ifNotYou:
          'Set another password at once, and take the cancellation back under "Manage subscription" in your profile.',
      };
  }
}
