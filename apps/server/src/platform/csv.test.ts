import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../tests/support/requests/read-csv.ts';
import { formatCsvLine } from './csv.ts';

describe('a line of CSV', () => {
  test('ends with CRLF, and has quotes around cells that need them', () => {
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
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
  ])('%j is escaped so that it is not a formula', (text, expected) => {
    expect(formatCsvLine([text])).toBe(`${expected}\r\n`);
  });

  test('a formula that needs quotes is escaped and quoted', () => {
    expect(formatCsvLine(['=HYPERLINK("http://x","y")'])).toBe(
      `"'=HYPERLINK(""http://x"",""y"")"\r\n`,
    );
    expect(formatCsvLine(['\r=1'])).toBe(`"'\r=1"\r\n`);
    expect(formatCsvLine(['\tx'])).toBe(`"'\tx"\r\n`);
  });

  test('a formula after a semicolon or tab is escaped, because some spreadsheets start a new cell there', () => {
    expect(formatCsvLine(['Café; =1+1', 'a;＝1', 'b;c'])).toBe(`"Café;' =1+1","a;'＝1","b;c"\r\n`);
    expect(formatCsvLine(['x\t@SUM(A1)'])).toBe(`"x\t'@SUM(A1)"\r\n`);
  });

  test.each([['-12.50'], ['+3'], ['-.5'], ['0'], ['-20']])('the number %s is unchanged', (text) => {
    expect(formatCsvLine([text])).toBe(`${text}\r\n`);
  });

  test('formats numbers, instants, and booleans', () => {
    expect(formatCsvLine([-7.25, new Date(0), true, undefined])).toBe(
      '-7.25,1970-01-01T00:00:00.000Z,true,\r\n',
    );
  });

  test('parses back to the same text except for apostrophes, and no cell starts a formula', () => {
    // Makes characters with a special meaning frequent.
    const character = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'=+-@＝＋－＠;,"\'\t\r\n 1a'),
    );
    const text = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 4 }),
        (rows) => {
          const file = rows.map(formatCsvLine).join('');
          const parsed = readCsv(file);
          expect(parsed.map((cells) => cells.map(withoutApostrophes))).toEqual(
            rows.map((cells) => cells.map(withoutApostrophes)),
          );
          expect(parsed.flat().filter(startsFormula)).toEqual([]);
          const [, ...otherCells] = file.split(/[;\t]/);
          expect(otherCells.map((cell) => cell.trimStart()).filter(startsFormula)).toEqual([]);
        },
      ),
    );
  });
});

const withoutApostrophes = (cell: string): string => cell.replaceAll("'", '');

/** True if a spreadsheet may run a cell as a formula. */
const startsFormula = (cell: string): boolean =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(cell) && !/^[+-]?[\d.]+$/.test(cell);
