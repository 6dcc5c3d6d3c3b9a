import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatInstant } from '../format-instant.ts';
import { formatList } from '../format-list.ts';
import { mailCopy } from '../mail.copy.ts';

/** Passkeys were removed: one by the user, or all of them by a password reset. */
export const passkeysRemoved: EmailTemplate<'passkeys_removed'> = (mail, page) => {
  const copy = mailCopy.passkeysRemoved;
  const { names, reason, at } = mail;
  return {
    subject: formatPlural(names.length, copy.subject),
    heading: formatPlural(names.length, copy.heading),
    paragraphs: [
      formatMessage(reason === 'user' ? copy.body : copy.bodyAfterReset, {
        time: formatInstant(at),
        names: formatList(names.map((name) => formatMessage(copy.name, { name }))),
      }),
      copy.next,
    ],
    button: { label: copy.button, link: page('/profile') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected: copy.unexpected,
    reason: mailCopy.securityReason,
  };
};
