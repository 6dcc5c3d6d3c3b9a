import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';
import { signInMethodName } from '../sign-in-method-name.ts';

/** A sign-in method was unlinked, by the user, by a password reset, or at the provider. */
export const signInMethodUnlinked: EmailTemplate<'sign_in_method_unlinked'> = (mail, page) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.signInMethodUnlinked;
  const { provider, reason, at } = mail;
  return {
    subject: formatMessage(subject, { provider }),
    heading: formatMessage(heading, { provider }),
    paragraphs: [
      formatMessage(body[reason], {
        provider,
        time: formatInstant(at),
        method: signInMethodName(mail),
      }),
      formatMessage(next, { provider }),
    ],
    button: { label: button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected,
    reason: mailCopy.securityReason,
  };
};
