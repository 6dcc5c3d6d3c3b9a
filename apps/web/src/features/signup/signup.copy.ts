/** Copy for the sign-up steps. */
export const signupCopy = {
  email: 'Email',
  emailPlaceholder: 'you@example.com',
  next: 'Next',
  password: 'Password',
  createAccount: 'Create account',
  back: 'Back',
  failed: 'Something went wrong. Please try again.',
} as const;
