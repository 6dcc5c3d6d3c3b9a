import type { MailParts } from './email-template.ts';
import { mailCopy } from './mail.copy.ts';

/** Returns the parts that the emails about an ended subscription share. */
export const lapseMailParts = (
  page: (path: string) => string,
): Omit<MailParts, 'subject' | 'heading' | 'paragraphs'> => ({
  button: { label: mailCopy.lapse.button, link: page('/') },
  expiry: null,
  unexpectedTitle: mailCopy.frame.notExpected,
  unexpected: mailCopy.lapse.unexpected,
  reason: mailCopy.lapse.reason,
});
