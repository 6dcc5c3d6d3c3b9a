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
        text: "your email address, whether it is verified, a hash of your password, and, if you use them, your account IDs at Google, Apple, or another sign-in provider, your passkeys' public keys, the secret of your authenticator app, and hashes of your recovery codes with whether you have saved them.",
      },
      {
        lead: 'Your money:',
        text: 'for each bank or crypto exchange you link, its name and a key that lets us read it; your accounts with their limits, daily balances, holdings, and loan details; your transactions and recurring payments; your budget; and the changes you make, such as a category, a name, or a hidden account.',
      },
      {
        lead: 'Your subscription:',
        text: 'whether you have paid and until when, and your customer ID at the payment provider. Card numbers never reach Cairn.',
      },
      {
        lead: 'Your devices and activity:',
        text: 'the browsers that signed in and when they were last used, and, for twelve months, a log of sign-ins, links, and changes with the network they came from. You can see both in your profile. A cookie lets us recognize a browser that you have signed in on, so that we can email you about new ones and skip the second step on those you trust.',
      },
      {
        lead: 'Emails to you:',
        text: 'what kind of email we sent you, and when. The text is deleted as soon as the email has been sent.',
      },
      {
        lead: 'For a short time:',
        text: "how many sign-in attempts were made per email address and per network address, so that passwords can't be guessed; and a technical log that contains IDs instead of names and no amounts or secrets.",
      },
    ],
  },
  notStored: {
    title: "What we don't store",
    text: "Your bank password. You enter it at your bank or at the bank-data provider, never in Cairn. Cairn can read the accounts you linked, but it can't move money.",
  },
  providers: {
    title: 'Who else is involved',
    intro: 'Only these providers, and only for the features you use:',
    entries: [
      'the bank-data provider, to link banks and read your accounts;',
      'the payment provider, which gets your email address and processes the payment;',
      'Google, Apple, or another sign-in provider, if you sign in with it;',
      'the crypto exchange, if you link it;',
      "a service that knows leaked passwords, if the operator of this installation uses one: when you choose a password, it gets the first five characters of the password's hash, which many passwords share, but never the password or your name;",
      'a mail server, for emails you request and those that keep your account secure.',
    ],
    noOthers: 'Nobody else gets your data, unless a court orders it.',
  },
  security: {
    title: 'How we protect it',
    entries: [
      'Passwords are stored as argon2id hashes, which cannot be reversed. Bank and provider keys are encrypted, each bound to your account.',
      "Every request is checked against your account, so that other users can't see your data or even tell that it exists.",
      'Signing out, changing your password, and deleting your account end the affected sessions immediately, on every device.',
    ],
  },
  control: {
    title: 'Your choices',
    entries: [
      {
        lead: 'Export:',
        text: 'you can download all your Cairn data from your profile, as JSON and CSV files in one ZIP file.',
      },
      {
        lead: 'Unlink:',
        text: "in your profile, you can sign out single devices and unlink sign-in providers. On a bank's page, you can unlink the bank. We stop fetching from the bank immediately, revoke our access, and then delete its accounts and transactions: within seconds, or within three days if the bank-data provider is unavailable.",
      },
      {
        lead: 'Delete:',
        text: 'you can delete your account in your profile. This signs out every device immediately, revokes our access to your banks and to Apple, cancels an active subscription, and then deletes all your data. It takes seconds, or up to three days if a provider is unavailable.',
      },
      {
        lead: 'What remains elsewhere:',
        text: "your bank's and the payment provider's own records. How long technical logs and backups are kept is up to the operator of this installation.",
      },
    ],
  },
  browser: {
    title: 'In your browser',
    storage:
      "Cairn uses three cookies: one keeps you signed in, one recognizes this browser when you sign in again, and one, while you sign in with a provider or link a crypto exchange, ties the attempt to this browser, so that nobody else can complete it. Scripts and other websites can't read them. Cairn also stores your user ID, email address, and subscription, whether demo mode is on, your theme, which account groups are collapsed, the categories you picked last, whether single-key shortcuts are off, the day you last closed a payment notice, and what it needs to finish an attempt to sign in or to link a bank. There are no other cookies, no analytics, and no trackers.",
    thirdParties:
      "Merchant logos are served by Cairn, which fetches and caches them, so the servers they come from learn nothing about you. Google's sign-in script is loaded only on the pages that offer it: as the page opens on a touch screen, and otherwise once you start using the page.",
  },
  changes: {
    title: 'Changes to this policy',
    text: "This page describes what Cairn does, and we update it when that changes. We'll ask you before anything that would let someone new see your data.",
  },
} as const;
