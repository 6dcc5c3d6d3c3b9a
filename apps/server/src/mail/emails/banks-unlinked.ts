import type { EmailTemplate } from '../email-template.ts';
import { lapseMailParts } from '../lapse-mail-parts.ts';
import { mailCopy } from '../mail.copy.ts';

/** The banks of an ended subscription were unlinked. */
export const banksUnlinked: EmailTemplate<'banks_unlinked'> = (_mail, page) => {
  const { subject, heading, body, next } = mailCopy.banksUnlinked;
  return { ...lapseMailParts(page), subject, heading, paragraphs: [body, next] };
};
