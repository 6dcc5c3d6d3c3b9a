/** The second factors that a user can have, in the order in which a screen offers them. */
export const secondFactors = ['passkey', 'totp', 'recovery_code'] as const;

/** A second factor: a passkey, a code of an authenticator app (TOTP, RFC 6238), or a recovery code. */
export type SecondFactor = (typeof secondFactors)[number];

/** What a step-up can ask for. A password counts only where no second factor is enrolled. */
export const stepUpFactors = ['password', ...secondFactors] as const;
export type StepUpFactor = (typeof stepUpFactors)[number];

/** How many recovery codes a user gets at a time. */
export const recoveryCodeCount = 10;
