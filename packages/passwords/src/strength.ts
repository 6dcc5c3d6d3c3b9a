/** How hard a password is to guess. */
export interface Strength {
  /** About how many guesses an attacker needs who knows common passwords, words, names, dates, and keyboard patterns. */
  guesses: number;
  /** What is wrong with it and what would help, in plain sentences. Empty if nothing is. */
  advice: string;
}

/**
 * More than a word, a year, and a sign in a row take: the estimate is at least 100 million for three parts. A shorter
 * password needs as many guesses as a random one of its length, so that eight random characters are enough for a reset.
 */
const requiredGuesses = (length: number): number => Math.min(3e8, 10 ** length);

/** Far more than an attacker with the database can try on a password that is hashed with argon2id. */
const strongGuesses = 1e10;

/** Whether a new password is rejected because it is easy to guess. */
export const isGuessable = (password: string, { guesses }: Strength): boolean =>
  guesses < requiredGuesses(password.length);

/** Whether a longer password would hardly make a difference. */
export const isStrong = ({ guesses }: Strength): boolean => guesses >= strongGuesses;
