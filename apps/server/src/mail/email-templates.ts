import type { EmailTemplate } from './email-template.ts';
import { addressInUse } from './emails/address-in-use.ts';
import { bankNeedsUser } from './emails/bank-needs-user.ts';
import { bankWithdrawn } from './emails/bank-withdrawn.ts';
import { banksUnlinked } from './emails/banks-unlinked.ts';
import { banksUnlinkedSoon } from './emails/banks-unlinked-soon.ts';
import { checkoutFailed } from './emails/checkout-failed.ts';
import { confirmNewEmail } from './emails/confirm-new-email.ts';
import { emailChanged } from './emails/email-changed.ts';
import { factorResetCompleted } from './emails/factor-reset-completed.ts';
import { factorResetHalfway } from './emails/factor-reset-halfway.ts';
import { factorResetReady } from './emails/factor-reset-ready.ts';
import { factorResetRequested } from './emails/factor-reset-requested.ts';
import { newDevice } from './emails/new-device.ts';
import { passkeyAdded } from './emails/passkey-added.ts';
import { passkeysRemoved } from './emails/passkeys-removed.ts';
import { passwordChanged } from './emails/password-changed.ts';
import { paymentFailed } from './emails/payment-failed.ts';
import { recoveryCodeUsed } from './emails/recovery-code-used.ts';
import { recoveryCodesReplaced } from './emails/recovery-codes-replaced.ts';
import { resetPassword } from './emails/reset-password.ts';
import { secondFactorAdded } from './emails/second-factor-added.ts';
import { secondFactorRemoved } from './emails/second-factor-removed.ts';
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
  passkey_added: passkeyAdded,
  passkeys_removed: passkeysRemoved,
  second_factor_added: secondFactorAdded,
  second_factor_removed: secondFactorRemoved,
  recovery_code_used: recoveryCodeUsed,
  recovery_codes_replaced: recoveryCodesReplaced,
  factor_reset_requested: factorResetRequested,
  factor_reset_halfway: factorResetHalfway,
  factor_reset_ready: factorResetReady,
  factor_reset_completed: factorResetCompleted,
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
