import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** The address was changed. Sent to the previous address. */
export const emailChanged: EmailTemplate<'email_changed'> = ({ newEmail, at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.emailChanged;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at), newEmail })],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.securityReason,
  };
};
