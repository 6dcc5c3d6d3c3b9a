/** Copy for the spending feature that users read. */
export const spendingCopy = {
  invalidMonth: "'{month}' is not a valid month. Use YYYY-MM.",
} as const;
