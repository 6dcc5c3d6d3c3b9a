import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';
import { codeEmail } from './code-email.ts';

/** The password reset: a link to set a new password. */
export const resetPassword: EmailTemplate<'reset_password'> = ({ code }, page) =>
  codeEmail(mailCopy.resetPassword, page('/resetpwd'), code);
