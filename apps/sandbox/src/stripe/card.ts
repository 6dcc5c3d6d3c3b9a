/** A card as typed. */
export type Card = { number: string; expiry: string; cvc: string; name: string };

/** What is wrong, by field, in words for the person who typed it. Empty: the card pays. */
export type CardErrors = { [Field in keyof Card]?: string };

/** What the test cards do; any other number is refused, so that nobody types a real one. */
const outcomes: Record<string, CardErrors> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '378282246310005': {},
  '4000000000000002': { number: 'Your card was declined.' },
  '4000000000009995': { number: 'Your card has insufficient funds. Try a different card.' },
  '4000000000000069': { expiry: 'Your card has expired.' },
  '4000000000000127': { cvc: "Your card's security code is incorrect." },
};

/** Checks a card as the provider's page would, and says what its bank would. `today` is an ISO day. */
export function checkCard(card: Card, today: string): CardErrors {
  const number = card.number.replace(/[\s-]/g, '');
  const errors: CardErrors = {};
  if (number === '') errors.number = 'Enter your card number.';
  else if (!/^\d{13,19}$/.test(number)) errors.number = 'Your card number is incomplete.';
  else if (!passesLuhn(number)) errors.number = 'Your card number is invalid.';
  else if (!outcomes[number]) {
    errors.number = 'This is a test page: use a test card, 4242 4242 4242 4242.';
  }

  const expiryError = checkExpiry(card.expiry, today);
  if (expiryError) errors.expiry = expiryError;
  const cvcLength = number.startsWith('3') ? 4 : 3;
  if (!/^\d+$/.test(card.cvc.trim()) || card.cvc.trim().length !== cvcLength) {
    errors.cvc = `Enter the ${cvcLength}-digit security code.`;
  }
  if (card.name.trim() === '') errors.name = 'Enter the name on the card.';

  // The bank is asked only about a card that is filled in rightly.
  return Object.keys(errors).length > 0 ? errors : (outcomes[number] ?? {});
}

function checkExpiry(typed: string, today: string): string | undefined {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(typed);
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return 'Enter the expiration date as MM / YY.';
  const year = (match[2] ?? '').slice(-2);
  const expiry = `20${year}-${String(month).padStart(2, '0')}`;
  return expiry < today.slice(0, 7) ? "Your card's expiration date is in the past." : undefined;
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...number].reverse().entries()) {
    const doubled = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
