import { describe, expect, test } from 'vitest';
import { Findings } from './findings.ts';
import { Specification } from './specification.ts';

const specification = new Specification(`
openapi: 3.0.0
info: { title: Tiny, version: '1' }
paths:
  /pets/get:
    post:
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Request' }
      responses:
        '200':
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Pets' }
        default:
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Error' }
components:
  schemas:
    Request:
      type: object
      additionalProperties: true
      required: [owner]
      properties:
        owner: { type: string }
        count: { type: integer, minimum: 0, exclusiveMinimum: true }
        names: { type: array, items: { type: string } }
    Pets:
      type: object
      additionalProperties: true
      required: [pets, next]
      properties:
        pets: { type: array, items: { $ref: '#/components/schemas/Pet' } }
        next: { type: string, nullable: true, enum: [a, b] }
        best:
          nullable: true
          allOf: [{ $ref: '#/components/schemas/Pet' }]
    Pet:
      allOf:
        - { $ref: '#/components/schemas/Named' }
        - type: object
          additionalProperties: true
          properties: { born: { type: string, format: date }, weight: { type: number, format: double } }
    Tag: { type: object, properties: { number: { type: string } } }
    Chip:
      allOf:
        - { $ref: '#/components/schemas/Tag' }
        - type: object
          required: [maker]
          properties: { maker: { type: string } }
    Tagged: { type: object, required: [tag], properties: { tag: { $ref: '#/components/schemas/Tag' } } }
    TaggedWithChip:
      allOf:
        - { $ref: '#/components/schemas/Tagged' }
        - type: object
          properties: { tag: { $ref: '#/components/schemas/Chip' } }
    Named: { type: object, required: [name], properties: { name: { type: string } } }
    Error: { type: object, required: [code], properties: { code: { type: string } } }
`);

const mismatches = (body: unknown, status = 200) =>
  specification.responseMismatches('/pets/get', status, body);

describe('validation against an OpenAPI file', () => {
  test('accepts a response that matches, with null where it is allowed', () => {
    const pets = [{ name: 'Rex', born: '2020-02-29', weight: 3.5 }, { name: 'Tom' }];
    expect(mismatches({ pets, next: null, best: null })).toEqual([]);
    expect(mismatches({ pets: [], next: 'a', best: pets[0] })).toEqual([]);
  });

  test.each([
    [{ pets: [] }, "must have required property 'next'"],
    [{ pets: [{ name: null }], next: null }, 'pets[]/name must be string'],
    [{ pets: [{ name: 'Rex', born: '2020-02-30' }], next: null }, 'pets[]/born must match format'],
    [{ pets: [{ born: '2020-02-29' }], next: null }, "pets[] must have required property 'name'"],
    [{ pets: null, next: null }, 'pets must be array'],
    [{ pets: [], next: 'c' }, 'next must be equal to one of the allowed values: ["a","b"]'],
    [{ pets: [], next: null, best: {} }, "best must have required property 'name'"],
    [{ pets: [], next: null, more: 1 }, 'the body has more, which is not specified'],
    [
      { pets: [{ name: 'Rex', color: 'red' }], next: null },
      'pets[] has color, which is not specified',
    ],
  ])('rejects the response %j', (body, error) => {
    expect(mismatches(body).join('\n')).toContain(error);
  });

  test('validates errors against the default response and rejects an unspecified status', () => {
    expect(mismatches({ code: 'NO' }, 400)).toEqual([]);
    expect(mismatches({}, 400)).toEqual(["the body must have required property 'code'"]);
    expect(specification.responseMismatches('/cats/get', 200, {})).toHaveLength(1);
  });

  test('lists the required fields of a request and validates requests', () => {
    expect(specification.requiredFields('/pets/get')).toEqual(['owner']);
    expect(specification.fieldTypes('/pets/get')).toEqual({
      owner: 'string',
      count: 'integer',
      names: 'array',
    });
    expect(specification.requestMismatches('/pets/get', { owner: 'a', count: 1 })).toEqual([]);
    expect(specification.requestMismatches('/pets/get', { owner: 'a', count: 0 })).toHaveLength(1);
  });

  test('requires an OpenAPI 3.0 file', () => {
    expect(() => new Specification('swagger: 2.0')).toThrow('not an OpenAPI 3.0 file');
  });
});

test('equal mismatches are reported once, with their count', () => {
  const findings = new Findings();
  findings.record('/pets/get', []);
  findings.record('/pets/get', ['pets must be array']);
  findings.record('/pets/get', ['pets must be array']);
  findings.record('/cats/get', []);
  expect(findings.lines()).toEqual([
    '/pets/get       3  1 mismatch',
    '/cats/get       1  ok',
    '',
    'Mismatches:',
    '  /pets/get: pets must be array (2 times)',
    '',
    '4 checked, 1 mismatch',
  ]);
});

test('a redefined field is validated against the new definition', () => {
  const mismatchesOf = (tag: unknown) => specification.schemaMismatches('TaggedWithChip', { tag });
  expect(mismatchesOf({ number: '7', maker: 'Acme' })).toEqual([]);
  expect(mismatchesOf({ number: '7' })).toEqual(["tag must have required property 'maker'"]);
  expect(mismatchesOf({ number: 7, maker: 'Acme' })).toEqual(['tag/number must be string']);
  expect(specification.schemaMismatches('TaggedWithChip', {})).toEqual([
    "the body must have required property 'tag'",
  ]);
});
