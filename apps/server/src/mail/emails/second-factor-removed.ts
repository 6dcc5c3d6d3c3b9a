import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A second factor was removed. */
export const secondFactorRemoved: EmailTemplate<'second_factor_removed'> = (
  { factor, at },
  page,
) => {
  const { subject, heading, body, button, unexpected } = mailCopy.secondFactorRemoved;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { factor, time: formatInstant(at) })],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.secondFactorReason,
  };
};
