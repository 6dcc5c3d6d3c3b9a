/** Copy for passkeys in the profile, and for errors with a passkey. */
export const passkeysCopy = {
  title: 'Passkeys',
  subject: 'Your passkeys',
  loading: 'Loading your passkeys',
  intro:
    "Sign in with your fingerprint, face, or screen lock. A passkey can't be guessed, and a fake website can't use it.",
  unsupported: "This browser can't create passkeys at this address.",
  add: 'Add passkey',
  addTitle: 'Add a passkey',
  addDescription:
    'Your browser will ask where to save it: on this device, in a password manager, or on a security key.',
  name: 'Name',
  nameHint:
    "Optional. If you leave this empty, we'll name it after your password manager or this device.",
  continue: 'Continue',
  added: 'Passkey added',
  addedDescription: 'You can now sign in with it.',
  synced: 'Synced',
  neverUsed: 'Not used yet',
  lastUsed: 'Last used {age}',
  /** `usage` is `neverUsed` or `lastUsed`. */
  usage: '{usage} · added {date}',
  onlyMethod: 'Your only sign-in method',
  renameNamed: 'Rename {name}',
  renameTitle: 'Rename passkey',
  save: 'Save',
  renamed: 'Passkey renamed',
  removeNamed: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeDescription:
    "You won't be able to sign in with it anymore. Remember to delete it from your device or password manager, too.",
  remove: 'Remove passkey',
  removed: '{name} was removed',
  cancel: 'Cancel',
  errors: {
    canceled: 'You canceled, or it took too long. Nothing has changed.',
    alreadyAdded: 'This device or password manager already has a passkey for your account.',
    noVerification:
      "This device can't create a passkey that verifies you. Set up a screen lock or a PIN, or choose another device.",
    wrongAddress: "Passkeys don't work at this address. Open Cairn at its usual address.",
    failed: 'Your device reported a problem with the passkey. Please try again.',
  },
} as const;
