import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';
import { factorResetEmail } from './factor-reset-email.ts';

/** Half of the cool-down of a factor reset has passed. */
export const factorResetHalfway: EmailTemplate<'factor_reset_halfway'> = (mail, page) =>
  factorResetEmail(mailCopy.factorResetHalfway, page('/cancelFactorReset'), mail);
