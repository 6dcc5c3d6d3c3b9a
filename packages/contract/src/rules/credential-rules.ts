/** Rules for email addresses and passwords, shared by the server and the forms. */

/** In characters. Longer passwords are rejected, never truncated. */
export const passwordMaxLength = 256;

/** Shown when a sign-up password is too weak. */
export const signupPasswordMessage =
  'Password must be at least 10 characters long with more than 6 unique characters';

/** True if a password is accepted at sign-up: at least 10 characters, more than 6 of them distinct. */
export function isSignupPassword(password: string): boolean {
  const characters = [...password];
  return (
    characters.length >= 10 &&
    characters.length <= passwordMaxLength &&
    new Set(characters).size > 6
  );
}

/** True if the text looks like an email address: no spaces, one at sign, and a dot in the domain. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/** Shown at sign-up for an invalid email address. */
export const signupEmailMessage = 'Please enter a valid email address';

/** Shown at sign-up when the email address is already in use. */
export const emailTakenMessage = 'Invalid email - this user already exists';

/** Shown when the new password of an existing account is too weak. */
export const resetPasswordMessages = {
  length: 'Password must be at least 8 characters long',
  distinct: 'Password must contain at least 5 unique characters',
} as const;

/** Returns the messages of the rules that a new password of an existing account breaks. Empty if it is accepted. */
export function resetPasswordErrors(password: string): string[] {
  const characters = [...password];
  const errors: string[] = [];
  if (characters.length < 8) errors.push(resetPasswordMessages.length);
  if (new Set(characters).size < 5) errors.push(resetPasswordMessages.distinct);
  return errors;
}
