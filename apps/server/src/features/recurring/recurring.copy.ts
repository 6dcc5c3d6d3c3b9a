/** Copy for the recurring feature. */
export const recurringCopy = {
  nameTooLong: 'A name can have at most {limit} characters.',
  confirmedAndDismissed: 'A recurring payment can be confirmed or dismissed, not both.',
  unknownKind: "Unknown type '{kind}'. Use one of {kinds}.",
} as const;
