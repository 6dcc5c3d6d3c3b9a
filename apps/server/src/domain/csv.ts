/** What a cell can hold. Null and undefined are empty. */
export type Cell = string | number | boolean | Date | null | undefined;

// A spreadsheet takes a cell that begins so for a formula, quoted or not.
const mayBeFormula = /^[=+\-@\t\r]/;
const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), with its CRLF. A text that a spreadsheet would run as a formula
 * gets an apostrophe in front; a number is left as it is, below zero too.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  const harmless = mayBeFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
