import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { countPages, decodeCursor, encodeCursor } from './paging.ts';

test('a cursor encodes to URL-safe text and decodes to itself', () => {
  const cursor = { day: '2028-02-29', id: newId() };
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  expect(encodeCursor(cursor)).toMatch(/^[\w-]+$/);
});

test.each([
  [''],
  ['nonsense'],
  [Buffer.from('2026-02-30 0190a0a0-0000-7000-8000-000000000001').toString('base64url')],
  [Buffer.from('2026-99-99 0190a0a0-0000-7000-8000-000000000001').toString('base64url')],
  [Buffer.from('0000-01-01 0190a0a0-0000-7000-8000-000000000001').toString('base64url')],
  [Buffer.from('2026-01-01 1 or 1=1').toString('base64url')],
])('%j is rejected as a cursor', (text) => expect(() => decodeCursor(text)).toThrow(Failure));

test('any other text is rejected as a cursor', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodeCursor(text)).toThrow(Failure);
    }),
  );
});

test.each([
  [0, 1],
  [1, 1],
  [50, 1],
  [51, 2],
  [100, 2],
  [101, 3],
])('%i rows are %i pages', (rows, pages) => expect(countPages(rows)).toBe(pages));
