/** Copy for the proof feature. */
export const proofCopy = {
  unknownTotal: "Unknown total '{total}'. The API reference lists all totals at /api/docs.",
  keyRequired: "The total '{total}' requires a 'key'.",
  periodRequired: "The total '{total}' requires a 'period'.",
  changeMustStartBeforeToday: 'A change must start before today.',
} as const;
