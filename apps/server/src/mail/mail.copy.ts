import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for every email that Cairn sends. Times and days are formatted in UTC. */
export const mailCopy = {
  /** Copy for the header and footer of every email. */
  frame: {
    product: 'Cairn',
    linkFallback: "If the button doesn't work, open this link:",
    notYou: "Wasn't you?",
    notExpected: 'Not expecting this?',
    reason: 'Why you got this email:',
  },
  verifyEmail: {
    subject: 'Verify your email address for Cairn',
    heading: 'Verify your email address',
    body: 'Confirm that this is your address. Your profile will then show it as validated.',
    button: 'Verify email',
    expiry: 'The link works once and expires in 24 hours.',
    unexpected: 'You can ignore this email. Nothing happens unless someone opens the link.',
    reason: 'Someone who signed in to Cairn with this address requested it.',
  },
  confirmNewEmail: {
    subject: 'Confirm your new email address for Cairn',
    heading: 'Confirm your new email address',
    body: "Confirm that this is your address. You'll then use it to sign in to Cairn instead of your old one.",
    button: 'Use this address',
    expiry: 'The link works once and expires in 24 hours.',
    unexpected:
      "You can ignore this email. Your address isn't added to any account unless someone opens the link.",
    reason: 'Someone asked to change the address of their Cairn account to this one.',
  },
  resetPassword: {
    subject: 'Set a new password for Cairn',
    heading: 'Set a new password',
    body: 'Choose a new password for your Cairn account. This signs out all your devices, removes your passkeys, and unlinks Google and Apple if they were linked after you signed up.',
    button: 'Set new password',
    expiry: 'The link works once and expires in one hour.',
    unexpected:
      "You can ignore this email. Your password hasn't changed. Never share the link with anyone.",
    reason: 'Someone requested a new password for the account with this address.',
  },
  newDevice: {
    subject: 'A new device signed in to Cairn',
    heading: 'A new device signed in',
    body: "{device} signed in to your account on {time}. If this was you, you don't need to do anything.",
    button: 'View your devices',
    unexpected:
      'Sign out that device in your profile, then change your password. Someone else knows it.',
  },
  sessionCopied: {
    subject: 'We ended a session of your Cairn account',
    heading: 'A copy of your session was used',
    body: "On {time}, something used an old copy of your session on {device}, so we ended that session. That happens if your browser's data was copied, or restored from a backup. You can sign in again.",
    button: 'View your devices',
    unexpected:
      "Sign out devices that you don't recognize, then change your password. Check that device for malware, and for browser extensions that you don't know.",
  },
  passwordChanged: {
    subject: 'Your Cairn password was changed',
    heading: 'Your password was changed',
    body: "Your password was changed on {time}, and your other devices were signed out. If this was you, you don't need to do anything.",
    button: 'Set another password',
    unexpected: 'Set another password right away. That signs out everyone else.',
  },
  /** An account at a provider. */
  signInMethod: '{provider} ({address})',
  signInMethodLinked: {
    subject: '{provider} was linked to your Cairn account',
    heading: '{provider} was linked to your account',
    body: "On {time}, {method} was linked to your account and can now sign in to it. If this was you, you don't need to do anything.",
    button: 'Set a new password',
    unexpected:
      'Request a link and set a new password right away. That signs out everyone and unlinks {provider}.',
  },
  signInMethodUnlinked: {
    subject: '{provider} was unlinked from your Cairn account',
    heading: '{provider} was unlinked from your account',
    body: {
      user: 'On {time}, {method} was unlinked from your account. It can no longer be used to sign in.',
      provider:
        'On {time}, {provider} notified us that you stopped using it with Cairn or deleted your account there. We unlinked {method} and signed out all devices.',
      password_reset:
        'On {time}, you set a new password with an emailed link. To lock out anyone who knew the old one, we unlinked {method}, because it was linked after you signed up.',
    },
    next: 'If you want to sign in with {provider}, link it again in your profile.',
    button: 'Open your profile',
    unexpected:
      'Set a new password right away: choose "Forgot password?" when you sign in. That signs out everyone else.',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your Cairn account',
    heading: 'A passkey was added to your account',
    body: 'On {time}, the passkey "{name}" was added to your account and can now sign in to it. If this was you, you don\'t need to do anything.',
    button: 'Set a new password',
    unexpected:
      'Request a link and set a new password right away. That signs out everyone and removes all passkeys.',
  },
  passkeysRemoved: {
    subject: {
      one: 'A passkey was removed from your Cairn account',
      other: '{count} passkeys were removed from your Cairn account',
    } satisfies PluralForms,
    heading: {
      one: 'A passkey was removed from your account',
      other: '{count} passkeys were removed from your account',
    } satisfies PluralForms,
    body: 'On {time}, the passkey {names} was removed from your account. It can no longer be used to sign in.',
    bodyAfterReset:
      'On {time}, you set a new password with an emailed link. To lock out anyone who knew the old one, we removed your passkeys: {names}.',
    next: 'Delete removed passkeys on your device or in your password manager too. You can add a new passkey in your profile.',
    /** A passkey in a list of names. */
    name: '"{name}"',
    button: 'Open your profile',
    unexpected:
      'Set a new password right away: choose "Forgot password?" when you sign in. That signs out everyone else.',
  },
  secondFactorAdded: {
    subject: 'Two-step verification was turned on for your Cairn account',
    heading: 'Two-step verification was turned on',
    body: 'On {time}, two-step verification ({factor}) was turned on for your account. From now on, signing in needs it in addition to your password, Google, or Apple.',
    next: "If this was you, you don't need to do anything. Keep your recovery codes in a safe place.",
    button: 'Open your profile',
    unexpected:
      'Someone else is signed in to your account. Choose "Forgot password?" when you sign in and set a new password. If you are then asked for a code that you don\'t have, choose "Lost your phone and recovery codes?". After signing in, turn off two-step verification in your profile.',
  },
  secondFactorRemoved: {
    subject: 'Two-step verification was turned off for your Cairn account',
    heading: 'Two-step verification was turned off',
    body: "On {time}, two-step verification ({factor}) was turned off for your account. Signing in no longer needs a second step. If this was you, you don't need to do anything.",
    button: 'Open your profile',
    unexpected:
      'Set a new password right away: choose "Forgot password?" when you sign in. That signs out everyone else. Then turn on two-step verification again.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used for your Cairn account',
    heading: 'A recovery code was used',
    body: 'On {time}, one of your recovery codes was used. It no longer works.',
    leftCount: {
      one: 'You have {count} code left. Create new ones in your profile.',
      other: 'You have {count} codes left. You can create new ones in your profile.',
    } satisfies PluralForms,
    button: 'Open your profile',
    unexpected:
      'Someone knows your password and has your recovery codes. Set a new password right away, then create new recovery codes in your profile.',
  },
  recoveryCodesReplaced: {
    subject: 'You have new recovery codes for your Cairn account',
    heading: 'Your recovery codes were replaced',
    body: "On {time}, new recovery codes were created for your account. The earlier ones no longer work. If this was you, you don't need to do anything.",
    button: 'Open your profile',
    unexpected:
      'Someone else is signed in to your account. Set a new password right away: choose "Forgot password?" when you sign in. Then create new recovery codes in your profile.',
  },
  factorResetRequested: {
    subject: 'Someone asked to turn off two-step verification for your Cairn account',
    heading: 'Two-step verification will be turned off',
    body: 'Someone who knows your password, or signs in with your Google or Apple account, says that they have lost their second step. Unless you cancel the request, they can turn off two-step verification after {time}.',
    next: 'If this was you, sign in again after that time. Signing in with your second step cancels the request.',
  },
  factorResetHalfway: {
    subject: 'Two-step verification for your Cairn account can be turned off soon',
    heading: 'Half of the waiting time has passed',
    body: 'The request to turn off two-step verification for your account is still open. Unless you cancel the request, two-step verification can be turned off after {time}.',
    next: 'If this was you, sign in again after that time. Signing in with your second step cancels the request.',
  },
  factorResetReady: {
    subject: 'Two-step verification for your Cairn account can be turned off now',
    heading: 'Two-step verification can be turned off now',
    body: 'The waiting time has passed. Until {time}, your password, Google, or Apple is enough to turn off two-step verification.',
    next: 'If this was you, sign in now and choose to turn it off.',
  },
  /** Shared by the three emails above. */
  factorReset: {
    button: 'Cancel the request',
    expiry: 'The link works once and expires in 10 days.',
    unexpected:
      'Cancel the request with the button above. Then set a new password right away, because someone else knows it.',
  },
  factorResetCompleted: {
    subject: 'Two-step verification was turned off for your Cairn account',
    heading: 'Two-step verification was turned off',
    body: 'On {time}, two-step verification was turned off after the waiting time, and all your devices were signed out. If this was you, turn it on again in your profile.',
    button: 'Set a new password',
    unexpected: 'Request a link and set a new password right away. That signs out everyone else.',
  },
  /** Why users get the emails about two-step verification. */
  secondFactorReason: 'We email you about every change to two-step verification.',
  onlySignInMethodEnded: {
    subject: 'Set a password for your Cairn account: sign-in with {provider} has ended',
    heading: 'Set a password for your account',
    body: 'On {time}, {provider} notified us that you stopped using it with Cairn or deleted your account there. It was your only way to sign in. We kept your account and signed out all devices.',
    next: "To sign in again, set a password: enter this email address on the page that opens, and we'll send you a link. If you still have your {provider} account, you can also sign in with it again.",
    button: 'Set a password',
    unexpected:
      'Your account is safe: nobody can sign in to it without your {provider} account or this mailbox. Check what happened at {provider}, and set a password.',
  },
  emailChanged: {
    subject: 'Your Cairn email address was changed',
    heading: 'Your email address was changed',
    body: 'As of {time}, you sign in to your account with {newEmail}. This address is no longer used.',
    button: 'Open your profile',
    unexpected:
      'Sign in right away with the new address and your password. Then change your password and change the address back.',
  },
  /** Why users get the emails about their devices, password, address, and sign-in methods. */
  securityReason:
    'We email you about new devices and about changes to your password, email address, or sign-in methods.',
  addressInUse: {
    subject: 'Your address already has a Cairn account',
    heading: 'Your address already has an account',
    body: 'On {time}, someone who was signed in to another Cairn account tried to use this address for that account. Nothing has changed: the address stays with your account.',
    next: 'If this was you and you want to use the address there, sign in to this account first. Then change its address or delete the account.',
    button: 'Log in',
    unexpected: "You don't need to do anything. Nobody else can take your address.",
    reason: 'We email you when someone tries to use your address.',
  },
  paymentFailed: {
    subject: 'The payment for your Cairn subscription failed',
    heading: 'Your payment failed',
    body: "We couldn't renew your subscription because the payment failed.",
    next: 'You keep full access until {time}, and the payment is retried until then. To fix it now, choose "Manage subscription" in your profile and update your card.',
    button: 'Open your profile',
    unexpected:
      "If you didn't subscribe, cancel the subscription in the same place. You won't be charged again.",
  },
  checkoutFailed: {
    subject: 'Your payment for Cairn failed',
    heading: "Your payment didn't go through",
    body: "Your bank or card didn't complete the payment. Nothing was charged.",
    next: 'You can try again anytime, or use another payment method.',
    button: 'Open Cairn',
    unexpected: "You don't need to do anything. Nothing was charged.",
  },
  subscriptionEnding: {
    subject: 'Your Cairn subscription was canceled',
    heading: 'Your subscription ends on {day}',
    body: "You canceled your subscription. You keep full access until {time}, and you won't be charged again.",
    next: 'Changed your mind? Choose "Manage subscription" in your profile before then.',
    button: 'Open your profile',
    unexpected:
      'Set another password right away, then undo the cancellation under "Manage subscription" in your profile.',
  },
  /** Why users get the three emails above. */
  paymentReason: 'We email you when a payment fails and when your subscription is about to end.',
  subscriptionEnded: {
    subject: 'Your Cairn subscription has ended',
    heading: 'Your subscription has ended',
    body: "Your accounts and transactions are kept. We no longer sync your banks, and you won't be charged again.",
    withoutBanks: 'Subscribe again to get full access back right away.',
    withBanks:
      'Subscribe again to get full access back right away. Your banks then sync automatically. Otherwise, we unlink them on {day}. Your data stays.',
  },
  banksUnlinkedSoon: {
    subject: 'Your banks will be unlinked from Cairn on {day}',
    heading: 'Your banks will be unlinked on {day}',
    body: "Your subscription has ended. Unless you subscribe again before {day}, we'll revoke our access to {institutions}.",
    next: 'Your accounts and transactions are kept. To see new transactions after that, link the banks again.',
  },
  banksUnlinked: {
    subject: 'Your banks were unlinked from Cairn',
    heading: 'Your banks were unlinked',
    body: 'Your subscription ended at least 30 days ago, so we revoked our access to your banks and deleted the access keys.',
    next: 'Your accounts and transactions are kept. Subscribe and link your banks again to continue where you left off.',
  },
  /** Shared by the three emails above. */
  lapse: {
    button: 'Subscribe again',
    unexpected:
      'You won\'t be charged again. To delete your account and all your data, choose "Delete Account" in your profile.',
    reason:
      'We email you when your subscription ends, and before and after your banks are unlinked because of it.',
  },
  bankSignIn: {
    subject: 'Cairn: Sign in to {institution} again',
    heading: 'Sign in to {institution} again',
    body: "We can't sync {institution} until you sign in there again, for example because your password changed. Everything synced so far is still there.",
    next: 'Reconnecting takes a minute. Your categories and names stay as they are.',
  },
  bankConsent: {
    subject: 'Cairn: Your consent at {institution} ends on {day}',
    heading: 'Your consent at {institution} ends on {day}',
    subjectWithoutDay: 'Cairn: Your consent at {institution} ends soon',
    headingWithoutDay: 'Your consent at {institution} ends soon',
    body: "After that, we can't sync {institution}. Until then, everything works as before.",
    next: 'Reconnecting takes a minute and renews your consent. Your categories and names stay as they are.',
  },
  /** Shared by the two emails above. */
  bankReconnect: {
    button: 'Reconnect',
    unexpected:
      'Banks ask for this from time to time. If you no longer want this bank in Cairn, unlink it on the same page.',
  },
  bankWithdrawn: {
    subject: '{institution} is no longer linked to Cairn',
    heading: '{institution} is no longer linked',
    body: "You withdrew Cairn's access at {institution}. We deleted our access key and are deleting the accounts and transactions that came from there.",
    next: 'To see them again, link the bank again.',
    button: 'Link a bank',
    unexpected: 'Ask {institution} who withdrew the access. You can link the bank again anytime.',
  },
  /** Why users get emails about a bank. */
  bankReason: 'We email you once each time a bank stops syncing and you need to act.',
} as const;
