import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for linked institutions: their lists, state, syncs, and unlinking. */
export const institutionsCopy = {
  subjects: { institution: 'This bank', institutions: 'Your institutions' },
  loadingInstitution: 'Loading the bank',
  loadingInstitutions: 'Loading your institutions',
  crypto: 'Crypto',
  linkExchange: 'Link {exchange}',
  cardTitle: 'Linked institutions',
  tabTitle: 'Linked Institutions',
  linkFirst: 'Link a bank',
  linkAnother: 'Link another',
  linkNew: 'Link New Institution',
  paidOnly: {
    title: 'Link your institutions',
    text: 'Upgrade to link your banks here. Their accounts and transactions sync automatically.',
  },
  empty: {
    title: 'No institutions yet',
    text: 'Link your first one, and its accounts and transactions appear automatically.',
  },
  linkedOn: 'Linked {date}',
  /** For a user with several logins at the same institution. */
  labelAndLinkedOn: '{label} · Linked {date}',
  notFound: {
    title: "We couldn't find this bank",
    text: 'It may have been unlinked, or the address may be incomplete.',
    unlinkedTitle: 'Bank unlinked',
    unlinkedText: "We've deleted all data from {institution}.",
    allAccounts: 'All accounts',
  },
  accounts: 'Accounts',
  noAccounts: "This bank hasn't shared any accounts yet.",
  state: {
    syncing: 'Checking {institution} for new data.',
    retrying: "The last sync with {institution} didn't succeed. We'll try again automatically.",
    loginRequired:
      '{institution} asks you to sign in again. Reconnect it to keep your data up to date.',
    consentExpiring:
      'Your consent at {institution} ends soon. Reconnect it to keep your data up to date.',
    mustBeLinkedAgain:
      'The connection to {institution} no longer exists. Link it again to see new transactions.',
    failed: "The last sync with {institution} didn't succeed.",
    connected: '{institution} is connected.',
    lastSynced: 'Last synced {age}.',
    neverSynced: 'Not synced yet.',
    linkAgain: 'Link again',
  },
  history: {
    title: 'History',
    lastSync: 'Last sync',
    firstSyncRunning: "The first sync hasn't finished yet.",
    failed: "The history couldn't be loaded",
    show: 'Show history',
    nothingEarlier: 'No earlier syncs.',
    moreAccounts: {
      one: 'and {count} more account',
      other: 'and {count} more accounts',
    } satisfies PluralForms,
    transactions: 'Transactions: {counts}',
    added: '{count} new',
    modified: '{count} changed',
    removed: '{count} removed',
    nothingNew: 'No new transactions',
  },
  decisions: {
    renamed: 'You renamed {before} to {after}',
    name_restored: "You restored the bank's name of {before}: {after}",
    hidden: 'You hid {name} from all totals',
    shown: 'You showed {name} again',
  },
  accountChanges: {
    unknown: 'unknown',
    closed: '{name}: closed or no longer shared',
    closedWithBalance: '{name}: closed or no longer shared, last balance {balance}',
    reopened: '{name}: shared again',
    reopenedWithBalance: '{name}: shared again, balance {balance}',
    added: '{name}: new account',
    addedWithBalance: '{name}: new account, balance {balance}',
    changed: '{name}: {changes}',
    balance: 'balance changed from {before} to {after}',
    availableBalance: 'available balance changed',
    fields: {
      name: 'name changed',
      number: 'account number changed',
      type: 'account type changed',
      limit: 'limit changed',
    },
  },
  unlink: {
    title: 'Unlink',
    text: 'We revoke our access and delete the accounts and transactions that came from here.',
    unlinkInstitution: 'Unlink {institution}',
    cannotUndo: "This can't be undone.",
    keep: 'Keep it',
    submit: 'Unlink',
    consequences: 'What happens',
    revoke: 'We revoke our access to {institution} and delete its access key.',
    deletions: {
      one: 'We delete its account from Cairn, along with its transactions, balances, names, and categories.',
      other:
        'We delete its {count} accounts from Cairn, along with their transactions, balances, names, and categories.',
    } satisfies PluralForms,
    totals: 'Totals and your net worth history no longer include them.',
    confirm: 'Type {institution} to confirm',
  },
} as const;
