import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A passkey was added. */
export const passkeyAdded: EmailTemplate<'passkey_added'> = ({ name, at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.passkeyAdded;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at), name })],
    button: { label: button, link: page('/recoverAccount') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.securityReason,
  };
};
