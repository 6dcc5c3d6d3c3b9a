/** The error messages of the card form, on the server and in the browser. */
export const payErrors = {
  email: 'Enter your email address.',
  number: 'Enter your card number.',
  numberIncomplete: 'Your card number is incomplete.',
  numberInvalid: 'Your card number is invalid.',
  notTestCard: 'This is a test page. Use a test card, such as 4242 4242 4242 4242.',
  declined: 'Your card was declined.',
  insufficientFunds: 'Your card has insufficient funds. Try a different card.',
  expired: 'Your card has expired.',
  expiry: 'Enter the expiration date as MM / YY.',
  expiryPast: "Your card's expiration date is in the past.",
  cvc: 'Enter the security code.',
  cvcDigits: (digits: number) => `Enter the ${digits}-digit security code.`,
  cvcIncorrect: "Your card's security code is incorrect.",
  name: 'Enter the name on the card.',
} as const;

/** The label of the card form's button while the payment is being made. */
export const processingLabel = 'Processing…';
