/** Words that card networks, payment terminals, and companies put around a merchant's name. */
const fillerWords: ReadonlySet<string> = new Set([
  ...['sq', 'tst', 'sp', 'pos', 'web', 'www', 'http', 'https', 'com', 'net', 'org'],
  ...['card', 'debit', 'visa', 'mastercard', 'purchase', 'the'],
  ...['inc', 'llc', 'ltd', 'co', 'corp', 'company', 'gmbh'],
]);

/** The shortest text that is recognized as a truncated word: too many words begin with a shorter text. */
const shortestPrefix = 3;

/**
 * Whether a bank's text for a transaction says something that its merchant's name does not. Case, accents,
 * punctuation, spaces, filler words, words with digits (store and reference numbers), and truncation are ignored:
 * `SQ *CAFE LUNA #1042` adds nothing to `Café Luna`, but `CAFE LUNA AIRPORT` does.
 *
 * @param merchant The name that is already shown. Without one, the bank's text is shown in its place.
 */
export function addsToMerchant(bankText: string, merchant: string | null): boolean {
  const merchantWords = words(merchant ?? '');
  if (merchantWords.length === 0) return false;
  const bankWords = words(bankText);
  const meaningful = bankWords.filter((word) => !isFiller(word));
  const isOnlySpelledDifferently = [bankWords, meaningful].some((spelling) =>
    merchantWords.join('').startsWith(spelling.join('')),
  );
  return (
    !isOnlySpelledDifferently &&
    meaningful.some(
      (word) => !merchantWords.some((name) => name === word || isTruncated(word, name)),
    )
  );
}

/** The words of a text in lower case, without accents. An apostrophe does not end a word. */
const words = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const isTruncated = (word: string, name: string): boolean =>
  word.length >= shortestPrefix && name.startsWith(word);

const isFiller = (word: string): boolean => /\p{N}/u.test(word) || fillerWords.has(word);
