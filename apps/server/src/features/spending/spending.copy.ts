/** Texts of the spending feature that users read. */
export const spendingCopy = {
  invalidMonth: "'{month}' is not a valid month. Use YYYY-MM.",
  unknownTotal: "Unknown total '{total}'. Use one of {totals}.",
  keyRequired: "The total '{total}' requires a 'key'.",
  periodRequired: "The total '{total}' requires a 'period'.",
  changeMustStartBeforeToday: 'A change must start before today.',
} as const;
