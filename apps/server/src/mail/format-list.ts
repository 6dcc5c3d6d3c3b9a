/** Formats names for use in a sentence: `Harbor Savings, Larkspur Bank, and Meridian`. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
