/** Copy for the frame of screens that need no sign-in, and for errors. */
export const publicCopy = {
  appName: 'Cairn',
  home: 'Home',
  logIn: 'Log in',
  signUp: 'Sign up',
  loading: 'Loading',
  pageTitle: '{title} · Cairn',
  about: 'See what Cairn does and what it costs',
  links: { label: 'More', about: 'About', terms: 'Terms', privacy: 'Privacy', stocks: 'Stocks' },
  terms: 'Terms',
  privacyPolicy: 'Privacy Policy',
  sandbox: {
    notice: 'Sandbox: fictional banks and money',
    open: 'Open the sandbox',
    explanation:
      "This installation of Cairn runs in a sandbox. Banks, payments, emails, and the sign-in pages of Google and Apple are simulated on this computer. No real bank is contacted and no real money moves, so don't enter real passwords or card numbers.",
  },
  notFound: {
    pageTitle: 'Not found · Cairn',
    title: 'Not found',
    detail: "There's no page at this address.",
  },
  error: {
    title: 'Unexpected Application Error!',
    advice:
      "This page couldn't be shown. Nothing you saved has been lost. Try again. If that doesn't help, go to the home page and come back in a few minutes.",
    details: 'Details',
    detailsHint: 'If it keeps happening, send these details to support.',
    /** The text that users send to support. */
    report: 'Error: {error}\nPage: {page}\nTime: {time}',
    noMessage: 'unknown',
    copy: 'Copy details',
    copied: 'Copied',
    copyFailed: "The details couldn't be copied. Select the text to copy it.",
    tryAgain: 'Try again',
    newVersion: 'A new version of Cairn is available',
    newVersionDetail: 'Reloading now. Nothing you saved has been lost.',
    notLoaded: "This part of Cairn didn't load",
    temporary: 'This may be temporary. Try again in a moment.',
    offline: "You're offline. It will load when you're back online.",
  },
} as const;
