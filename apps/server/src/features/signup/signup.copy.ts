/** Copy for signing up that users read. */
export const signupCopy = {
  passwordSignUpOff:
    "You can't create an account with a password here. Sign up with one of the providers on the sign-up page.",
} as const;
