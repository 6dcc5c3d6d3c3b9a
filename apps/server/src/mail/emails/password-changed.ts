import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** The password was changed. */
export const passwordChanged: EmailTemplate<'password_changed'> = ({ at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.passwordChanged;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at) })],
    button: { label: button, link: page('/recoverAccount') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.securityReason,
  };
};
