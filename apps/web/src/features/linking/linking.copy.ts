import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for linking banks, reconnecting them, and the state of their syncs. */
export const linkingCopy = {
  invitation: {
    title: 'Link your bank',
    text: 'Choose your bank, sign in with it, and pick the accounts you want to see here. You can link as many banks as you like.',
    link: 'Link a bank account',
    tryAgain: 'Try again',
    startOver: 'Start over',
    submitting: 'Linking your accounts…',
    /** Added to an error if the link can be submitted again. */
    failedWithRetry:
      "{error} Your selection is saved, so you don't have to go through your bank again.",
    privacy:
      "You enter your bank password on your bank's link page, never in Cairn. Cairn can read balances and transactions but can't move money.",
  },
  scriptFailed: {
    title: "The bank's link page didn't load",
    text: 'Cairn links banks with a script from its bank-data provider. A content blocker or your network may have blocked it. Allow it, then try again.',
    note: "The bank's link page didn't load. Please try again.",
  },
  tokenFailed: "Linking isn't possible right now",
  exit: {
    expired: 'The link page was open for too long. Please try again.',
    failed: "The bank couldn't be linked. Please try again.",
  },
  yourBank: 'your bank',
  alreadyLinked: {
    title: '{institution} is already linked',
    intro: {
      one: 'This account from {institution} is already linked:',
      other: 'These accounts from {institution} are already linked:',
    } satisfies PluralForms,
    label: 'Already linked',
    text: "To sign in again or add accounts, update the existing connection. Your account names and categories are kept. If this is someone else's login at the same bank, link it too; accounts you share are counted once.",
    linkAnyway: 'Link it too',
    update: 'Update connection',
  },
  setup: {
    title: 'We are setting up your account! Welcome!',
    transactions: {
      one: '{count} transaction from {institution}',
      other: '{count} transactions from {institution}',
    } satisfies PluralForms,
    fetching: 'Getting your accounts and transactions from {institution}…',
    done: 'Your data is ready',
    progress: 'Getting transactions from {institution}',
  },
  firstSync: {
    done: {
      one: '{institution} is linked, and your data is ready: {count} transaction.',
      other: '{institution} is linked, and your data is ready: {count} transactions.',
    } satisfies PluralForms,
    failed: 'Linked. {error}',
    started: "{institution} is linked. We're setting it up.",
    progress: {
      one: "{institution} is linked. We're setting it up: {count} transaction so far.",
      other: "{institution} is linked. We're setting it up: {count} transactions so far.",
    } satisfies PluralForms,
    dashboard: 'Go to dashboard',
  },
  sync: {
    /** `{age}` is shown in bold. */
    lastSync: 'Last Sync {age}',
    unknown: 'unknown',
    refresh: 'Refresh',
    syncing: 'Syncing',
    syncingNow: 'Syncing…',
    syncingInstitution: 'Syncing {institution}…',
    startFailed: "The sync couldn't be started",
    notInDemo: 'This is not available in demo mode',
  },
  notices: {
    connected: '{institution} is connected.',
    dataAge: 'Data from {institution} was last synced {age}.',
    dataKept: 'Earlier data is still shown.',
    noData: 'No data from {institution} yet.',
    view: 'View {institution}',
    linkAgain: 'Link again',
    notNow: 'Not now',
  },
  remedies: {
    reconnect: 'Reconnect',
    choose_accounts: 'Choose accounts',
    agree: 'Allow at your bank',
  },
  updated: 'Done. Checking your bank for new data.',
  withdrawn: {
    text: "You withdrew Cairn's access at {institution} on {date}, so we deleted its accounts and transactions. To see them again, {link}.",
    link: 'link {institution} again',
  },
} as const;
