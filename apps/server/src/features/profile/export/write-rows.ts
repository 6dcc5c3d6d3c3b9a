import { toMoney } from '../../../domain/money/money.ts';
import { type Cell, formatCsvLine } from '../../../platform/csv.ts';
import type { ExportedFile, ExportedRow } from './exported-file.ts';

type Pages = AsyncIterable<readonly ExportedRow[]>;

/** Writes the rows as CSV, a page at a time. */
export async function* writeCsv(file: ExportedFile, pages: Pages): AsyncGenerator<string> {
  const names = Object.keys(file.columns);
  yield formatCsvLine(names);
  for await (const rows of pages)
    yield rows.map((row) => formatCsvLine(names.map((name) => toCell(row[name])))).join('');
}

/** Writes the rows as a JSON array with one row per line, a page at a time. */
export async function* writeJson(file: ExportedFile, pages: Pages): AsyncGenerator<string> {
  const names = Object.keys(file.columns);
  const amounts = new Set(file.amounts);
  const formatValue = (name: string, value: unknown) =>
    amounts.has(name) && typeof value === 'string' ? toMoney(value) : toCell(value);
  let separator = '[\n';
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, formatValue(name, row[name])]))),
    );
    yield `${separator}${lines.join(',\n')}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Converts a database value to a cell. The driver reads the timestamp 'infinity' as a number. */
function toCell(value: unknown): Cell {
  if (value === Number.POSITIVE_INFINITY) return 'forever';
  return value as Cell; // The statements select only text, numbers, booleans, timestamps, and null.
}
