import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** The provider that is the user's only sign-in method no longer vouches for them. */
export const onlySignInMethodEnded: EmailTemplate<'only_sign_in_method_ended'> = (
  { provider, at },
  page,
) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.onlySignInMethodEnded;
  return {
    subject: formatMessage(subject, { provider }),
    heading: formatMessage(heading, { provider }),
    paragraphs: [
      formatMessage(body, { time: formatInstant(at), provider }),
      formatMessage(next, { provider }),
    ],
    button: { label: button, link: page('/recoverAccount') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected: formatMessage(unexpected, { provider }),
    reason: mailCopy.securityReason,
  };
};
