import { formatMessage } from '../../text/copy.ts';
import { searchCopy } from './search.copy.ts';
import { findMisspelledOperator, isOperatorName, searchOperators } from './search-operators.ts';
import type {
  OperatorName,
  OperatorNode,
  ParsedSearch,
  SearchErrorCode,
  SearchNode,
  Span,
} from './search-syntax.ts';
import { type SearchToken, tokenizeSearch } from './search-tokens.ts';

type NamedToken = Extract<SearchToken, { kind: 'named' }>;

/** Thrown within the parser only. */
class SyntaxProblem extends Error {
  readonly code: SearchErrorCode;
  readonly at: Span;

  constructor(code: SearchErrorCode, at: Span, values: Readonly<Record<string, string>> = {}) {
    // The values depend on the code, which the type of the placeholders can't express.
    super(formatMessage<string>(searchCopy.errors[code], values as Record<never, string>));
    this.code = code;
    this.at = at;
  }
}

/**
 * Parses a search. Words in a row are one text. A search without operators, quotation marks, `-`, and `or` is one text
 * as a whole, including its parentheses.
 */
export function parseSearch(source: string): ParsedSearch {
  try {
    const tokens = tokenizeSearch(source, isNamed);
    const isPlain = tokens.every(({ kind }) => ['word', 'open', 'close'].includes(kind));
    if (isPlain) return { ok: true, node: plainText(source) };
    return { ok: true, node: new Parser(source, tokens).parseAll() };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ok: false, error: { code: error.code, message: error.message, ...error.at } };
  }
}

const isNamed = (name: string): boolean =>
  isOperatorName(name) || findMisspelledOperator(name) !== undefined;

function plainText(source: string): SearchNode | null {
  const text = source.trim();
  if (text === '') return null;
  return { kind: 'text', text, at: { offset: source.indexOf(text), length: text.length } };
}

/** A parser by recursive descent: `or` binds more loosely than two terms in a row, and `-` binds most tightly. */
class Parser {
  readonly #source: string;
  readonly #tokens: readonly SearchToken[];
  #next = 0;

  constructor(source: string, tokens: readonly SearchToken[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  parseAll(): SearchNode {
    return this.#parseAlternatives();
  }

  get #token(): SearchToken | undefined {
    return this.#tokens[this.#next];
  }

  #parseAlternatives(): SearchNode {
    const parts = [this.#parseTerms()];
    while (this.#token?.kind === 'or') {
      this.#next += 1;
      parts.push(this.#parseTerms());
    }
    return combine('or', parts);
  }

  #parseTerms(): SearchNode {
    const parts = [this.#parseTerm()];
    while (this.#token !== undefined && this.#token.kind !== 'or' && this.#token.kind !== 'close')
      parts.push(this.#parseTerm());
    return combine('and', parts);
  }

  #parseTerm(): SearchNode {
    const token = this.#token;
    if (token === undefined) throw new Error('A term was expected at the end of a search');
    this.#next += 1;
    switch (token.kind) {
      case 'not':
        return this.#parseNegation(token);
      case 'open':
        return this.#parseGroup(token);
      case 'quoted':
        return parseQuoted(token);
      case 'named':
        return parseNamed(this.#source, token);
      case 'unclosed_quote':
        throw new SyntaxProblem('unclosed_quote', spanOf(token));
      default:
        return this.#parseWords(token);
    }
  }

  #parseNegation({ start }: SearchToken): SearchNode {
    // Only the word itself is excluded, not those that follow it.
    const word = this.#token;
    const part = word?.kind === 'word' ? this.#singleWord(word) : this.#parseTerm();
    return { kind: 'not', part, at: between(start, endOf(part.at)) };
  }

  #singleWord(word: SearchToken): SearchNode {
    this.#next += 1;
    return this.#textOf(word.start, word.end);
  }

  #parseGroup(open: SearchToken): SearchNode {
    if (this.#token?.kind === 'close')
      throw new SyntaxProblem('empty_group', between(open.start, this.#token.end));
    if (this.#token === undefined) throw new SyntaxProblem('unclosed_group', spanOf(open));
    const node = this.#parseAlternatives();
    const close = this.#token;
    if (close?.kind !== 'close') throw new SyntaxProblem('unclosed_group', spanOf(open));
    this.#next += 1;
    return { ...node, at: between(open.start, close.end) };
  }

  #parseWords(first: SearchToken): SearchNode {
    let last = first;
    while (this.#token?.kind === 'word') {
      last = this.#token;
      this.#next += 1;
    }
    return this.#textOf(first.start, last.end);
  }

  #textOf(start: number, end: number): SearchNode {
    return { kind: 'text', text: this.#source.slice(start, end), at: between(start, end) };
  }
}

function parseQuoted(token: Extract<SearchToken, { kind: 'quoted' }>): SearchNode {
  if (token.text.trim() === '') throw new SyntaxProblem('empty_quote', spanOf(token));
  return { kind: 'text', text: token.text, at: spanOf(token) };
}

/** Parses `name:value`. An error that concerns only the value is located at the value. */
function parseNamed(source: string, token: NamedToken): OperatorNode {
  const { name } = token;
  if (!isOperatorName(name))
    throw new SyntaxProblem('misspelled_operator', spanOf(token), {
      name,
      suggestion: findMisspelledOperator(name) ?? '',
    });
  const operator = searchOperators[name];
  const value = token.value.trim();
  const { example } = operator;
  if (value === '')
    throw new SyntaxProblem('missing_value', spanOf(token), {
      name,
      example: `${name}:${example}`,
    });
  const parsed = operator.parse(value);
  if (!parsed.ok)
    throw new SyntaxProblem(parsed.code, between(token.valueStart, token.end), {
      name,
      example,
      value: source.slice(token.valueStart, token.end),
      values: typeof operator.suggests === 'string' ? '' : operator.suggests.join(', '),
    });
  return operatorNode(name, parsed.value, spanOf(token));
}

/** The operator's own parser returned the value, so it has the operator's type. */
const operatorNode = (operator: OperatorName, value: unknown, at: Span) =>
  ({ kind: 'operator', operator, value, at }) as OperatorNode;

function combine(kind: 'and' | 'or', parts: readonly SearchNode[]): SearchNode {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A search has no terms');
  return first === last ? first : { kind, parts, at: between(first.at.offset, endOf(last.at)) };
}

const between = (start: number, end: number): Span => ({ offset: start, length: end - start });
const endOf = ({ offset, length }: Span): number => offset + length;
const spanOf = ({ start, end }: SearchToken): Span => between(start, end);
