/** Copy for the proof feature that users read. */
export const proofCopy = {
  unknownTotal: "Unknown total '{total}'. Use one of {totals}.",
  keyRequired: "The total '{total}' requires a 'key'.",
  periodRequired: "The total '{total}' requires a 'period'.",
  changeMustStartBeforeToday: 'A change must start before today.',
} as const;
