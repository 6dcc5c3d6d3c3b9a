/** Copy for plans, payments, and the customer portal. */
export const billingCopy = {
  plans: { yearly: 'Yearly', lifetime: 'Lifetime' },
  nothingToManage: "There's nothing to manage: you haven't bought anything yet.",
  paymentsUnavailable:
    "The payment provider isn't responding. Nothing has changed. Please try again in a minute.",
  invalidSignature: "The signature doesn't match the body or isn't from the last five minutes.",
  liveEventsOnly: 'This server accepts live events only.',
  testEventsOnly: 'This server accepts test events only.',
} as const;
