import type { JsonSchema } from '../../../apps/server/src/platform/http/openapi/documented-schema.ts';
import type { Random } from './random.ts';

/** Texts that many schemas describe, such as the ids of a user's resources. */
export type KnownTexts = readonly string[];

const days = ['2026-05-15', '2024-02-29', '0001-01-01', '9999-12-31'];
const months = ['2026-05', '2024-12', '0002-01', '9999-12'];
const emails = ['someone@example.com', 'ünï@a.example', "o'b+x@a.b"];
const words = [
  'a',
  'travel',
  'Café ☕',
  '漢字 👩‍👩‍👧',
  '',
  ' ',
  'toString',
  "' or 1=1; --",
  '<img src=x>',
];
const digests = ['0'.repeat(64), 'abcdef0123456789'.repeat(4)];
const uuids = ['0190a0a0-0000-7000-8000-00000000dead'];

const commonTexts = [...days, ...months, ...emails, ...words, ...digests, ...uuids];

const formats: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i,
};

/** The JSON Schema keywords that occur in the schemas of requests. */
interface Keywords {
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Returns a value that matches a schema. */
export function matchingValue(schema: JsonSchema, random: Random, known: KnownTexts): unknown {
  const keywords: Keywords = schema;
  if (keywords.anyOf) return matchingValue(random.pick(keywords.anyOf), random, known);
  if (keywords.enum) return random.pick(keywords.enum);
  if ('const' in keywords) return keywords.const;
  switch (keywords.type) {
    case 'string':
      return matchingText(keywords, random, known);
    case 'integer':
    case 'number': {
      const { minimum = -1e6, maximum = 1e6 } = keywords;
      const number = random.pick([minimum, maximum, minimum + random.next() * (maximum - minimum)]);
      return keywords.type === 'integer' ? Math.round(number) : number;
    }
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: random.below(3) }, () =>
        matchingValue(keywords.items ?? {}, random, known),
      );
    case 'object':
      return matchingObject(keywords, random, known);
    default:
      return random.pick([null, 'x', 7, true, [], {}]);
  }
}

function matchingObject(
  { properties = {}, required = [] }: Keywords,
  random: Random,
  known: KnownTexts,
) {
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || random.chance(0.5),
  );
  return Object.fromEntries(
    chosen.map(([name, property]) => [name, matchingValue(property, random, known)]),
  );
}

function matchingText(keywords: Keywords, random: Random, known: KnownTexts): string {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = keywords;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const matches = (text: string) =>
    (expression?.test(text) ?? true) &&
    (formats[format ?? '']?.test(text) ?? true) &&
    [...text].length >= minLength &&
    [...text].length <= maxLength;
  const longest = maxLength < 20_000 ? ['é'.repeat(maxLength), '👍'.repeat(maxLength)] : [];
  const candidates = [...known, ...(random.chance(0.5) ? commonTexts : longest)].filter(matches);
  if (candidates.length > 0) return random.pick(candidates);
  return commonTexts.find(matches) ?? 'abcdefghijklmno1234'.padEnd(minLength, 'z');
}

/** Marks a number that JSON can express but JavaScript cannot. It is replaced when the body is serialized. */
export const hugeNumber = 'HUGE_NUMBER';

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

/** Returns a value that most schemas reject, or that is at the limit of what they accept. */
export function hostileValue(schema: JsonSchema, random: Random): unknown {
  const { maxLength = 200, maximum = 1e6 }: Keywords = schema;
  return random.pick([
    null,
    '',
    ' ',
    'x'.repeat(maxLength + 1),
    'a\u0000b',
    '\ud800',
    '\u202e\u0007\uffff',
    '2026-02-30',
    '2026-13',
    '__proto__',
    "1'; drop table users; --",
    '%00%2e%2e%2f',
    '{{7*7}}',
    -1,
    0,
    -0,
    0.1 + 0.2,
    2 ** 53,
    -(2 ** 63),
    1e308,
    hugeNumber,
    maximum + 1,
    true,
    [],
    {},
    [null],
    { $ne: null },
    { from: '2026-05-01' },
    { from: '2026-05-02', to: '2026-05-01' },
    nested(random.pick([3, 19, 25, 200])),
    Array.from({ length: random.pick([1_000, 1_001, 10_000]) }, () => 'x'),
  ]);
}

/** Returns a value that nearly matches a schema: one part of it is hostile, missing, or not in the schema. */
export function nearlyMatchingValue(
  schema: JsonSchema,
  random: Random,
  known: KnownTexts,
): unknown {
  const value = matchingValue(schema, random, known);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return hostileValue(schema, random);
  const { anyOf, properties = {} }: Keywords = schema;
  const fields = (anyOf?.[0] as Keywords | undefined)?.properties ?? properties;
  const name = random.pick([...Object.keys(fields), 'extra', 'constructor']);
  switch (random.below(4)) {
    case 0:
      return random.pick([[value], JSON.stringify(value), null, 7, hostileValue(schema, random)]);
    case 1:
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    default:
      return { ...value, [name]: hostileValue(fields[name] ?? {}, random) };
  }
}
