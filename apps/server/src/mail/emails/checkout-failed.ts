import type { EmailTemplate } from '../email-template.ts';
import { mailCopy } from '../mail.copy.ts';

/** The delayed payment of a checkout failed, so nothing was bought. For renewals, see `payment_failed`. */
export const checkoutFailed: EmailTemplate<'checkout_failed'> = (_mail, page) => {
  const { subject, heading, body, next, button, unexpected } = mailCopy.checkoutFailed;
  return {
    subject,
    heading,
    paragraphs: [body, next],
    button: { label: button, link: page('/') },
    expiry: null,
    unexpectedTitle: mailCopy.frame.notExpected,
    unexpected,
    reason: mailCopy.paymentReason,
  };
};
