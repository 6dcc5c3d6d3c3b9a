/** Copy for linking banks. */
export const linkingCopy = {
  unnamedInstitution: 'Your bank',
  alreadyLinked: 'This bank connection is already linked.',
  linkExpired: 'This link has expired or was already used. Please start linking again.',
  aggregatorUnavailable:
    "The bank connection service isn't responding. Please try again in a moment.",
  mustBeLinkedAgain: 'The connection to {institution} no longer exists. Link it again instead.',
  tooManyStreams: 'Cairn is open on too many devices at once. Close it on some of them.',
  accountBeingDeleted: 'This account is being deleted.',
  invalidSignature: "The signature doesn't match the body or is too old.",
  invalidJson: "The body isn't valid JSON.",
} as const;
