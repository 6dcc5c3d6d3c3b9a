import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';
import { factorResetEmail } from './factor-reset-email.ts';

/** A factor reset was requested. Contains the link that cancels it. */
export const factorResetRequested: EmailTemplate<'factor_reset_requested'> = (mail, page) =>
  factorResetEmail(mailCopy.factorResetRequested, page('/cancelFactorReset'), mail);
