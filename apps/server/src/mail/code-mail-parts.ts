import type { MailParts } from './email-template.ts';
import { mailCopy } from './mail.copy.ts';

/** The parts of an email whose link carries a one-time code. */
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
  button: { label: copy.button, link: `${url}?${new URLSearchParams({ code })}` },
  expiry: copy.expiry,
  unexpectedTitle: mailCopy.frame.notYou,
  unexpected: copy.unexpected,
  reason: copy.reason,
});
