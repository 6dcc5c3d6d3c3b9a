/** The product's rules for addresses and passwords, for the server and the forms alike. Pure. */

/** The longest password taken; longer ones are refused, never cut. */
export const passwordMaxLength = 256;

/** What a new account's password must be, in the words shown. */
export const signupPasswordMessage =
  'Password must be at least 10 characters long with more than 6 unique characters';

/** Whether a password may open a new account: 10 characters, more than 6 of them distinct. */
export function isSignupPassword(password: string): boolean {
  const characters = [...password];
  return (
    characters.length >= 10 &&
    characters.length <= passwordMaxLength &&
    new Set(characters).size > 6
  );
}

/** The pattern an address must have: something, an at sign, a domain with a dot, no spaces. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/** What a wrong address is told at sign-up. */
export const signupEmailMessage = 'Please enter a valid email address';

/** What a taken address is told at sign-up. */
export const emailTakenMessage = 'Invalid email - this user already exists';

/** What a new password of an existing account must be, in the words shown. */
export const resetPasswordMessages = {
  length: 'Password must be at least 8 characters long',
  distinct: 'Password must contain at least 5 unique characters',
} as const;

/** Which of the rules for a new password of an existing account it breaks, in the words shown. */
export function resetPasswordFaults(password: string): string[] {
  const characters = [...password];
  const faults: string[] = [];
  if (characters.length < 8) faults.push(resetPasswordMessages.length);
  if (new Set(characters).size < 5) faults.push(resetPasswordMessages.distinct);
  return faults;
}
