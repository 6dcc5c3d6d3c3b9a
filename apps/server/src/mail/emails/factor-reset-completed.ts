import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A factor reset removed the second factors. */
export const factorResetCompleted: EmailTemplate<'factor_reset_completed'> = ({ at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.factorResetCompleted;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at) })],
    button: { label: button, link: page('/recoverAccount') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.secondFactorReason,
  };
};
