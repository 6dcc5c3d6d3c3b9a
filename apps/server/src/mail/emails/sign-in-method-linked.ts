import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';
import { signInMethodName } from '../sign-in-method-name.ts';

/** A sign-in method was linked. */
export const signInMethodLinked: EmailTemplate<'sign_in_method_linked'> = (mail, page) => {
  const { subject, heading, body, button, unexpected } = mailCopy.signInMethodLinked;
  const { provider, at } = mail;
  return {
    subject: formatMessage(subject, { provider }),
    heading: formatMessage(heading, { provider }),
    paragraphs: [formatMessage(body, { time: formatInstant(at), method: signInMethodName(mail) })],
    button: { label: button, link: page('/recoverAccount') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected: formatMessage(unexpected, { provider }),
    reason: mailCopy.securityReason,
  };
};
