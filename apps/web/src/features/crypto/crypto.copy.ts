import type { PluralForms } from '@cairn/contract/text/copy';

/** Copy for the crypto portfolio and the link to the exchange. */
export const cryptoCopy = {
  group: 'Crypto',
  notCounted: 'In {currency}, not counted',
  cancel: 'Cancel',
  link: 'Link {exchange}',
  linkAgain: 'Link {exchange} again',
  portfolio: {
    totalValue: 'Total value',
    asOf: '{exchange} · Updated {age}',
    manage: 'Manage {exchange}',
    loading: 'Loading your crypto',
    fetchFailed: 'Error fetching {exchange} portfolio',
    refreshFailed: 'Error fetching {exchange} portfolio.',
    notLinkedTitle: 'See your crypto here',
    notLinkedText:
      "{exchange} will ask you to let Cairn see your holdings. Cairn can read balances but can't move funds.",
  },
  history: {
    title: 'Value over time',
    subject: 'The history',
    loading: 'Loading the history',
    empty: "A point is added every day, even when you're away.",
    startsOn:
      "The history starts on {day} with {value}. A point is added every day, even when you're away.",
    perDay: 'Total value per day',
    value: 'Value',
    estimated: 'estimated',
  },
  holdings: {
    title: 'Holdings',
    emptyTitle: 'Nothing here yet',
    emptyText: 'Your holdings at {exchange} appear here automatically.',
    caption: 'Holdings by value',
    total: 'Total',
    asset: 'Asset',
    price: 'Price',
    value: 'Value',
    share: 'Share',
    small: {
      one: '{count} holding under $1',
      other: '{count} holdings under $1',
    } satisfies PluralForms,
    noPrice: 'No price',
    notCounted: 'Not counted',
  },
  cash: {
    title: 'Cash',
    note: "Money at the exchange. It isn't part of the crypto total.",
  },
  exchangeLink: {
    title: 'Connection',
    subject: 'The connection',
    loading: 'Loading the connection',
    notLinkedTitle: "{exchange} isn't linked",
    notLinkedText: 'Link it to see your holdings.',
    status: 'Status',
    needsLinking: 'Needs to be linked again',
    unavailable: 'Unavailable',
    connected: 'Connected',
    linked: 'Linked',
    lastSynced: 'Last synced',
    never: 'Not yet',
    accessEnded:
      "{exchange} ended Cairn's access. You're seeing data from the last sync. Link it again to keep it up to date.",
    seeHoldings: 'See holdings',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink {exchange}?',
    unlinkText:
      "We'll revoke our access and delete your holdings and their history from Cairn. Nothing changes at {exchange}.",
    unlinkConfirm: 'Unlink {exchange}',
    unlinked: '{exchange} is unlinked',
  },
  callback: {
    notCompleted: "It wasn't completed there.",
  },
} as const;
