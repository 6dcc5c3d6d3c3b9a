import type { PluralForms } from '@cairn/contract/text/copy';

/** Details of problem responses that any call can return. */
export const problemCopy = {
  accountDeleted: 'This account has been deleted.',
  databaseUnavailable:
    'The database is temporarily unavailable. Nothing was lost. Please try again in a moment.',
  databaseBusy:
    'Your transactions are being updated. Nothing was lost. Please try again in a moment.',
  readOnly:
    "Changes can't be saved right now. You can still view your data. Please try again later.",
  overloaded: 'Cairn is busy right now. Nothing was lost. Please try again in a moment.',
  tooManyCalls:
    'Too many of your requests are running at the same time. Please try again in a moment.',
  idempotencyKeyInUse: 'The same request is still being processed. Please try again in a moment.',
  idempotencyKeyReused: 'The idempotency key of this request belongs to another request.',
  notFound: "We couldn't find this {subject}.",
  tooManyAttempts: {
    seconds: {
      one: 'Too many attempts. Try again in {count} second.',
      other: 'Too many attempts. Try again in {count} seconds.',
    } satisfies PluralForms,
    minutes: {
      one: 'Too many attempts. Try again in {count} minute.',
      other: 'Too many attempts. Try again in {count} minutes.',
    } satisfies PluralForms,
  },
  access: {
    signInRequired: 'Your session is missing or has ended. Please sign in.',
    subscriptionRequired: 'This feature needs a paid subscription. Upgrade to use it.',
    stepUpRequired: "To protect your account, confirm that it's you first.",
    signInAgain: "To confirm it's you, sign out and sign in again.",
    otherOrigin: 'Pages of other websites cannot make this call.',
    webClientExpected:
      'Only the web app can make this call. Renew a token with POST /user/upgrade_token.',
    demoReadOnly: "You're in demo mode. Look around freely. Changes are turned off.",
  },
  request: {
    endpointNotFound: 'No endpoint matches {method} {path}.',
    unknownHost:
      'This server does not serve the host name of this request. The operator can allow it with ALLOWED_HOSTS.',
    methodNotAllowed: 'This path does not support {method}. Use {allow}.',
    pageNotFound: 'Nothing was found at {path}.',
    webAppNotBuilt: "The web app hasn't been built yet. Run `npm start`.",
    invalidField: 'Invalid value for {field}: {reason}.',
    unknownField: 'unknown field',
    unexpectedValue: 'unexpected value',
    bodyMissing: 'The request has no body.',
    fieldsMissing: 'The request has no body. It requires these fields: {fields}.',
    invalidJson: "We couldn't read the request. Its body must be valid JSON.",
    invalidForm: "We couldn't read the form. Send each field once, and no files.",
    invalidPercentEncoding: 'Invalid percent-encoding in the URL.',
    invalidCharacter: "The request contains a character that can't be stored.",
    numberOutOfRange: 'The request contains a number that is out of range.',
    nestedTooDeeply: 'The request is nested too deeply.',
    tooLarge: 'The request is larger than 1 MiB.',
    headersTooLarge: 'The URL and headers of the request are larger than 16 KiB.',
    timedOut: "The request didn't arrive in time.",
    notHttp: "The request isn't valid HTTP.",
    invalidIdempotencyKey:
      'Idempotency-Key must have 16 to 255 visible ASCII characters, such as a UUID.',
    jsonExpected: 'Send the body as application/json.',
    rangeOutsideFile: 'The requested range is outside the file.',
  },
} as const;
