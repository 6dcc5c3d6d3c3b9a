import { codeMailParts } from '../code-mail-parts.ts';
import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';

/** Contains the link that verifies the user's address, which they requested. */
export const verifyEmail: EmailTemplate<'verify_email'> = ({ code }, page) =>
  codeMailParts(mailCopy.verifyEmail, page('/profile/email/link'), code);
