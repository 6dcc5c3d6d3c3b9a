import { type Cell, csvLine } from '../../../domain/csv.ts';
import { moneyOnWire } from '../../../domain/money.ts';
import type { ExportedFile, ExportedRow } from './exported-file.ts';

/** Pages of rows, one after the other. */
type Pages = AsyncIterable<readonly ExportedRow[]>;

/** The rows as CSV, a page at a time. */
export async function* writeCsv(file: ExportedFile, pages: Pages): AsyncGenerator<string> {
  const names = Object.keys(file.columns);
  yield csvLine(names);
  for await (const rows of pages)
    yield rows.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join('');
}

/** The rows as a JSON list, one row a line, a page at a time. */
export async function* writeJson(file: ExportedFile, pages: Pages): AsyncGenerator<string> {
  const names = Object.keys(file.columns);
  const amounts = new Set(file.amounts);
  const tell = (name: string, value: unknown) =>
    amounts.has(name) && typeof value === 'string' ? moneyOnWire(value) : cellOf(value);
  let separator = '[\n';
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, tell(name, row[name])]))),
    );
    yield `${separator}${lines.join(',\n')}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** A value of the database as a cell. The driver reads an instant without end as a number. */
function cellOf(value: unknown): Cell {
  if (value === Number.POSITIVE_INFINITY) return 'forever';
  return value as Cell; // Texts, numbers, booleans, instants and null are all that the statements select.
}
