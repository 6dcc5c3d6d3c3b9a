import { expect, test } from 'vitest';
import { functionLengths } from './function-lengths.ts';
import { sourceFiles, textOf } from './source-files.ts';

const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 70;

/** Tables of facts, read by searching: their length says nothing about how hard they are to read. */
const tables = new Set(['packages/contract/src/taxonomy.ts']);

const source = sourceFiles().filter((file) => !tables.has(file));

test('no source file is longer than 300 lines', () => {
  const long = source
    .map((file) => ({ file, lines: textOf(file).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LONGEST_FILE);
  expect(long).toEqual([]);
});

test('no function is longer than 70 lines', () => {
  const long = source.flatMap((file) =>
    functionLengths(textOf(file), file.endsWith('.tsx'))
      .filter(({ lines }) => lines > LONGEST_FUNCTION)
      .map(({ name, line, lines }) => `${file}:${line} ${name}: ${lines} lines`),
  );
  expect(long).toEqual([]);
});

test('a function that is made of named ones counts without their lines', () => {
  const code =
    'function outer() {\n  function inner() {\n  }\n  return { inner, method() {\n  } };\n}\n';
  expect(functionLengths(code, false)[0]).toEqual({ name: 'outer', line: 1, lines: 2 });
});

test('lengths are counted over every kind of function, past letters of more than one byte', () => {
  const code = [
    '// é',
    'export function first() {',
    '  return 1;',
    '}',
    'const second = async () => {',
    '};',
    'class Third {',
    '  #fourth() {',
    '    return 4;',
    '  }',
    '}',
    'const made = { fifth() {',
    '} };',
    'console.log(second, Third, made);',
  ].join('\n');
  expect(functionLengths(code, false)).toEqual([
    { name: 'first', line: 2, lines: 3 },
    { name: 'second', line: 5, lines: 2 },
    { name: 'fourth', line: 8, lines: 3 },
    { name: 'fifth', line: 12, lines: 2 },
  ]);
});
