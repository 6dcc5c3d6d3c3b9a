import type { EmailTemplate } from './email-template.ts';
import { addressInUse } from './emails/address-in-use.ts';
import { bankNeedsUser } from './emails/bank-needs-user.ts';
import { bankWithdrawn } from './emails/bank-withdrawn.ts';
import { banksUnlinked } from './emails/banks-unlinked.ts';
import { banksUnlinkedSoon } from './emails/banks-unlinked-soon.ts';
import { checkoutFailed } from './emails/checkout-failed.ts';
import { confirmNewEmail } from './emails/confirm-new-email.ts';
import { emailChanged } from './emails/email-changed.ts';
import { newDevice } from './emails/new-device.ts';
import { onlySignInMethodEnded } from './emails/only-sign-in-method-ended.ts';
import { passwordChanged } from './emails/password-changed.ts';
import { paymentFailed } from './emails/payment-failed.ts';
import { resetPassword } from './emails/reset-password.ts';
import { signInMethodLinked } from './emails/sign-in-method-linked.ts';
import { signInMethodUnlinked } from './emails/sign-in-method-unlinked.ts';
import { subscriptionEnded } from './emails/subscription-ended.ts';
import { subscriptionEnding } from './emails/subscription-ending.ts';
import { verifyEmail } from './emails/verify-email.ts';
import type { Mail } from './enqueue-mail.ts';

/** The template of each kind of email. */
export const emailTemplates: { [K in Mail['kind']]: EmailTemplate<K> } = {
  verify_email: verifyEmail,
  confirm_new_email: confirmNewEmail,
  reset_password: resetPassword,
  new_device: newDevice,
  password_changed: passwordChanged,
  sign_in_method_linked: signInMethodLinked,
  sign_in_method_unlinked: signInMethodUnlinked,
  only_sign_in_method_ended: onlySignInMethodEnded,
  email_changed: emailChanged,
  address_in_use: addressInUse,
  payment_failed: paymentFailed,
  checkout_failed: checkoutFailed,
  subscription_ending: subscriptionEnding,
  subscription_ended: subscriptionEnded,
  banks_unlinked_soon: banksUnlinkedSoon,
  banks_unlinked: banksUnlinked,
  bank_needs_user: bankNeedsUser,
  bank_withdrawn: bankWithdrawn,
};
