import { codeMailParts } from '../code-mail-parts.ts';
import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';

/** Contains the link to set a new password. */
export const resetPassword: EmailTemplate<'reset_password'> = ({ code }, page) =>
  codeMailParts(mailCopy.resetPassword, page('/resetpwd'), code);
