/** What users read about an item: why it can't be synced, what is new, and what else it could share. */
export const itemCopy = {
  error: {
    signInRequired:
      '{institution} asks you to sign in again. Reconnect it to keep your data up to date.',
    accessWithdrawn:
      "You withdrew Cairn's access at {institution}. Link it again to see new transactions.",
    connectionRemoved:
      'The connection to {institution} no longer exists. Link it again to see new transactions.',
    noAccounts:
      '{institution} no longer shares any accounts with Cairn. Choose your accounts again.',
    unavailable: "{institution} isn't responding right now. We'll keep trying.",
    notReady: "{institution} is still preparing your transactions. They'll appear automatically.",
    syncFailed:
      "The last sync with {institution} didn't succeed. Nothing was lost. We'll try again.",
    consentExpiresSoon:
      'Your consent at {institution} ends soon. Reconnect it to keep your data up to date.',
    consentExpiresOn:
      'Your consent at {institution} ends on {date}. Reconnect it to keep your data up to date.',
  },
  pastError: {
    signInRequired: '{institution} asked for a new sign-in.',
    accessWithdrawn: "Cairn's access at {institution} had been withdrawn.",
    connectionRemoved: 'The connection to {institution} no longer existed.',
    noAccounts: '{institution} shared no accounts with Cairn.',
    unavailable: "{institution} didn't respond.",
    notReady: '{institution} was still preparing your transactions.',
    syncFailed: "The sync didn't succeed. Nothing was lost.",
  },
  offer: {
    liabilities: '{institution} can also share your payment due dates once you allow it there.',
    investments: '{institution} can also share your investment holdings once you allow it there.',
    liabilitiesAndInvestments:
      '{institution} can also share your investment holdings and payment due dates once you allow it there.',
  },
  notice: {
    newAccounts: "{institution} has new accounts that aren't linked yet. Choose the ones to add.",
    unlinking:
      "{institution} is being unlinked. We'll delete its accounts and transactions as soon as the bank-data provider confirms it.",
    unlinkingWithdrawn:
      "You withdrew Cairn's access at {institution}. We'll delete its accounts and transactions as soon as the bank-data provider confirms it.",
  },
} as const;
