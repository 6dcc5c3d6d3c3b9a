/** Copy for the profile that users read. */
export const profileCopy = {
  noPassword:
    "Your account has no password yet. To set one, choose 'Forgot password?' on the sign-in page.",
  passwordOutdated: 'Your password has just been changed. Enter the new one.',
  emailUnchanged: 'This is already your email address.',
  emailChangeSent:
    'We sent an email to {email}. Open the link in it to change your address. It expires in one day.',
  invalidActivityPage: 'This page link is invalid. Start again from the first page.',
} as const;
