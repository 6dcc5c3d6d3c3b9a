import type { Call } from '@cairn/contract/call';
import { acceptsIdempotencyKey, requiresBody, takesBody } from '@cairn/contract/call-problems';
import { type CallKey, callEntries } from '@cairn/contract/calls';
import { problems } from '@cairn/contract/problem';
import { expect, test } from 'vitest';
import { createOpenApiDocument, documentedPath, type Operation } from './document.ts';

const document = createOpenApiDocument();

/** All operations: those of the calls and of their demo versions. */
const operations = callEntries.flatMap(([key, call]) => {
  const [method = '', path = ''] = key.split(' ');
  return [false, ...(call.demo ? [true] : [])].map((demo) => {
    const fullPath = documentedPath(`/api${demo ? '/demo' : ''}${path}`);
    const operation = document.paths[fullPath]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${fullPath} is not documented`);
    return { key, call, demo, operation };
  });
});

const statusesOf = ({ responses }: Operation) => Object.keys(responses).map(Number);

test('every call and its demo version are documented, and nothing else', () => {
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(documented)).toEqual(new Set(operations.map(({ operation }) => operation)));
});

test('every call lists the statuses that follow from its access, body, parameters, and limits', () => {
  for (const { key, call, demo, operation } of operations) {
    const statuses = statusesOf(operation);
    expect(statuses, key).toEqual(expect.arrayContaining([400, 408, 413, 421, 431, 500, 503]));
    expect(statuses.includes(401), key).toBe(
      call.access !== 'public' ||
        (call.problems ?? []).some((code) => problems[code].status === 401),
    );
    if (call.access === 'paid' && !demo) expect(statuses, key).toContain(403);
    if (call.params !== undefined) expect(statuses, key).toContain(404);
    if (takesBody(key, call)) expect(statuses, key).toContain(415);
    for (const code of call.problems ?? []) expect(statuses, key).toContain(problems[code].status);
  }
});

test('a response that several codes share lists exactly these codes', () => {
  const responses = document.paths['/api/user/email']?.post?.responses;
  expect(responses?.[401]).toEqual({ $ref: '#/components/responses/unauthenticated' });
  expect(JSON.stringify(responses?.[403])).toContain(
    '"enum":["step_up_required","wrong_password"]',
  );
});

test('every reference resolves to a component', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g);
  for (const [, path = ''] of references) {
    const [kind = '', name = ''] = path.split('/');
    const components = document.components as unknown as Record<string, Record<string, unknown>>; // All are records.
    expect(components[kind]?.[name], path).toBeDefined();
  }
});

test.each([
  ['unauthenticated', 'WWW-Authenticate'],
  ['invalid_credentials', 'WWW-Authenticate'],
  ['method_not_allowed', 'Allow'],
  ['too_many_requests', 'Retry-After'],
  ['unavailable', 'Retry-After'],
])('the response %s has the header %s', (code, name) => {
  expect(document.components.responses[code]?.headers?.[name]).toMatchObject({ required: true });
});

test('a body is documented as required if and only if the call rejects a missing one', () => {
  for (const { key, call, operation } of operations) {
    if (call.signed) continue;
    expect(operation.requestBody?.required ?? false, key).toBe(requiresBody(call));
    if (call.body === undefined) expect(operation.requestBody, key).toBeUndefined();
  }
});

test.each([
  ['POST', '/api/auth/token', 'provider', { enum: ['email', 'GOOGLE'] }],
  ['POST', '/api/signup', 'email', { maxLength: 254 }],
  ['POST', '/api/user/tx/updatecategory', 'tx_id', { format: 'uuid' }],
  ['POST', '/api/user/budget/cat', 'amount', { type: 'number', minimum: 0 }],
  ['POST', '/api/user/spendingcat', 'month', { pattern: expect.stringContaining('-(0[1-9]') }],
])('%s %s documents the constraints of its field %s', (method, path, field, expected) => {
  const { content } = document.paths[path]?.[method.toLowerCase()]?.requestBody ?? {};
  const schema = content?.['application/json']?.schema as {
    properties?: object;
    anyOf?: { properties?: object }[];
  };
  const properties = schema.properties ?? schema.anyOf?.[0]?.properties;
  expect(properties).toHaveProperty(field, expect.objectContaining(expected));
});

test.each([
  ['/api/user/networth/history', 'range', { enum: ['1M', '3M', '6M', '1Y', 'ALL'] }],
  ['/api/institution/{id}', 'id', { format: 'uuid' }],
  ['/api/logos/{digest}', 'digest', { pattern: '^[0-9a-f]{64}$' }],
])('GET %s documents the parameter %s', (path, name, expected) => {
  const parameters = document.paths[path]?.get?.parameters ?? [];
  const found = parameters.find((parameter) => 'name' in parameter && parameter.name === name);
  expect(found).toMatchObject({ schema: expected });
});

test.each([
  ['timeZone', (_key: CallKey, { access }: Call) => access !== 'public'],
  ['idempotencyKey', acceptsIdempotencyKey],
])('the header %s is documented for every call that reads it, and for no other', (name, reads) => {
  for (const { key, call, operation } of operations) {
    const isDocumented = operation.parameters.some(
      (each) => '$ref' in each && each.$ref === `#/components/parameters/${name}`,
    );
    expect(isDocumented, key).toBe(reads(key, call));
  }
});

/** Returns the paths of the strings in a schema that have no maximum length, pattern, format, or fixed values. */
function unboundedStrings(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const keywords = schema as Record<string, unknown>; // A JSON schema, or a part of one.
  const bounds = ['maxLength', 'pattern', 'format', 'enum', 'const'];
  const isBounded = bounds.some((keyword) => keywords[keyword] !== undefined);
  return [
    ...(keywords.type === 'string' && !isBounded ? [path] : []),
    ...Object.entries(schema).flatMap(([name, part]) => unboundedStrings(part, `${path}.${name}`)),
  ];
}

test('every string in a request has a maximum length, a pattern, a format, or fixed values', () => {
  const unbounded = operations.flatMap(({ key, operation: { requestBody, parameters } }) => [
    ...unboundedStrings(requestBody, key),
    ...parameters
      .filter((each) => !('$ref' in each) && each.in !== 'header')
      .flatMap((each) => unboundedStrings(each, key)),
  ]);
  expect(unbounded).toEqual([]);
});
