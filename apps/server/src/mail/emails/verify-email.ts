import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';
import { codeEmail } from './code-email.ts';

/** Confirms the address of a user who requested it. */
export const verifyEmail: EmailTemplate<'verify_email'> = ({ code }, page) =>
  codeEmail(mailCopy.verifyEmail, page('/profile/email/link'), code);
