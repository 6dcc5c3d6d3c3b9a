/** Copy for the subscription, the upgrade, and the return from the payment page. */
export const billingCopy = {
  cancel: 'Cancel',
  retry: 'Retry',
  checkout: {
    confirming: { title: 'Confirming your payment', text: 'This takes a few seconds.' },
    waiting: {
      title: "We haven't received a payment yet",
      text: "If you've just paid, you don't need to wait here or pay again. We'll unlock your account as soon as the payment provider confirms it.",
    },
    pending: {
      title: 'Your payment is being processed',
      text: "Your bank hasn't confirmed it yet, which can take days with some payment methods. We'll unlock your account as soon as it does. You don't need to wait here or pay again.",
    },
    failed: {
      title: "Your payment didn't go through",
      text: "Your bank didn't confirm it, so your account isn't unlocked yet. Try again or use another payment method.",
    },
    unlocking: { title: 'Payment received', text: "We're unlocking your account." },
    unreachable:
      "We can't reach Cairn right now. This page keeps trying, and your payment isn't lost.",
    offline:
      "You're offline. This page continues when you're back online, and your payment isn't lost.",
    notPaidYet: "I haven't paid yet",
    checkAgain: 'Check again',
    tryAgain: 'Try again',
    notNow: 'Not now',
    exploreDemo: 'Explore demo mode',
    profile: 'Go to your profile',
  },
  banner: {
    label: 'Payment failed',
    update: 'Update payment method',
    hide: 'Hide until tomorrow',
  },
  card: {
    title: 'Subscription',
    subject: 'Your subscription',
    loading: 'Loading your subscription',
    upgrade: 'Upgrade Account',
    manage: 'Manage subscription',
  },
  badges: { free: 'Free', yearly: 'Yearly', lifetime: 'Lifetime' },
  state: {
    none: 'Upgrade to link your banks and see your own numbers.',
    lifetime: 'You have full access to Cairn for life.',
    active: 'You have full access to Cairn.',
    renewsOn: 'Renews on {date} for {price}.',
    endsOn: "Ends on {date} and won't renew.",
    willNotRenew: "It won't renew.",
    accessUntilEnd: "You keep full access until then. We'll keep your data after that.",
    renewalFailed: "We couldn't process your renewal.",
    accessUntil: 'You keep full access until {date}.',
    accessForNow: 'You keep full access for now.',
    updatePayment: 'Update your payment method to keep your subscription.',
    dataKept: "We'll keep your data.",
  },
  ended: {
    subscription: 'Your subscription has ended.',
    subscriptionOn: 'Your subscription ended on {date}.',
    lifetime: 'Your lifetime access has ended.',
    lifetimeOn: 'Your lifetime access ended on {date}.',
    reasons: {
      canceled: 'It was canceled.',
      payment_failed: "We couldn't process the renewal.",
      refunded: 'The payment was refunded.',
      disputed: 'The payment was disputed at your bank.',
    },
    comeBack:
      "We'll keep your data. When you upgrade again, your accounts, transactions, and changes will be just as you left them. Nothing syncs until then.",
  },
  banks: {
    unlinking: 'Your banks are being unlinked.',
    linkedUntil:
      "Your banks stay linked until {date}. Upgrade before then, and you won't need to link them again.",
  },
  payment: {
    pending: {
      title: 'Your payment is being processed.',
      text: "We'll unlock your account as soon as it's confirmed.",
    },
    failed: { title: "Your last payment didn't go through.", text: 'You can try again.' },
    checkStatus: 'Check payment status',
  },
  upgrade: {
    title: 'Upgrade your account for all features',
    plan: 'Plan',
    lifetime: 'Lifetime',
    yearly: 'Yearly',
    perYear: 'per year',
    oneTime: 'one-time payment',
    features: [
      'Track all financial accounts',
      'Break down spending by category',
      'Track upcoming bills and recurring charges',
      'Net worth tracking',
      'Cryptocurrency portfolio tracking',
    ],
    pay: 'Pay {price}',
    pendingTitle: 'You already have a payment in progress.',
    pendingText:
      "We'll unlock your account as soon as it's confirmed. If you pay again, you'll be charged twice.",
    linksFailed: "We couldn't reach the payment page. Check your connection and try again.",
    alreadyPaidTitle: "You've already paid",
    alreadyPaidText: "There's nothing more to pay. You have full access to Cairn.",
    continue: 'Continue',
  },
} as const;
