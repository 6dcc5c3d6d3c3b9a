/** The value of a cell. Null and undefined are empty. */
export type Cell = string | number | boolean | Date | null | undefined;

// Spreadsheets treat a cell that starts with one of these as a formula, even if quoted. Some convert the
// full-width signs to the ordinary ones. See https://owasp.org/www-community/attacks/CSV_Injection.
const formulaPrefixes = new Set(
  Array.from('=+-@＝＋－＠\t\r\n', (character) => character.charCodeAt(0)),
);
const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)$/;
// In some languages, spreadsheets separate cells at semicolons or tabs instead, even within quotes that don't start a
// cell. The text after the separator could then be a formula.
const innerFormula = /[;\t](?=\s*[=+\-@＝＋－＠])/g;
const needsQuotes = /[",;\t\r\n]/;

/**
 * Formats a line of a CSV file (RFC 4180), including its CRLF. Text that a spreadsheet would run as a formula gets
 * an apostrophe before it; numbers, including negative ones, are unchanged.
 */
export function formatCsvLine(cells: readonly Cell[]): string {
  // An export has up to a million cells; concatenating takes half the time of joining an array.
  let line = '';
  let separator = '';
  for (const cell of cells) {
    line += separator + formatCell(cell);
    separator = ',';
  }
  return `${line}\r\n`;
}

function formatCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = toText(value);
  const isFormula = formulaPrefixes.has(text.charCodeAt(0)) && !numberPattern.test(text);
  const escaped = isFormula ? `'${text}` : text;
  if (!needsQuotes.test(escaped)) return escaped;
  return `"${escaped.replace(innerFormula, "$&'").replaceAll('"', '""')}"`;
}

function toText(value: string | number | boolean | Date): string {
  if (typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : String(value);
}
