import { formatMessage } from '@cairn/contract/text/copy';
import type { MailParts } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { mailCopy } from '../mail.copy.ts';

/**
 * Creates the content of an email about an open factor reset. The code is in the fragment of the link, so it is not
 * logged.
 */
export const factorResetEmail = (
  copy:
    | typeof mailCopy.factorResetRequested
    | typeof mailCopy.factorResetHalfway
    | typeof mailCopy.factorResetReady,
  url: string,
  { code, at }: { code: string; at: string },
): MailParts => ({
  subject: copy.subject,
  heading: copy.heading,
  paragraphs: [formatMessage(copy.body, { time: formatInstant(at) }), copy.next],
  button: {
    label: mailCopy.factorReset.button,
    link: `${url}#${new URLSearchParams({ code })}`,
  },
  expiry: mailCopy.factorReset.expiry,
  unexpectedTitle: mailCopy.frame.notYou,
  unexpected: mailCopy.factorReset.unexpected,
  reason: mailCopy.secondFactorReason,
});
