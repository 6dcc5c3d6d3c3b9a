import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A second factor was added. */
export const secondFactorAdded: EmailTemplate<'second_factor_added'> = ({ factor, at }, page) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.secondFactorAdded;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { factor, time: formatInstant(at) }), next],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.secondFactorReason,
  };
};
