/** Copy for the privacy policy. In lists, `lead` is the bold beginning of an entry. */
export const privacyCopy = {
  title: 'Privacy Policy',
  intro:
    'Cairn shows you your own money. To do that, it has to store data about you, and this page lists all of it. Your data is yours: we never sell it, never share it for advertising, and never use it for anything but showing it to you.',
  stored: {
    title: 'What we store',
    entries: [
      {
        lead: 'Your account:',
        text: 'your email address, whether it is verified, a hash of your password, and, if you use them, your Google and Apple account IDs.',
      },
      {
        lead: 'Your money:',
        text: 'for each bank you link, its name and a key to read it; your accounts with their limits and daily balances; your transactions; and the changes you make, such as a category, a name, or a hidden account.',
      },
      {
        lead: 'Your subscription:',
        text: 'whether you have paid and until when, and your customer ID at the payment provider. Card numbers never reach Cairn.',
      },
      {
        lead: 'Your devices and activity:',
        text: 'the browsers that signed in and when they were last used, and, for twelve months, a log of sign-ins, links, and changes with the network they came from. You can see both in your profile. A cookie lets us recognize your browser when you sign in again, so that we can email you about new ones.',
      },
      {
        lead: 'Emails to you:',
        text: 'that we sent one, when, and of what kind. The text is deleted as soon as it is sent.',
      },
      {
        lead: 'For a short time:',
        text: "how many sign-in attempts were made per email address and per network address, so that passwords can't be guessed; and a technical log that contains IDs instead of names and no amounts or secrets.",
      },
    ],
  },
  notStored: {
    title: "What we don't store",
    text: 'Your bank password. You enter it at your bank or at the bank-data provider, never in Cairn. Cairn can read the accounts you linked and cannot move money.',
  },
  providers: {
    title: 'Who else is involved',
    intro: 'Only these providers, and only for the features you use:',
    entries: [
      'the bank-data provider, to link banks and read your accounts;',
      'the payment provider, which gets your email address and processes the payment;',
      'Google or Apple, if you sign in with them;',
      'the crypto exchange, if you link it;',
      'a mail server, for emails you request and those that keep your account secure.',
    ],
    noOthers: 'Nobody else gets your data, unless a court orders it.',
  },
  security: {
    title: 'How we protect it',
    entries: [
      'Passwords are stored as argon2id hashes, which cannot be reversed. Bank and provider keys are encrypted, each bound to your account.',
      "Every request is checked against the database. For other users, your data doesn't exist.",
      'Signing out, changing your password, and deleting your account end the affected sessions immediately, on every device.',
    ],
  },
  control: {
    title: 'Your choices',
    entries: [
      {
        lead: 'Export:',
        text: 'your profile exports all your Cairn data, as JSON and CSV in one zip file.',
      },
      {
        lead: 'Unlink:',
        text: "your profile signs out single devices and unlinks Google and Apple, and each bank's page unlinks the bank. We stop fetching from the bank immediately, revoke our access, and then delete its accounts and transactions: within seconds, or within three days if the bank-data provider is unavailable.",
      },
      {
        lead: 'Delete:',
        text: 'deleting your account, in your profile, signs out every device immediately, revokes our access to your banks and to Apple, cancels an active subscription, and then deletes all your data. This takes seconds, or up to three days if a provider is unavailable.',
      },
      {
        lead: 'What remains elsewhere:',
        text: "your bank's and the payment provider's own records. Technical logs and backups are deleted as the operator of this installation rotates them.",
      },
    ],
  },
  browser: {
    title: 'In your browser',
    storage:
      'Cairn stores your sign-in token, whether demo mode is on, your theme, which account groups are collapsed, the categories you picked last, and whether single-key shortcuts are off. While you sign in with Google or Apple, or link a crypto exchange, a cookie ties the attempt to this browser, so that nobody else can complete it. There are no other cookies, no analytics, and no trackers.',
    thirdParties:
      "Merchant logos are served by Cairn, which fetches and caches them: the servers they come from never see you. Google's sign-in script is loaded only on the pages that offer it: with the page on a touch screen, otherwise once you start using it.",
  },
  changes: {
    title: 'Changes to this policy',
    text: "This page describes what Cairn does, and we update it when that changes. We'll ask you before anything that would let someone new see your data.",
  },
} as const;
