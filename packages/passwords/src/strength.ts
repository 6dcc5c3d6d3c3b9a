/** How hard a password is to guess. */
export interface Strength {
  /** About how many guesses it takes an attacker who knows common passwords, words, names, dates, and key patterns. */
  guesses: number;
  /** What is wrong with the password and what would help, in plain sentences. Empty if nothing is wrong. */
  advice: string;
}

/**
 * 300 million, because a word, a year, and a punctuation mark together are estimated at 100 million or more. For up to
 * eight characters, the limit is the estimate for as many random characters, so eight of them are enough for a reset.
 */
const requiredGuesses = (length: number): number => Math.min(3e8, 10 ** length);

/** Far more than an attacker with the database can try on a password that is hashed with argon2id. */
const strongGuesses = 1e10;

/** Whether a new password is rejected because it is easy to guess. */
export const isGuessable = (password: string, { guesses }: Strength): boolean =>
  guesses < requiredGuesses(password.length);

/** Whether a longer password would be hardly any safer. */
export const isStrong = ({ guesses }: Strength): boolean => guesses >= strongGuesses;
