import { formatMessage } from '@cairn/contract/text/copy';
import type { EmailTemplate } from '../email-template.ts';
import { formatDay } from '../format-instant.ts';
import { lapseMailParts } from '../lapse-mail-parts.ts';
import { mailCopy } from '../mail.copy.ts';

/** Announces that the banks of an ended subscription will be unlinked. */
export const banksUnlinkedSoon: EmailTemplate<'banks_unlinked_soon'> = (mail, page) => {
  const { subject, heading, body, next } = mailCopy.banksUnlinkedSoon;
  const day = formatDay(mail.until);
  const institutions = formatList(mail.institutions);
  return {
    ...lapseMailParts(page),
    subject: formatMessage(subject, { day }),
    heading: formatMessage(heading, { day }),
    paragraphs: [formatMessage(body, { day, institutions }), next],
  };
};

const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
