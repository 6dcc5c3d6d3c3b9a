import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A session was ended because a copy of its refresh token was used. */
export const sessionCopied: EmailTemplate<'session_copied'> = ({ device, at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.sessionCopied;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { device, time: formatInstant(at) })],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.securityReason,
  };
};
