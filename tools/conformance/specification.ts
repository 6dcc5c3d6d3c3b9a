import { readFileSync } from 'node:fs';
import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.0 file, and whether what was really said fits it. */
export class Specification {
  readonly #root: Json;
  readonly #ajv: Ajv2019;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param text the file, as YAML or JSON. */
  constructor(text: string) {
    const file = objectOf(parse(text, { maxAliasCount: -1 }), 'the file');
    this.#root = objectOf(redescribed(file, file), 'the file');
    if (!String(this.#root.openapi).startsWith('3.0'))
      throw new Error('This is no OpenAPI 3.0 file.');
    this.#ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true });
    addFormats.default(this.#ajv);
    // Numbers and texts that JSON Schema knows no form of.
    for (const name of ['double', 'float', 'binary', 'url', 'cognito_id'])
      this.#ajv.addFormat(name, true);
    this.#ajv.addSchema({ $id: 'spec', ...objectOf(strictly(this.#root, 'spec'), 'the file') });
  }

  static read(path: string): Specification {
    return new Specification(readFileSync(path, 'utf8'));
  }

  /** What its `info` calls it. */
  get title(): string {
    const info = objectOf(this.#root.info ?? {}, 'info');
    return `${String(info.title)} ${String(info.version)}`;
  }

  has(path: string): boolean {
    return at(this.#root, ['paths', path, 'post']) !== undefined;
  }

  /** The fields that a call's body must have. */
  requiredOf(path: string): string[] {
    const required = this.#bodySchema(path).required;
    return Array.isArray(required) ? required.map(String) : [];
  }

  /** What type each field of a call's body has, where that is said in one word. */
  typesOf(path: string): Record<string, string> {
    const properties = objectOf(this.#bodySchema(path).properties ?? {}, path);
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]) => {
        const type = this.#resolve(objectOf(schema, name)).type;
        return typeof type === 'string' ? [[name, type]] : [];
      }),
    );
  }

  /** What of a request does not fit. */
  faultsOfRequest(path: string, body: unknown): string[] {
    return this.#faults(['paths', path, 'post', 'requestBody', ...inJson], body);
  }

  /** What of a reply does not fit; an error is held against what the file says of errors. */
  faultsOfReply(path: string, status: number, body: unknown): string[] {
    const replies = objectOf(at(this.#root, ['paths', path, 'post', 'responses']) ?? {}, path);
    const said = [String(status), 'default'].find((key) => replies[key] !== undefined);
    if (said === undefined) return [`answers ${status}, of which nothing is said`];
    return this.#faults(['paths', path, 'post', 'responses', said, ...inJson], body);
  }

  /** Whether a schema of this name is among the components. */
  knows(schema: string): boolean {
    return at(this.#root, ['components', 'schemas', schema]) !== undefined;
  }

  /** What of a value does not fit a named schema. */
  faultsOf(schema: string, value: unknown): string[] {
    return this.#faults(['components', 'schemas', schema], value);
  }

  #faults(place: readonly string[], value: unknown): string[] {
    const pointer = `spec#/${place.map(escaped).join('/')}`;
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      if (at(this.#root, place) === undefined) return ['has no description'];
      validate = this.#ajv.compile({ allOf: [{ $ref: pointer }], unevaluatedProperties: false });
      this.#compiled.set(pointer, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(inWords);
  }

  #bodySchema(path: string): Json {
    const schema = at(this.#root, ['paths', path, 'post', 'requestBody', ...inJson]);
    return this.#resolve(objectOf(schema ?? {}, path));
  }

  #resolve(schema: Json): Json {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return this.#resolve(objectOf(at(this.#root, $ref.slice(2).split('/')), $ref));
  }
}

const inJson = ['content', 'application/json', 'schema'];

const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function at(root: Json, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    root,
  );
}

function objectOf(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is no object.`);
  return Object.fromEntries(Object.entries(value));
}

/**
 * Where one schema takes all of another and describes some of its fields anew, with more in them, the newer
 * description is the one that counts: of the other, all but those fields is left.
 */
function redescribed(node: unknown, root: Json): unknown {
  if (Array.isArray(node)) return node.map((each) => redescribed(each, root));
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, redescribed(value, root)]),
  );
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = schema.allOf.map((part) => objectOf(part, 'allOf'));
  const anew = new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const allOf = parts.map((part) => {
    if (typeof part.$ref !== 'string') return part;
    const whole = objectOf(at(root, part.$ref.slice(2).split('/')) ?? {}, part.$ref);
    const fields = Object.entries(whole.properties ?? {});
    const left = fields.filter(([name]) => !anew.has(name));
    if (left.length === fields.length) return part;
    return { ...whole, properties: Object.fromEntries(left) };
  });
  return { ...schema, allOf };
}

/** Where a bound is exclusive, OpenAPI 3.0 says so beside it. */
const boundPairs = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Where values stand whose fields must all be known. */
const valuePlaces = new Set(['items', 'schema']);

/**
 * A part of an OpenAPI 3.0 file as JSON Schema says the same: `nullable` becomes a type, references lead
 * into the file that is registered, and a field that is nowhere described is a fault, though the file
 * lets its readers expect more to come.
 */
function strictly(node: unknown, base: string, isValue = false): unknown {
  if (Array.isArray(node)) return node.map((each) => strictly(each, base));
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, example: _, examples: __, discriminator: ___, ...rest } = objectOf(node, base);
  const schema: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (name === '$ref' && typeof value === 'string') schema.$ref = `${base}${value}`;
    else if (name === 'additionalProperties' && value === true && rest.properties !== undefined) {
      // It would make every unknown field a known one.
    } else if (name === 'properties') schema.properties = strictFields(value, base);
    else if (name === 'enum' || name === 'default') schema[name] = value;
    else schema[name] = strictly(value, base, valuePlaces.has(name));
  }
  for (const [bound, exclusive] of boundPairs) {
    const isExclusive = schema[exclusive];
    if (typeof isExclusive !== 'boolean') continue;
    delete schema[exclusive];
    if (!isExclusive) continue;
    schema[exclusive] = schema[bound];
    delete schema[bound];
  }
  const described = ['$ref', 'allOf', 'properties'].some((name) => schema[name] !== undefined);
  const closed = isValue && described ? { allOf: [schema], unevaluatedProperties: false } : schema;
  return nullable === true ? { anyOf: [{ type: 'null' }, closed] } : closed;
}

function strictFields(fields: unknown, base: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(objectOf(fields, 'properties')).map(([name, value]) => [
      name,
      strictly(value, base, true),
    ]),
  );
}

/** `added/3/amount must be number`: the numbers of a list do not matter, so equal faults are counted as one. */
function inWords({ instancePath, message, keyword, params }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll(/\/\d+/g, '[]') || 'the body';
  if (keyword === 'unevaluatedProperties')
    return `${place} has ${String(params.unevaluatedProperty)}, which is not described`;
  if (keyword === 'enum') return `${place} ${message}: ${JSON.stringify(params.allowedValues)}`;
  return `${place} ${message}`;
}
