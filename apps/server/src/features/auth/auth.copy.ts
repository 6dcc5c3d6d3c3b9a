import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for signing in, sign-in methods, and sessions that users read. */
export const authCopy = {
  invalidCredentials: 'Invalid username or password',
  unsupportedProvider: 'Sign in with an email and password, or with Google.',
  sessionCopied:
    'An old copy of your session was used, so someone else may have it. We ended the session. Please sign in again.',
  linkExpired: 'This link is invalid or has expired. Please try again.',

  invalidEmail: 'Invalid email address',
  resetRequested:
    'If the account is valid, an email will be sent. The link in it expires in one hour.',
  passwordChanged: 'Password changed successfully',
  emailAlreadyVerified: '{email} is already verified.',
  verificationSent:
    'We sent an email to {email}. Open the link in it to verify your address. It expires in one day.',

  providerNotConfigured: "Sign-in with {provider} isn't available here.",
  providerUnavailable: "{provider} isn't responding. Please try again in a moment.",
  providerSignInExpired:
    'This sign-in with {provider} has expired, was already used, or started in another browser. Please try again.',
  providerSharedNoEmail:
    "{provider} didn't share your email address, and you need one to create an account.",
  providerEmailUnverified:
    "{provider} hasn't verified your email address. Verify it with {provider} first.",
  emailBelongsToAccount:
    'An account with the address {email} already exists. Sign in to it as usual, then link {provider} in your profile.',

  appleNoticeInvalid: 'The notice is not signed by Apple for this app.',
  appleKeysUnavailable: "Apple's keys are unavailable. Please send the notice again.",
  googleCredentialMissing: 'Send the credential from Google.',
  appleCodeMissing: 'Send the code that the Apple return page received.',
  oidcResponseMissing: 'Send the code and the state that the provider returned.',
  unsupportedIdentityProvider:
    'Only GOOGLE, APPLE, and providers of this installation can be linked.',
  anotherIdentityLinked: 'Another {provider} account is already linked. Unlink it first.',
  identityBelongsToUser: 'This {provider} account already signs in to another Cairn account.',
  lastSignInMethod: 'This is your only sign-in method. Set a password or link another one first.',
  passwordNotRemovable: "You can change your password, but you can't remove it.",

  passkey: {
    unknown:
      "This passkey doesn't sign in to any account here. It may have been removed. Sign in another way.",
    expired:
      'This took too long, was already used, or started in another browser. Please try again.',
    invalid: "We couldn't verify this passkey. Please try again, or sign in another way.",
    copied:
      'This passkey may have been copied, so it was rejected. Sign in another way, then remove the passkey in your profile and add a new one.',
    notCreated: "We couldn't verify the new passkey. Please try again.",
    alreadyAdded: 'This passkey has already been added.',
    tooMany: 'You already have 20 passkeys, which is the maximum. Remove one first.',
    nameMissing: 'Enter a name for the passkey.',
    nameTooLong: 'A name can have at most {limit} characters. This one has {length}.',
  },
  secondFactorRequired: 'Confirm the sign-in with your second step.',
  challengeExpired: 'This sign-in took too long. Please start again.',
  wrongCode: {
    totp: 'This code is wrong or was already used. Enter the current one.',
    recovery_code: 'This recovery code is wrong or was already used.',
    passkey: "This passkey couldn't be verified.",
  },
  authenticatorApp: 'Authenticator app',
  totpEnrolled: 'Two-step verification is already on. Turn it off first.',
  enrollmentRestarted:
    'Setup was started again in another tab or on another device, so codes for this key no longer work. Start over to get a new one.',
  enrolledElsewhere: 'Two-step verification was turned on in another tab or on another device.',
  factorResetNotReady:
    "Two-step verification can't be turned off now. Ask to turn it off, and come back after 72 hours.",
  noSecondFactor: 'Turn on two-step verification first.',

  /** Details in the activity log. */
  activity: {
    signedUp: 'With {provider}',
    signedIn: '{device}, with {provider}',
    signInFailed: '{provider} is not linked: {device}',
    identity: '{provider}, {email}',
    unlinkedByReset: '{method}, because the password was reset',
    passkeyUsed: '{device}, with the passkey "{name}"',
    recoveryCodesLeft: {
      one: '{count} code left',
      other: '{count} codes left',
    } satisfies PluralForms,
    unlinkedByProvider: "{method}, because you ended Cairn's access there",
    endedByProvider: "All devices, because you ended Cairn's access at {provider}",
    emailChanged: 'From {previous} to {current}',
    sessionsEnded: {
      one: '{count} other device',
      other: '{count} other devices',
    } satisfies PluralForms,
  },

  device: {
    label: '{browser} on {system}',
    unknownBrowser: 'Unknown browser',
    unknownSystem: 'unknown system',
  },
} as const;
