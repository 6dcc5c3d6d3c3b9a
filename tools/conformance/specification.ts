import { readFileSync } from 'node:fs';
import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.0 file that requests and responses can be validated against. */
export class Specification {
  readonly #root: Json;
  readonly #ajv: Ajv2019;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param text the contents of the file, in YAML or JSON. */
  constructor(text: string) {
    const file = asObject(parse(text, { maxAliasCount: -1 }), 'the file');
    this.#root = asObject(mergeRedefinedFields(file, file), 'the file');
    if (!String(this.#root.openapi).startsWith('3.0'))
      throw new Error('This is not an OpenAPI 3.0 file.');
    this.#ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true });
    addFormats.default(this.#ajv);
    // OpenAPI formats that JSON Schema does not define. They are not checked.
    for (const name of ['double', 'float', 'binary', 'url', 'cognito_id'])
      this.#ajv.addFormat(name, true);
    this.#ajv.addSchema({
      $id: 'spec',
      ...asObject(toStrictSchema(this.#root, 'spec'), 'the file'),
    });
  }

  static read(path: string): Specification {
    return new Specification(readFileSync(path, 'utf8'));
  }

  /** Title and version. */
  get title(): string {
    const info = asObject(this.#root.info ?? {}, 'info');
    return `${String(info.title)} ${String(info.version)}`;
  }

  has(path: string): boolean {
    return valueAt(this.#root, ['paths', path, 'post']) !== undefined;
  }

  /** The required fields of a call's request. */
  requiredFields(path: string): string[] {
    const required = this.#bodySchema(path).required;
    return Array.isArray(required) ? required.map(String) : [];
  }

  /** The type of each field of a call's request that has a simple type. */
  fieldTypes(path: string): Record<string, string> {
    const properties = asObject(this.#bodySchema(path).properties ?? {}, path);
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]) => {
        const type = this.#resolve(asObject(schema, name)).type;
        return typeof type === 'string' ? [[name, type]] : [];
      }),
    );
  }

  /** Describes how a request violates its schema. */
  requestMismatches(path: string, body: unknown): string[] {
    return this.#validate(['paths', path, 'post', 'requestBody', ...jsonSchemaPath], body);
  }

  /** Describes how a response violates the schema for its status. */
  responseMismatches(path: string, status: number, body: unknown): string[] {
    const responses = asObject(
      valueAt(this.#root, ['paths', path, 'post', 'responses']) ?? {},
      path,
    );
    const key = [String(status), 'default'].find((name) => responses[name] !== undefined);
    if (key === undefined) return [`responds ${status}, which is not specified`];
    return this.#validate(['paths', path, 'post', 'responses', key, ...jsonSchemaPath], body);
  }

  /** Describes how a value violates a named schema. */
  schemaMismatches(schema: string, value: unknown): string[] {
    return this.#validate(['components', 'schemas', schema], value);
  }

  #validate(path: readonly string[], value: unknown): string[] {
    const pointer = `spec#/${path.map(escapePointer).join('/')}`;
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      if (valueAt(this.#root, path) === undefined) return ['is not specified'];
      validate = this.#ajv.compile({ allOf: [{ $ref: pointer }], unevaluatedProperties: false });
      this.#compiled.set(pointer, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(formatError);
  }

  #bodySchema(path: string): Json {
    const schema = valueAt(this.#root, ['paths', path, 'post', 'requestBody', ...jsonSchemaPath]);
    return this.#resolve(asObject(schema ?? {}, path));
  }

  #resolve(schema: Json): Json {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return this.#resolve(asObject(valueAt(this.#root, $ref.slice(2).split('/')), $ref));
  }
}

const jsonSchemaPath = ['content', 'application/json', 'schema'];

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function valueAt(root: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    root,
  );
}

function asObject(value: unknown, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} is not an object.`);
  return Object.fromEntries(Object.entries(value));
}

/**
 * Resolves each `allOf` in which one schema redefines fields of another, referenced schema. The file means that the
 * new definitions replace the referenced ones, so those fields are removed from a copy of the referenced schema.
 */
function mergeRedefinedFields(node: unknown, root: Json): unknown {
  if (Array.isArray(node)) return node.map((element) => mergeRedefinedFields(element, root));
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, mergeRedefinedFields(value, root)]),
  );
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = schema.allOf.map((part) => asObject(part, 'allOf'));
  const redefined = new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const allOf = parts.map((part) => {
    if (typeof part.$ref !== 'string') return part;
    const referenced = asObject(valueAt(root, part.$ref.slice(2).split('/')) ?? {}, part.$ref);
    const fields = Object.entries(referenced.properties ?? {});
    const remaining = fields.filter(([name]) => !redefined.has(name));
    if (remaining.length === fields.length) return part;
    return { ...referenced, properties: Object.fromEntries(remaining) };
  });
  return { ...schema, allOf };
}

/** In OpenAPI 3.0 a boolean marks a bound as exclusive. In JSON Schema the exclusive bound is a number. */
const boundPairs = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Keywords whose values are schemas of values, in which unknown fields are errors. */
const valueKeywords = new Set(['items', 'schema']);

/**
 * Converts a part of an OpenAPI 3.0 file to JSON Schema: `nullable` becomes a type, and references point to
 * the registered file. Unlike in the file, fields that are not specified are errors.
 */
function toStrictSchema(node: unknown, base: string, isValue = false): unknown {
  if (Array.isArray(node)) return node.map((element) => toStrictSchema(element, base));
  if (typeof node !== 'object' || node === null) return node;
  const {
    nullable,
    example: _,
    examples: __,
    discriminator: ___,
    ...keywords
  } = asObject(node, base);
  const schema: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(keywords)) {
    if (name === '$ref' && typeof value === 'string') schema.$ref = `${base}${value}`;
    else if (
      name === 'additionalProperties' &&
      value === true &&
      keywords.properties !== undefined
    ) {
      // Dropped, because it would allow unknown fields.
    } else if (name === 'properties') schema.properties = toStrictFields(value, base);
    else if (name === 'enum' || name === 'default') schema[name] = value;
    else schema[name] = toStrictSchema(value, base, valueKeywords.has(name));
  }
  for (const [bound, exclusive] of boundPairs) {
    const isExclusive = schema[exclusive];
    if (typeof isExclusive !== 'boolean') continue;
    delete schema[exclusive];
    if (!isExclusive) continue;
    schema[exclusive] = schema[bound];
    delete schema[bound];
  }
  const hasFields = ['$ref', 'allOf', 'properties'].some((name) => schema[name] !== undefined);
  const closed = isValue && hasFields ? { allOf: [schema], unevaluatedProperties: false } : schema;
  return nullable === true ? { anyOf: [{ type: 'null' }, closed] } : closed;
}

function toStrictFields(fields: unknown, base: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(asObject(fields, 'properties')).map(([name, value]) => [
      name,
      toStrictSchema(value, base, true),
    ]),
  );
}

/** Describes an error, such as `added[]/amount must be number`. Omits indexes, so that equal errors are counted together. */
function formatError({ instancePath, message, keyword, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll(/\/\d+/g, '[]') || 'the body';
  if (keyword === 'unevaluatedProperties')
    return `${path} has ${String(params.unevaluatedProperty)}, which is not specified`;
  if (keyword === 'enum') return `${path} ${message}: ${JSON.stringify(params.allowedValues)}`;
  return `${path} ${message}`;
}
