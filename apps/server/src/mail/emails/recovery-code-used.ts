import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A recovery code was used. */
export const recoveryCodeUsed: EmailTemplate<'recovery_code_used'> = ({ left, at }, page) => {
  const { subject, heading, body, leftCount, button, unexpected } = mailCopy.recoveryCodeUsed;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at) }), formatPlural(left, leftCount)],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.secondFactorReason,
  };
};
