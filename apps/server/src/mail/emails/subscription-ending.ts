import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatDay, formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** The user canceled the renewal. */
export const subscriptionEnding: EmailTemplate<'subscription_ending'> = ({ until }, page) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.subscriptionEnding;
  return {
    subject,
    heading: formatMessage(heading, { day: formatDay(until) }),
    paragraphs: [formatMessage(body, { time: formatInstant(until) }), next],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.paymentReason,
  };
};
