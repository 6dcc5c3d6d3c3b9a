import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from './parse-search.ts';
import { printSearch, textSearch } from './print-search.ts';
import type { SearchNode } from './search-syntax.ts';
import { searchNodes } from './testing/search-arbitraries.ts';

/** The tree with all positions set to zero. */
function withoutPositions(node: SearchNode): SearchNode {
  const at = { offset: 0, length: 0 };
  if (node.kind === 'not') return { ...node, part: withoutPositions(node.part), at };
  if (node.kind === 'and' || node.kind === 'or')
    return { ...node, parts: node.parts.map(withoutPositions), at };
  return { ...node, at };
}

test('a printed search is parsed to the same tree', () => {
  fc.assert(
    fc.property(searchNodes(fc.string({ unit: 'binary' })), (node) => {
      const result = parseSearch(printSearch(node));
      if (!result.ok) throw new Error(result.error.message);
      expect(result.node && withoutPositions(result.node)).toEqual(node);
    }),
    { numRuns: 1_000 },
  );
});

const pieces = fc.constantFrom(
  ...['"', '(', ')', '-', ' ', 'or', ' or ', ':', '..', '\\', '>', 'amount:', 'date:', 'is:'],
  ...['category:', 'tag:', 'merchant:"', 'a', '50', '2026-01', 'é', '😀', "'", '\t'],
);

test('any text is parsed or has an error within the text', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const source = parts.join('');
      const result = parseSearch(source);
      if (result.ok) {
        expect(result.node === null).toBe(source.trim() === '');
        return;
      }
      const { offset, length } = result.error;
      expect(length).toBeGreaterThan(0);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset + length).toBeLessThanOrEqual(source.length);
    }),
    { numRuns: 3_000 },
  );
});

test('words without quotation marks, colons, leading hyphens, and "or" are one text', () => {
  const word = fc
    .stringMatching(/^(?:[a-zA-Z0-9.*#&/'][a-zA-Z0-9.*#&/'()-]*|\([a-z]+\))$/)
    .filter((text) => text.toLowerCase() !== 'or');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const source = words.join(' ');
      expect(parseSearch(source)).toMatchObject({ ok: true, node: { kind: 'text', text: source } });
    }),
  );
});

test('the search for a text finds exactly this text, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join('').trim();
      fc.pre(text !== '');
      expect(parseSearch(textSearch(text))).toMatchObject({
        ok: true,
        node: { kind: 'text', text },
      });
    }),
  );
});
