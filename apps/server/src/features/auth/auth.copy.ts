import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for signing in, sign-in methods, and sessions that users read. */
export const authCopy = {
  invalidCredentials: 'Invalid username or password',
  unsupportedProvider: 'Sign in with an email and password, or with Google.',
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

  googleCredentialMissing: 'Send the credential from Google.',
  appleCodeMissing: 'Send the code that the Apple return page received.',
  unsupportedIdentityProvider: 'Only GOOGLE and APPLE can be linked.',
  anotherIdentityLinked: 'Another {provider} account is already linked. Unlink it first.',
  identityBelongsToUser: 'This {provider} account already signs in to another Cairn account.',
  lastSignInMethod: 'This is your only sign-in method. Set a password or link another one first.',
  passwordNotRemovable: "You can change your password, but you can't remove it.",

  /** Details in the activity log. */
  activity: {
    signedUp: 'With {provider}',
    signedIn: '{device}, with {provider}',
    signInFailed: '{provider} is not linked: {device}',
    identity: '{provider}, {email}',
    unlinkedByReset: '{method}, because the password was reset',
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
