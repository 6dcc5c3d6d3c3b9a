/** Copy for passwords and other proofs of identity that users read. */
export const identityCopy = {
  wrongPassword: 'The current password is incorrect.',

  /** Details in the activity log. */
  activity: { wrongPassword: 'Wrong password' },
} as const;
