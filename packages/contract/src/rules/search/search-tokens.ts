/** A token of a search. `start` and `end` are offsets in the searched text. */
export type SearchToken = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'word' | 'or' | 'not' | 'open' | 'close' | 'unclosed_quote' }
  | { readonly kind: 'quoted'; readonly text: string }
  | {
      readonly kind: 'named';
      /** The text before the colon, in lower case. */
      readonly name: string;
      /** The text after it, without quotation marks. */
      readonly value: string;
      readonly valueStart: number;
    }
);

/** Splits a search into tokens. `isNamed`: true for a name whose words with a colon are not plain text. */
export function tokenizeSearch(source: string, isNamed: (name: string) => boolean): SearchToken[] {
  const tokens: SearchToken[] = [];
  let openGroups = 0;
  for (let position = skipSpace(source, 0); position < source.length; ) {
    const token = nextToken(source, position, { openGroups, isNamed });
    tokens.push(token);
    if (token.kind === 'open') openGroups += 1;
    if (token.kind === 'close') openGroups -= 1;
    position = skipSpace(source, token.end);
  }
  return withOrBetweenTerms(tokens);
}

interface Context {
  readonly openGroups: number;
  readonly isNamed: (name: string) => boolean;
}

function nextToken(source: string, start: number, context: Context): SearchToken {
  const character = source[start];
  if (character === '(') return { kind: 'open', start, end: start + 1 };
  if (character === ')' && context.openGroups > 0) return { kind: 'close', start, end: start + 1 };
  if (character === '"') {
    const quoted = readQuoted(source, start);
    if (quoted === null) return { kind: 'unclosed_quote', start, end: source.length };
    return { kind: 'quoted', start, ...quoted };
  }
  // A hyphen alone and `--` are text.
  if (character === '-' && /[^\s)-]/.test(source[start + 1] ?? ' '))
    return { kind: 'not', start, end: start + 1 };
  return readNamed(source, start, context) ?? readWord(source, start, context);
}

/** Reads a word with a colon whose name is not plain text, or null. */
function readNamed(source: string, start: number, context: Context): SearchToken | null {
  const [matched, name = ''] = /^([a-z]+):/i.exec(source.slice(start, start + 40)) ?? [''];
  const lowerName = name.toLowerCase();
  if (matched === '' || !context.isNamed(lowerName)) return null;
  const valueStart = start + matched.length;
  const named = { kind: 'named', name: lowerName, start, valueStart } as const;
  if (source[valueStart] === '"') {
    const quoted = readQuoted(source, valueStart);
    return quoted === null
      ? { kind: 'unclosed_quote', start: valueStart, end: source.length }
      : { ...named, end: quoted.end, value: quoted.text };
  }
  const { end } = readWord(source, valueStart, context);
  return { ...named, end, value: source.slice(valueStart, end) };
}

/** Reads up to a space, or the parenthesis that closes a group. Parentheses within a word are part of it. */
function readWord(source: string, start: number, { openGroups }: Context): SearchToken {
  let ownParentheses = 0;
  let end = start;
  for (; end < source.length && !isSpace(source[end]); end += 1) {
    if (source[end] === '(') ownParentheses += 1;
    if (source[end] === ')' && ownParentheses > 0) ownParentheses -= 1;
    else if (source[end] === ')' && openGroups > 0) break;
  }
  return { kind: /^or$/i.test(source.slice(start, end)) ? 'or' : 'word', start, end };
}

/** Reads a text in quotation marks, in which `\"` and `\\` stand for the second character. Null if it has no end. */
function readQuoted(source: string, start: number): { text: string; end: number } | null {
  let text = '';
  for (let position = start + 1; position < source.length; position += 1) {
    if (source[position] === '"') return { text, end: position + 1 };
    if (source[position] === '\\' && /["\\]/.test(source[position + 1] ?? '')) position += 1;
    text += source[position];
  }
  return null;
}

/** `or` is an operator only between two terms. Elsewhere it is a word, such as the abbreviation of Oregon. */
function withOrBetweenTerms(tokens: readonly SearchToken[]): SearchToken[] {
  const result: SearchToken[] = [];
  for (const [index, token] of tokens.entries()) {
    const [before, next] = [result.at(-1)?.kind, tokens[index + 1]?.kind];
    const isOperator =
      before !== undefined &&
      !['or', 'not', 'open'].includes(before) &&
      next !== undefined &&
      next !== 'close';
    result.push(
      token.kind === 'or' && !isOperator
        ? { kind: 'word', start: token.start, end: token.end }
        : token,
    );
  }
  return result;
}

const isSpace = (character: string | undefined): boolean => /\s/.test(character ?? '');

function skipSpace(source: string, start: number): number {
  let position = start;
  while (position < source.length && isSpace(source[position])) position += 1;
  return position;
}
