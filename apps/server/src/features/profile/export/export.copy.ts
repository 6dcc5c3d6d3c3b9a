/** Copy for the export: its README and the description of each file. */
export const exportCopy = {
  files: {
    profile: 'Your account: email address, sign-up date, and until when it is paid for.',
    signInMethods: 'The accounts at Google, Apple, or other providers that you sign in with.',
    passkeys:
      'Your passkeys: their names, when you used them, and the public keys that check their signatures. The secret keys never leave your devices.',
    devices: 'The devices that signed in, including those that have signed out.',
    authenticatorApp: 'When you set up an authenticator app. Its secret is not included.',
    recoveryCodes: 'When your recovery codes were created and used. The codes are not included.',
    knownDevices:
      'The devices that we recognize by a cookie when you sign in, and whether we sent an email about each.',
    activity: 'What happened in your account: sign-ins, links, changes, exports.',
    emails: 'The emails that we sent you: their kind and time.',
    payments:
      'What you bought, until when it is paid for, and what the payment provider reported (times in seconds since 1970). Only the provider has your card details.',
    institutions: 'The banks that you linked.',
    accounts:
      'Your accounts with the balances that the bank last reported, and your names for them.',
    balances: 'The balance of each account on each day that it was synced.',
    transactions:
      'Every transaction with your changes: overridden_category, exclude_transaction, tags (their ids), note, and reviewed. Includes transactions that the bank removed (removed_at) and pending ones that have posted since (replaced), which the app does not show.',
    tags: 'Your tags.',
    changes:
      'What you changed in the last 90 days, and what you undid (undoes, undone_by). count is the number of transactions.',
    changedTransactions:
      'What each of these changes did to each transaction: the fields that it changed, with their values before and after.',
    syncs: 'The result of each sync with a bank.',
    transactionHistory:
      'What happened to each transaction after it arrived: what the bank changed, removed, or sent again, and what you changed. pending_id is the pending transaction that it replaced when it posted.',
    accountHistory: 'Your changes to an account: its name, and whether it is hidden.',
    liabilities: 'What your lenders last reported about cards and loans: payments due and costs.',
    holdings: 'What your investment accounts held when your institutions last reported.',
    recurring:
      'Recurring payments and income as the bank reports them, with your changes: custom_name, kind, confirmed, and dismissed.',
    recurringTransactions: 'Which transactions belong to which recurring payment or income.',
    budget: 'Your monthly budget.',
    budgetCategories: 'Your budget for each category or category group.',
    exchanges: 'The crypto exchange that you linked.',
    cryptoHoldings:
      'What you held at the exchange when it was last read. The amount is exact; price is how many units one dollar buys.',
    cryptoHistory:
      'What your holdings were worth in dollars on each day that they were read, with cash listed separately.',
  },

  /** README.txt. */
  readme: `All Cairn data of {email}
Created on {createdAt}

Each file comes in two formats with the same rows: JSON, and CSV for spreadsheets.

{files}

How to read the files

- Amounts are in the currency next to them. Positive amounts are money out, negative amounts money in. Balances are as your bank reports them.
- Days are calendar days. Times are in UTC. 'forever' marks a lifetime purchase.
- CSV is UTF-8 (RFC 4180). Text that a spreadsheet would run as a formula starts with an apostrophe; JSON has it unchanged.
- The archive is created while you download it. Data that a bank sends during the download may be missing.

What is not included: your password and other secrets, which we store only hashed or encrypted; the keys that give us
access to your banks; and data derived from the rows above (totals, indexes, sync positions).
`,

  /** One file in the README. */
  readmeFile: '{name}.json, {name}.csv\n  {description}',
} as const;
