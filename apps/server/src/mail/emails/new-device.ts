import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** A new device signed in. */
export const newDevice: EmailTemplate<'new_device'> = ({ device, at }, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.newDevice;
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
