import type { MailParts } from './email-template.ts';
import { mailCopy } from './mail.copy.ts';

/**
 * Returns the parts of an email whose link contains a one-time code. The code is in the fragment, which the browser
 * sends to no server, so that it reaches no log, proxy, or Referer.
 */
export const codeMailParts = (
  copy:
    | typeof mailCopy.verifyEmail
    | typeof mailCopy.confirmNewEmail
    | typeof mailCopy.resetPassword,
  url: string,
  code: string,
): MailParts => ({
  subject: copy.subject,
  heading: copy.heading,
  paragraphs: [copy.body],
  button: { label: copy.button, link: `${url}#${new URLSearchParams({ code })}` },
  expiry: copy.expiry,
  unexpectedTitle: mailCopy.frame.notYou,
  unexpected: copy.unexpected,
  reason: copy.reason,
});
