import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for two-step verification and step-up. Users read "step" or "code" for a factor. */
export const factorsCopy = {
  /** The second step of a sign-in, and the factors of a step-up. */
  code: {
    totp: 'Code from your authenticator app',
    totpHint: 'Six digits that change every 30 seconds.',
    recovery_code: 'Recovery code',
    recoveryHint: 'One of the ten codes that you saved. Each works once.',
    empty: 'Enter the code.',
    incomplete: 'The code has six digits.',
  },
  passkey: {
    hint: 'Your device will ask for your fingerprint, face, or screen lock.',
    use: 'Use a passkey',
  },
  use: {
    totp: 'Use your authenticator app instead',
    recovery_code: 'Use a recovery code instead',
    passkey: 'Use a passkey instead',
    password: 'Use your password instead',
  },
  signIn: {
    title: 'Confirm your sign-in',
    text: 'Two-step verification protects this account.',
    submit: 'Confirm',
    trust: 'Trust this device for 30 days',
    trustNote:
      "You won't be asked for a second step on this device. Choose this only on your own device.",
    back: 'Back to login',
  },
  lost: {
    open: 'Lost your phone and recovery codes?',
    text: "If you ask to turn off two-step verification, you'll have to wait 72 hours before you can. We'll email you right away, halfway through, and when the time is up. To cancel, use the link in any of those emails or sign in with your second step.",
    ask: 'Ask to turn it off',
    asked:
      'You asked to turn off two-step verification. To turn it off, log in here again after {time}.',
    /** For a request that was made earlier, perhaps by someone else. */
    found:
      'A request to turn off two-step verification is open. If it was yours, log in here again after {time}. If not, confirm your sign-in: that cancels the request. Then set a new password, because someone else knows it.',
    ready:
      'The 72 hours have passed. You can turn off two-step verification now, which signs out all your devices.',
    complete: 'Turn it off and log in',
  },
  cancelReset: {
    pageTitle: 'Keep two-step verification · Cairn',
    title: 'Keep two-step verification?',
    text: 'Someone asked to turn off two-step verification for your account. Cancel the request to keep it on.',
    submit: 'Cancel the request',
    done: 'The request is canceled',
    doneText:
      "Two-step verification stays on. If you didn't ask to turn it off, someone else knows your password. Set a new one now.",
    setPassword: 'Set a new password',
    invalid: 'This link is no longer valid',
    invalidText:
      'The request was already canceled, or the link has expired. To be sure, log in with your second step, which cancels every request.',
    logIn: 'Log in',
  },
  stepUp: {
    title: "Confirm that it's you",
    text: 'This protects your account if someone else uses your device.',
    password: 'Your password',
    submit: 'Confirm',
    signInTitle: 'Sign in again first',
    signInText: "To confirm it's you, sign in again. You'll come back to this page.",
    signIn: 'Sign in again',
  },
  card: {
    title: 'Two-step verification',
    subject: 'Two-step verification',
    loading: 'Loading two-step verification',
    off: 'Off',
    on: 'On',
    offText:
      "Add a second step to signing in: a code from an app on your phone. Then a stolen password isn't enough to get into your account.",
    app: 'Authenticator app',
    appAdded: 'Set up {date}',
    codes: 'Recovery codes',
    codesLeft: {
      one: '{count} unused code left',
      other: '{count} unused codes left',
    } satisfies PluralForms,
    noCodesLeft: 'None left. Create new ones.',
    codesNotSaved:
      "You haven't confirmed that you saved these codes. Without them, you can lose access if you lose your phone. If you don't have them, create new ones.",
    codesSaved: 'I saved them',
    setUp: 'Set up authenticator app',
    newCodes: 'Create new codes',
    turnOff: 'Turn off',
    turnOffNamed: 'Turn off two-step verification',
    startFailed: "The authenticator app couldn't be set up",
  },
  enroll: {
    title: 'Set up your authenticator app',
    scan: 'Scan this code with an authenticator app on your phone.',
    scanOrOpen:
      'Open your authenticator app on this device, or scan the code with the app on another one.',
    openApp: 'Open in your authenticator app',
    qrCode: 'QR code with the key below',
    key: 'Or type this key into the app. It never contains 0 or 1, only the letters O and I.',
    code: 'Code from the app',
    submit: 'Turn on',
    startOver: 'Start over',
    close: 'Close',
  },
  codes: {
    title: 'Save your recovery codes',
    text: "If you lose your phone, use one of these codes as your second step. Each works once. Keep them somewhere you can get to without your phone. They won't be shown again.",
    list: 'Recovery codes',
    download: 'Download',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: "Your browser didn't allow copying. Download the codes instead.",
    done: 'I saved them',
    fileName: 'cairn-recovery-codes.txt',
    file: 'Recovery codes for Cairn\n{email}\n\nEach code works once.\n\n{codes}\n',
  },
  newCodes: {
    title: 'Create new recovery codes?',
    text: 'Your current codes will stop working.',
    textUnsaved: "You haven't confirmed that you saved your current codes. They will stop working.",
    submit: 'Create new codes',
  },
  turnOff: {
    title: 'Turn off two-step verification?',
    text: "You'll sign in without a second step, and your recovery codes will stop working.",
    submit: 'Turn off',
    done: 'Two-step verification is off',
    doneText: 'You can set it up again anytime.',
  },
  turnedOn: 'Two-step verification is on',
  turnedOnText: "You'll be asked for a code when you sign in.",
  cancel: 'Cancel',
} as const;
