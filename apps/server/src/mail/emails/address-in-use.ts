import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** Another user tried to use this address. */
export const addressInUse: EmailTemplate<'address_in_use'> = ({ at }, page) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.addressInUse;
  return {
    subject,
    heading,
    paragraphs: [formatMessage(body, { time: formatInstant(at) }), next],
    button: { label: button, link: page('/login') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.addressInUse.reason,
  };
};
