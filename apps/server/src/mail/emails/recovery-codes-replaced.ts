import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** The recovery codes were replaced. */
export const recoveryCodesReplaced: EmailTemplate<'recovery_codes_replaced'> = ({ at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.recoveryCodesReplaced;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at) })],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.secondFactorReason,
  };
};
