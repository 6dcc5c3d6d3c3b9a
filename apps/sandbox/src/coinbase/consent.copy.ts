/** Copy for the crypto exchange's consent page. */
export const consentCopy = {
  brand: 'Coinbase',
  testBadge: 'Test',
  title: 'Link Coinbase to Cairn',
  heading: 'Let Cairn view your account?',
  readOnly: 'Cairn can’t move your money.',
  scopes: {
    'wallet:accounts:read': 'See your accounts and their balances',
    'wallet:user:read': 'See your name and picture',
    'wallet:user:email': 'See your email address',
    offline_access: 'Stay connected while you are away',
  },
  signedInAs: 'Signed in as',
  andMore: (listed: string, more: number) => `${listed}, and ${more} more`,
  allow: 'Allow access',
  cancel: 'Cancel',
  errorTitle: 'Not linked',
  errorHeading: 'This app can’t be linked',
  sandboxNotice:
    'The Cairn Sandbox stands in for Coinbase. No real account is used, and nothing leaves your computer.',
} as const;
