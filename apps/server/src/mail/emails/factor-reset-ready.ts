import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';
import { factorResetEmail } from './factor-reset-email.ts';

/** The cool-down of a factor reset has passed. */
export const factorResetReady: EmailTemplate<'factor_reset_ready'> = (mail, page) =>
  factorResetEmail(mailCopy.factorResetReady, page('/cancelFactorReset'), mail);
