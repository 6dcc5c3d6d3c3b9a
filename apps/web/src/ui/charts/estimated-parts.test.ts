import { expect, test } from 'vitest';
import { estimatedRuns, lineParts } from './estimated-parts.ts';

const flags = (text: string) => [...text].map((letter) => letter === 'e');

test('neighboring estimated points form a run', () => {
  expect(estimatedRuns(flags('ee..e.'))).toEqual([
    { from: 0, to: 1 },
    { from: 4, to: 4 },
  ]);
  expect(estimatedRuns(flags('..'))).toEqual([]);
});

test('a segment of a line is estimated if one of its ends is', () => {
  expect(lineParts(flags('ee...e..'))).toEqual([
    { from: 0, to: 2, estimated: true },
    { from: 2, to: 4, estimated: false },
    { from: 4, to: 6, estimated: true },
    { from: 6, to: 7, estimated: false },
  ]);
});

test('a line without estimates is one part, and a single point has none', () => {
  expect(lineParts(flags('....'))).toEqual([{ from: 0, to: 3, estimated: false }]);
  expect(lineParts(flags('.'))).toEqual([]);
});
