import { formatMessage } from '@cairn/contract/text/copy';
import type { Mail } from '../../mail/enqueue-mail.ts';
import { formatDay, formatInstant } from './format-instant.ts';
import { mailCopy } from './mail.copy.ts';
import type { MailParts } from './render-mail.ts';

type PaymentMail = Extract<
  Mail,
  { kind: 'payment_failed' | 'checkout_failed' | 'subscription_ending' }
>;

/** The content of an email about a payment or a canceled subscription. Pure. */
export function paymentMailParts(mail: PaymentMail, page: (path: string) => string): MailParts {
  const shared = { expiry: null, reason: mailCopy.paymentReason };
  switch (mail.kind) {
    case 'payment_failed': {
      const { subject, heading, body, next, button, unexpected } = mailCopy.paymentFailed;
      return {
        ...shared,
        subject,
        heading,
        paragraphs: [body, formatMessage(next, { time: formatInstant(mail.until) })],
        button: { label: button, link: page('/profile') },
        unexpectedTitle: mailCopy.frame.notExpected,
        unexpected,
      };
    }
    case 'checkout_failed': {
      const { subject, heading, body, next, button, unexpected } = mailCopy.checkoutFailed;
      return {
        ...shared,
        subject,
        heading,
        paragraphs: [body, next],
        button: { label: button, link: page('/') },
        unexpectedTitle: mailCopy.frame.notExpected,
        unexpected,
      };
    }
    case 'subscription_ending': {
      const { subject, heading, body, next, button, unexpected } = mailCopy.subscriptionEnding;
      return {
        ...shared,
        subject,
        heading: formatMessage(heading, { day: formatDay(mail.until) }),
        paragraphs: [formatMessage(body, { time: formatInstant(mail.until) }), next],
        button: { label: button, link: page('/profile') },
        unexpectedTitle: mailCopy.frame.notYou,
        unexpected,
      };
    }
  }
}
