/** Copy for the recurring feature that users read. */
export const recurringCopy = {
  nameTooLong: 'A name can have at most {limit} characters.',
  unknownKind: "Unknown type '{kind}'. Use one of {kinds}.",
} as const;
