import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A renewal payment failed. The grace period has started. For a failed checkout, see `checkout_failed`. */
export const paymentFailed: EmailTemplate<'payment_failed'> = ({ until }, page) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.paymentFailed;
  return {
    subject,
    heading,
    paragraphs: [body, formatMessage(next, { time: formatInstant(until) })],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notExpected,
    unexpected,
    reason: mailCopy.paymentReason,
  };
};
