import { type Module, parseSync } from '@swc/core';

export interface FunctionLength {
  readonly name: string;
  /** First line, counted from 1. */
  readonly line: number;
  readonly lines: number;
}

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'Constructor',
]);

/** Functions with a name of their own, which are read one by one when they stand in another. */
const partsOfTheirOwn = new Set([
  'FunctionDeclaration',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'Constructor',
]);

/**
 * Every function of a module with its length, its head and closing brace included. A function that
 * makes an object or a module out of named ones counts without their lines.
 */
export function functionLengths(code: string, tsx: boolean): FunctionLength[] {
  const bytes = Buffer.from(code);
  const module: Module = parseSync(code, { syntax: 'typescript', tsx });
  const found: FunctionLength[] = [];
  visit(module, 'module', (node, name) => {
    // Spans count bytes of UTF-8, from 1.
    const before = bytes.subarray(0, node.span.start - 1).toString();
    const lines = linesIn(node, bytes) - linesOfParts(node, bytes);
    found.push({ name, line: linesOf(before), lines });
  });
  return found;
}

function linesIn(node: Spanned, bytes: Buffer): number {
  return linesOf(bytes.subarray(node.span.start - 1, node.span.end - 1).toString());
}

/** The lines of the outermost named functions inside a function. */
function linesOfParts(node: Spanned, bytes: Buffer): number {
  const parts: Spanned[] = [];
  for (const child of Object.values(node)) {
    visit(child, '', (inner) => {
      if (partsOfTheirOwn.has(inner.type)) parts.push(inner);
    });
  }
  const within = (inner: Spanned, outer: Spanned) =>
    inner !== outer && inner.span.start >= outer.span.start && inner.span.end <= outer.span.end;
  return parts
    .filter((part) => !parts.some((other) => within(part, other)))
    .reduce((sum, part) => sum + linesIn(part, bytes), 0);
}

interface Spanned {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
}

const linesOf = (text: string) => text.split('\n').length;

/** Walks the whole tree; `name` is the nearest name above or on a node. */
function visit(node: unknown, name: string, see: (node: Spanned, name: string) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, name, see);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const nearest = nameOf(node) ?? name;
  if (isSpanned(node) && functions.has(node.type)) see(node, nearest);
  for (const child of Object.values(node)) visit(child, nearest, see);
}

function isSpanned(node: object): node is Spanned {
  return 'type' in node && typeof node.type === 'string' && 'span' in node;
}

function nameOf(node: object): string | null {
  for (const key of ['identifier', 'id', 'key']) {
    const named: unknown = Reflect.get(node, key);
    if (typeof named !== 'object' || named === null || !('value' in named)) continue;
    if (typeof named.value === 'string') return named.value;
  }
  return null;
}
