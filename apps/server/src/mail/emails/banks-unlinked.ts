import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';
import { lapseEmail } from './lapse-email.ts';

/** The banks of an ended subscription were unlinked. */
export const banksUnlinked: EmailTemplate<'banks_unlinked'> = (_mail, page) => {
  const { subject, heading, body, next } = mailCopy.banksUnlinked;
  return { ...lapseEmail(page), subject, heading, paragraphs: [body, next] };
};
