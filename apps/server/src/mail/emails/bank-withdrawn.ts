import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';

/** The user withdrew Cairn's access at the bank. */
export const bankWithdrawn: EmailTemplate<'bank_withdrawn'> = ({ institution }, page) => {
  const copy = mailCopy.bankWithdrawn;
  return {
    subject: formatMessage(copy.subject, { institution }),
    heading: formatMessage(copy.heading, { institution }),
    paragraphs: [formatMessage(copy.body, { institution }), copy.next],
    button: { label: copy.button, link: page('/link') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    unexpected: formatMessage(copy.unexpected, { institution }),
    reason: mailCopy.bankReason,
  };
};
