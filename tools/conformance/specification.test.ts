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
            schema: { $ref: '#/components/schemas/Ask' }
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
    Ask:
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
    Rechipped:
      allOf:
        - { $ref: '#/components/schemas/Tagged' }
        - type: object
          properties: { tag: { $ref: '#/components/schemas/Chip' } }
    Named: { type: object, required: [name], properties: { name: { type: string } } }
    Error: { type: object, required: [code], properties: { code: { type: string } } }
`);

const faults = (body: unknown, status = 200) =>
  specification.faultsOfReply('/pets/get', status, body);

describe('a reply held against an OpenAPI file', () => {
  test('fits where it is as described, null where that is allowed', () => {
    const pets = [{ name: 'Rex', born: '2020-02-29', weight: 3.5 }, { name: 'Tom' }];
    expect(faults({ pets, next: null, best: null })).toEqual([]);
    expect(faults({ pets: [], next: 'a', best: pets[0] })).toEqual([]);
  });

  test.each([
    [{ pets: [] }, "must have required property 'next'"],
    [{ pets: [{ name: null }], next: null }, 'pets[]/name must be string'],
    [{ pets: [{ name: 'Rex', born: '2020-02-30' }], next: null }, 'pets[]/born must match format'],
    [{ pets: [{ born: '2020-02-29' }], next: null }, "pets[] must have required property 'name'"],
    [{ pets: null, next: null }, 'pets must be array'],
    [{ pets: [], next: 'c' }, 'next must be equal to one of the allowed values: ["a","b"]'],
    [{ pets: [], next: null, best: {} }, "best must have required property 'name'"],
    [{ pets: [], next: null, more: 1 }, 'the body has more, which is not described'],
    [
      { pets: [{ name: 'Rex', colour: 'red' }], next: null },
      'pets[] has colour, which is not described',
    ],
  ])('%j does not fit', (body, fault) => {
    expect(faults(body).join('\n')).toContain(fault);
  });

  test('an error is held against what is said of errors, a status of which nothing is said is a fault', () => {
    expect(faults({ code: 'NO' }, 400)).toEqual([]);
    expect(faults({}, 400)).toEqual(["the body must have required property 'code'"]);
    expect(specification.faultsOfReply('/cats/get', 200, {})).toHaveLength(1);
  });

  test('says what a request must have, and finds what is wrong with one', () => {
    expect(specification.requiredOf('/pets/get')).toEqual(['owner']);
    expect(specification.typesOf('/pets/get')).toEqual({
      owner: 'string',
      count: 'integer',
      names: 'array',
    });
    expect(specification.faultsOfRequest('/pets/get', { owner: 'a', count: 1 })).toEqual([]);
    expect(specification.faultsOfRequest('/pets/get', { owner: 'a', count: 0 })).toHaveLength(1);
  });

  test('is not read from a file of another kind', () => {
    expect(() => new Specification('swagger: 2.0')).toThrow('no OpenAPI 3.0 file');
  });
});

test('equal faults are one line, with how often they were seen', () => {
  const findings = new Findings();
  findings.note('/pets/get', []);
  findings.note('/pets/get', ['pets must be array']);
  findings.note('/pets/get', ['pets must be array']);
  findings.note('/cats/get', []);
  expect(findings.lines()).toEqual([
    '/pets/get       3  1 fault',
    '/cats/get       1  ok',
    '',
    'What does not fit:',
    '  /pets/get: pets must be array (2 times)',
    '',
    '4 checked, 1 different faults',
  ]);
});

test('a field that is described anew is held against the newer description', () => {
  const faultsOf = (tag: unknown) => specification.faultsOf('Rechipped', { tag });
  expect(faultsOf({ number: '7', maker: 'Acme' })).toEqual([]);
  expect(faultsOf({ number: '7' })).toEqual(["tag must have required property 'maker'"]);
  expect(faultsOf({ number: 7, maker: 'Acme' })).toEqual(['tag/number must be string']);
  expect(specification.faultsOf('Rechipped', {})).toEqual([
    "the body must have required property 'tag'",
  ]);
});
