/** The words about this product that attackers try first, in lower case. */
const productWords = ['cairn', 'finance', 'finances', 'budget', 'money', 'networth', 'banking'];

/** Shorter words, such as the "a" of a@example.com, are in too many good passwords. */
const minimumLength = 3;

/** A password with fewer letters and digits outside these words is no harder to guess than the words. */
const minimumOtherCharacters = 6;

/**
 * Returns the words that a user's password must not consist of, in lower case, the longest first: the address and its
 * parts, the product's name, and words about the product.
 */
export function personalWords(email: string): string[] {
  const address = email.trim().toLowerCase();
  const [localPart = '', domain = ''] = address.split('@');
  const parts = [
    address,
    localPart,
    domain,
    ...localPart.split(/[^\p{L}\p{N}]+/u),
    ...domain.split('.'),
    ...productWords,
  ];
  return [...new Set(parts)]
    .filter((word) => word.length >= minimumLength)
    .sort((one, other) => other.length - one.length);
}

/** Whether a password is little more than the user's address, its parts, or words about the product. */
export function isPersonalPassword(password: string, email: string): boolean {
  let remaining = password.toLowerCase();
  const words = personalWords(email);
  if (!words.some((word) => remaining.includes(word))) return false;
  for (const word of words) remaining = remaining.replaceAll(word, ' ');
  return remaining.replaceAll(/[^\p{L}\p{N}]/gu, '').length < minimumOtherCharacters;
}
