import { codeMailParts } from '../code-mail-parts.ts';
import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';

/** Contains the link that verifies the new address of a user who is changing it. Sent to the new address. */
export const confirmNewEmail: EmailTemplate<'confirm_new_email'> = ({ code }, page) =>
  codeMailParts(mailCopy.confirmNewEmail, page('/profile/email/link'), code);
