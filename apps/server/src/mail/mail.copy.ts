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
    reason: 'Someone signed in to Cairn with this address requested it.',
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
    body: 'Choose a new password for your Cairn account. This signs out all your devices and unlinks Google and Apple if they were linked after you signed up.',
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
    body: 'On {time}, {method} was unlinked from your account. It can no longer sign in to it.',
    bodyAfterReset:
      'On {time}, you set a new password with an emailed link. To lock out anyone who knew the old one, we unlinked {method}, because it was linked after you signed up.',
    next: 'If you want to sign in with {provider}, link it again in your profile.',
    button: 'Open your profile',
    unexpected:
      'Set a new password right away: choose "Forgot password?" when you sign in. That signs out everyone else.',
  },
  emailChanged: {
    subject: 'Your Cairn email address was changed',
    heading: 'Your email address was changed',
    body: 'Since {time}, you sign in to your account with {newEmail}. This address is no longer used.',
    button: 'Open your profile',
    unexpected:
      'Sign in right away with the new address and your password. Then change your password and change the address back.',
  },
  /** Why users get the five emails above. */
  securityReason:
    'We email you about new devices and about changes to your password, email address, or sign-in methods.',
  addressInUse: {
    subject: 'Your address already has a Cairn account',
    heading: 'Your address already has an account',
    body: 'On {time}, someone signed in to another Cairn account tried to use this address for it. Nothing has changed: the address stays with your account.',
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
  bankReason: 'We email you once each time a bank stops syncing until you do something.',
} as const;
