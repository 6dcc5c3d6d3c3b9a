/** Copy for the net worth feature that users read. */
export const networthCopy = {
  unknownRange: "Unknown range '{range}'. Use one of {ranges}.",
} as const;
