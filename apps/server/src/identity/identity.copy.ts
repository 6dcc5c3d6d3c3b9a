import type { StepUpFactor } from '@cairn/contract/rules/second-factors';

/** Copy for passwords and other proofs of identity that users read. */
export const identityCopy = {
  wrongPassword: 'The current password is incorrect.',

  /** Why a new password is rejected. */
  newPassword: {
    tooCommon: 'This password is too common. Please choose another one.',
    personal:
      'This password is little more than your email address or words about Cairn. Add a few unrelated words.',
    guessable: 'This password is easy to guess.',
    advice: 'Add a few words that are less common.',
    breached:
      'This password was leaked from another website. Choose one that you use nowhere else.',
  },

  /** Details in the activity log. */
  activity: {
    failedStepUp: {
      password: 'Wrong password',
      totp: 'Wrong code from the authenticator app',
      recovery_code: 'Wrong recovery code',
      passkey: 'Passkey not verified',
    } satisfies Record<StepUpFactor, string>,
  },
} as const;
