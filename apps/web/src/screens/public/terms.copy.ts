/** Copy for the terms. */
export const termsCopy = {
  title: 'Terms',
  intro:
    'What you can expect from Cairn, and what Cairn expects from you. In plain English, so that you can actually read it.',
  service: {
    title: 'What Cairn does',
    scope:
      'Cairn reads the accounts you link and shows your balances, transactions, and spending. It never moves money. Nothing in Cairn is financial, tax, or legal advice.',
    accuracy:
      'The numbers come from your banks, which can be late or wrong. Cairn tells you when data is old or missing. For anything important, check with your bank.',
  },
  account: {
    title: 'Your account',
    rules: [
      "Your account is for you alone. Link only accounts that you're allowed to view.",
      'Keep your password to yourself, and tell us if someone else might have it.',
      "Don't try to access other people's data, and don't overload or attack the service. We may block accounts that do.",
    ],
  },
  price: {
    title: 'Pricing',
    plans:
      "The full set of features costs $50 a year, or $250 once for as long as Cairn exists. The yearly subscription renews until you cancel it. If you cancel, it stays active until the end of the year you've paid for. Demo mode is free.",
    lapse:
      "When a subscription ends, Cairn stops fetching data from your banks. After 30 days, we revoke our access to them. We'll email you a week before. Data that is already in Cairn stays until you delete it.",
  },
  data: {
    title: 'Your data',
    text: 'Your data is yours. The {privacyPolicy} explains what we store, who else is involved, and how to export or delete it.',
    privacyPolicy: 'Privacy Policy',
  },
  leaving: {
    title: 'Closing your account',
    text: 'You can unlink a bank on its page, which deletes everything that came from it. You can delete your account at any time in your profile: we revoke our access to your banks and delete all your data. This cannot be undone.',
  },
  warranty: {
    title: 'No warranty',
    text: 'We make Cairn with care, but it comes without warranty: it can be unavailable, and it can be wrong. As far as the law allows, nobody is liable for decisions you make based on it. Your statutory rights as a consumer are not affected.',
  },
  changes: {
    title: 'Changes to these terms',
    text: "If a change reduces your rights, we'll tell you before it takes effect, so that you can leave first.",
  },
} as const;
