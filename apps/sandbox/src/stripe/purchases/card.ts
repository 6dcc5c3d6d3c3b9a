import { payErrors } from '../browser/pay.copy.ts';

/** Card details as entered. */
export type Card = { number: string; expiry: string; cvc: string; name: string };

/** User-facing errors by field. Empty if the card is accepted. */
export type CardErrors = { [Field in keyof Card]?: string };

/** Results of the test cards. Any other number is rejected, so that no real card is used. */
const outcomes: Record<string, CardErrors> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '378282246310005': {},
  '4000000000000002': { number: payErrors.declined },
  '4000000000009995': { number: payErrors.insufficientFunds },
  '4000000000000069': { expiry: payErrors.expired },
  '4000000000000127': { cvc: payErrors.cvcIncorrect },
};

/** Validates card details, then applies the test card's result. `today` is an ISO date. */
export function validateCard(card: Card, today: string): CardErrors {
  const number = card.number.replace(/[\s-]/g, '');
  const errors: CardErrors = {};
  if (number === '') errors.number = payErrors.number;
  else if (!/^\d{13,19}$/.test(number)) errors.number = payErrors.numberIncomplete;
  else if (!passesLuhn(number)) errors.number = payErrors.numberInvalid;
  else if (!outcomes[number]) {
    errors.number = payErrors.notTestCard;
  }

  const expiryError = checkExpiry(card.expiry, today);
  if (expiryError) errors.expiry = expiryError;
  const cvcLength = number.startsWith('3') ? 4 : 3;
  if (!/^\d+$/.test(card.cvc.trim()) || card.cvc.trim().length !== cvcLength) {
    errors.cvc = payErrors.cvcDigits(cvcLength);
  }
  if (card.name.trim() === '') errors.name = payErrors.name;

  // The bank sees only complete, valid details.
  return Object.keys(errors).length > 0 ? errors : (outcomes[number] ?? {});
}

function checkExpiry(input: string, today: string): string | undefined {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(input);
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return payErrors.expiry;
  const year = (match[2] ?? '').slice(-2);
  const expiry = `20${year}-${String(month).padStart(2, '0')}`;
  return expiry < today.slice(0, 7) ? payErrors.expiryPast : undefined;
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
