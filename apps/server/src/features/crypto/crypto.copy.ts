/** Copy for the crypto exchange. */
export const cryptoCopy = {
  notConfigured: "Linking a crypto exchange isn't available here.",
  notLinked: "{exchange} isn't linked.",
  linkExpired: 'This link has expired or was already used. Please start linking again.',
  exchangeUnavailable: "{exchange} isn't responding. Please try again in a moment.",
  accessEnded: "{exchange} has ended Cairn's access. Link it again.",
  accountBeingDeleted: 'This account is being deleted.',
} as const;
