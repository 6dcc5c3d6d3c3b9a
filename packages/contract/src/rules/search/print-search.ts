import { parseSearch } from './parse-search.ts';
import { type SearchOperator, searchOperators } from './search-operators.ts';
import type { SearchNode } from './search-syntax.ts';

/** Writes a search so that parsing it returns the same tree, except for positions. */
export function printSearch(node: SearchNode): string {
  switch (node.kind) {
    case 'text':
      return printText(node.text);
    case 'operator': {
      // Each operator prints its own values, which the union of all operators can't express.
      const { print } = searchOperators[node.operator] as SearchOperator<unknown>;
      return `${node.operator}:${quoteIfNeeded(print(node.value))}`;
    }
    case 'not':
      return `-${group(node.part, ['and', 'or', 'not'])}`;
    case 'and':
      return node.parts.map((part) => group(part, ['and', 'or'])).join(' ');
    case 'or':
      return node.parts.map((part) => group(part, ['or'])).join(' or ');
  }
}

const group = (node: SearchNode, kinds: readonly SearchNode['kind'][]): string =>
  kinds.includes(node.kind) ? `(${printSearch(node)})` : printSearch(node);

// Texts are always quoted: two texts in a row would otherwise be read as one.
const printText = (text: string): string => quote(text);

/** Writes a value of an operator, with quotation marks if it needs them. */
export const quoteIfNeeded = (value: string): string =>
  /[\s"\\()]/.test(value) ? quote(value) : value;

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Writes a search for exactly this text: with quotation marks, if any of it would otherwise be read as an operator. */
export function textSearch(text: string): string {
  const parsed = parseSearch(text);
  const isPlain = parsed.ok && parsed.node?.kind === 'text' && parsed.node.text === text.trim();
  return isPlain ? text : quote(text);
}
