/** Copy for the accounts feature that users read. */
export const accountsCopy = {
  noLinkedAccounts: 'user has not linked any accounts',
  nameRequired: 'Please enter a name.',
  nameTooLong: 'A name can have at most {limit} characters; this one has {length}.',
} as const;
