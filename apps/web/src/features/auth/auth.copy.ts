import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for signing in, account recovery, devices, and sign-in methods. */
export const authCopy = {
  signIn: {
    invalidCredentials: 'Invalid username or password',
    failed: 'Failed login',
    or: 'or',
    google: 'Login with Google',
    apple: 'Login with Apple',
    passkey: 'Sign in with a passkey',
  },
  signUp: {
    google: 'Sign up with Google',
    apple: 'Sign up with Apple',
  },
  /** Why the sign-in page was opened. */
  loginReasons: {
    ended: 'You were signed out. Log in to continue where you left off.',
    copied:
      'An old copy of your session was used, so someone else may have it. We signed you out to protect your account. Log in again, then check your devices in your profile.',
    deleted: 'Your account and all its data have been deleted.',
    appleCanceled: 'You canceled signing in with Apple. Nothing has changed.',
    providerCanceled: 'You canceled signing in. Nothing has changed.',
  },
  google: {
    loading: 'Loading Google…',
    notLoaded:
      "Google couldn't be loaded. A content blocker or your network may have blocked it. Please try again.",
    ready: 'Google sign-in is ready. Select the Google button to continue.',
    continue: 'Continue with Google',
  },
  /** For one of the operator's own providers, and for Apple in a dialog. */
  continueWith: 'Continue with {provider}',
  redirectExpired: 'Signing in took too long, or you started it in another browser.',
  verification: {
    failed: 'Failure on the server. Please try again later.',
  },
  recover: {
    email: 'Email',
    emailPlaceholder: 'you@example.com',
    invalidEmail: 'Invalid email address',
    submit: 'Send reset link',
  },
  reset: {
    newPassword: 'New password',
    hint: 'At least 8 characters, 5 of them different.',
    confirmPassword: 'Confirm password',
    mismatch: 'Passwords do not match',
    submit: 'Reset password',
    requestNewLink: 'Request a new link',
    failed: 'Something went wrong',
  },
  cancel: 'Cancel',
  devices: {
    title: 'Devices',
    subject: 'Your devices',
    loading: 'Loading your devices',
    thisDevice: 'This device',
    activeNow: 'Active now',
    lastUsed: 'Last used {age}',
    /** `activity` is `activeNow` or `lastUsed`. */
    usage: '{activity} · signed in {date}',
    trusted: 'Trusted',
    trustedUntil: 'No second step until {date}',
    endTrust: 'Stop trusting',
    endTrustDevice: 'Stop trusting {device}',
    showMore: {
      one: 'Show {count} more',
      other: 'Show {count} more',
    } satisfies PluralForms,
    signOut: 'Sign out',
    signOutDevice: 'Sign out {device}',
    signedOut: '{device} was signed out',
    signOutFailed: "{device} couldn't be signed out",
    signOutOthers: 'Sign out all others',
    signOutOthersTitle: 'Sign out all other devices?',
    signOutOthersText: {
      one: '{count} other device will have to sign in again. This one stays signed in.',
      other: '{count} other devices will have to sign in again. This one stays signed in.',
    } satisfies PluralForms,
    othersSignedOut: 'All other devices were signed out',
  },
  methods: {
    title: 'Sign-in methods',
    subject: 'Your sign-in methods',
    loading: 'Loading your sign-in methods',
    emailAndPassword: 'Email and password',
    noPassword: 'No password yet',
    linkedOn: '{email} · linked {date}',
    notLinked: 'Not linked',
    onlyMethod: 'Your only sign-in method',
    link: 'Link',
    unlink: 'Unlink',
    linkProvider: 'Link {provider}',
    unlinkProvider: 'Unlink {provider}',
    linkDescription: "You'll be able to sign in with {provider} in addition to your other methods.",
    linked: '{provider} is linked',
    linkedDescription: 'You can now sign in with it.',
    unlinkTitle: 'Unlink {provider}?',
    unlinkDescription:
      "You won't be able to sign in with {provider}. Nothing else in your account changes.",
    unlinked: '{provider} is unlinked',
  },
  providers: { GOOGLE: 'Google', APPLE: 'Apple' },
} as const;
