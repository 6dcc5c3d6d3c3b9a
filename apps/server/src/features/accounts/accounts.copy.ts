/** Copy for the accounts feature. */
export const accountsCopy = {
  noLinkedAccounts: 'user has not linked any accounts',
  nameRequired: 'Please enter a name.',
  nameTooLong: 'A name can have at most {limit} characters; this one has {length}.',
} as const;
