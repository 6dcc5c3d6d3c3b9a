import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/** The user's only sign-in method ended: they ended Cairn's access at the provider, or deleted their account there. */
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
