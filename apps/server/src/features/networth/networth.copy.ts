/** Copy for the net worth feature. */
export const networthCopy = {
  unknownRange: "Unknown range '{range}'. Use one of {ranges}.",
} as const;
