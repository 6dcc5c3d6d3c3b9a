import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../tests/support/requests/read-csv.ts';
import { formatCsvLine } from './csv.ts';

describe('a line of CSV', () => {
  test('ends with CRLF and quotes cells that need it', () => {
    expect(formatCsvLine(['a', 'b,c', 'say "hi"', 'two\nlines', '', null])).toBe(
      'a,"b,c","say ""hi""","two\nlines",,\r\n',
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
  ])('%j is escaped so that it is not a formula', (text, expected) => {
    expect(formatCsvLine([text])).toBe(`${expected}\r\n`);
  });

  test('a formula that needs quotes is escaped and quoted', () => {
    expect(formatCsvLine(['=HYPERLINK("http://x","y")'])).toBe(
      `"'=HYPERLINK(""http://x"",""y"")"\r\n`,
    );
    expect(formatCsvLine(['\r=1'])).toBe(`"'\r=1"\r\n`);
  });

  test.each([['-12.50'], ['+3'], ['-.5'], ['0'], ['-20']])('the number %s is unchanged', (text) => {
    expect(formatCsvLine([text])).toBe(`${text}\r\n`);
  });

  test('formats numbers, instants, and booleans', () => {
    expect(formatCsvLine([-7.25, new Date(0), true, undefined])).toBe(
      '-7.25,1970-01-01T00:00:00.000Z,true,\r\n',
    );
  });

  test('parses back to the same text except for the apostrophe, and no cell starts a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })),
        (rows) => {
          const parsed = readCsv(rows.map(formatCsvLine).join(''));
          expect(parsed.map((cells) => cells.length)).toEqual(rows.map((cells) => cells.length));
          const pairs = parsed.flatMap((cells, row) =>
            cells.map((cell, column) => ({ cell, original: rows[row]?.[column] ?? '' })),
          );
          const isFormula = (cell: string) =>
            /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.]+$/.test(cell);
          expect(
            pairs.filter(
              ({ cell, original }) =>
                isFormula(cell) || (cell !== original && cell !== `'${original}`),
            ),
          ).toEqual([]);
        },
      ),
    );
  });
});
