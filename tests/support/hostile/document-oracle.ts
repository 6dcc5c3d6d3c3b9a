import { calls } from '@cairn/contract/calls';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  OpenApiDocument,
  Operation,
} from '../../../apps/server/src/platform/http/openapi/document.ts';
import type { DocumentedResponse } from '../../../apps/server/src/platform/http/openapi/responses.ts';
import type { HostileRequest, RequestParts } from './create-request.ts';
import type { HostileResponse } from './send-request.ts';

/** Error codes of requests that are rejected before the server knows which call they make. */
const earlyCodes = ['malformed_request', 'payload_too_large', 'unknown_host'];

/**
 * Judges responses by the served OpenAPI document alone, with a validator that the server doesn't use: no server error;
 * documented status, media type, headers, and body; invalid data rejected and valid data accepted; access enforced; 405
 * for an undeclared method.
 */
export class DocumentOracle {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'document');
  }

  /** Reads the document of a server. */
  static async of(url: string): Promise<DocumentOracle> {
    const response = await fetch(`${url}/api/docs/json`);
    return new DocumentOracle((await response.json()) as OpenApiDocument);
  }

  /** Returns what is wrong with a response. Empty if nothing is. */
  findMismatches(request: HostileRequest, response: HostileResponse): string[] {
    // The web app serves other paths.
    if (!request.path.startsWith('/api/')) return [];
    if (response.status >= 500) return ['is a server error'];
    const found = this.#findOperation(request);
    if (found === undefined) return this.#mismatchesOutsideDocument(request, response);
    const { path, method, operation } = found;
    const documented = this.#resolve(operation.responses[response.status]);
    if (documented === undefined) return ['has an undocumented status'];
    const pointer = documented.pointer ?? `${path}/${method}/responses/${response.status}`;
    return [
      ...this.#bodyMismatches(documented.response, pointer, request, response),
      ...headerMismatches(documented.response, response),
      ...this.#accessMismatches(operation, request, response),
      ...this.#dataMismatches(found, request, response),
    ];
  }

  /** Finds the operation of a request. Undefined if a distortion changed its path or method to one without a call. */
  #findOperation(request: HostileRequest) {
    const [, template = ''] = request.key.split(' ');
    const path = `/api${request.demo ? '/demo' : ''}${template.replace(/:(\w+)/g, '{$1}')}`;
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]*')}(\\?.*)?$`);
    if (!pattern.test(request.path)) return undefined;
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const operation = this.#document.paths[path]?.[method];
    return operation && { path: `/paths/${escapePointer(path)}`, method, operation };
  }

  #resolve(response: Operation['responses'][string] | undefined) {
    if (response === undefined) return undefined;
    if (!('$ref' in response)) return { response, pointer: undefined };
    const name = response.$ref.split('/').at(-1) ?? '';
    const resolved = this.#document.components.responses[name];
    return resolved && { response: resolved, pointer: `/components/responses/${name}` };
  }

  #bodyMismatches(
    { content }: DocumentedResponse,
    pointer: string,
    { method }: HostileRequest,
    { text, headers }: HostileResponse,
  ): string[] {
    if (method === 'HEAD') return text === '' ? [] : ['has a body'];
    if (content === undefined) return text === '' ? [] : ['has an undocumented body'];
    const [type = ''] = String(headers['content-type']).split(';');
    if (!(type in content)) return [`has the undocumented media type ${type}`];
    if (!type.endsWith('json')) return [];
    const error = this.#validate(
      `${pointer}/content/${escapePointer(type)}/schema`,
      JSON.parse(text),
    );
    return error === undefined ? [] : [`has a body that does not match its schema: ${error}`];
  }

  /** Judges the response to a request whose path has no call, or only calls with other methods. */
  #mismatchesOutsideDocument(request: HostileRequest, response: HostileResponse): string[] {
    if (request.method === 'HEAD' || response.status === 204) return [];
    if (response.status < 400) return ['succeeds without being documented'];
    const error = this.#validate('/components/schemas/Problem', JSON.parse(response.text));
    if (error !== undefined) return [`is not a problem: ${error}`];
    const { code } = JSON.parse(response.text) as { code: string };
    const expected = [
      ...earlyCodes,
      ...['not_found', 'method_not_allowed', 'unauthenticated', 'demo_read_only'],
    ];
    if (!expected.includes(code)) return [`has the code ${code} for an undocumented call`];
    if (code === 'method_not_allowed' && response.headers.allow === undefined)
      return ['has no Allow header'];
    return [];
  }

  #accessMismatches(
    { security }: Operation,
    { caller, headers }: HostileRequest,
    { status }: HostileResponse,
  ): string[] {
    const hasNoAccess = caller === 'signed out' || caller === 'forged';
    if (security === undefined || !hasNoAccess || 'authorization' in headers) return [];
    return status < 400 ? ['ignores the missing sign-in'] : [];
  }

  /** Data that does not match the schemas must not succeed, and data that matches must not be called malformed. */
  #dataMismatches(
    { path, method, operation }: { path: string; method: string; operation: Operation },
    { parts, key }: HostileRequest,
    { status, text }: HostileResponse,
  ): string[] {
    if (parts === undefined || calls[key].access === undefined) return [];
    const fields = { ...parts.path, ...parts.query };
    const parameters = operation.parameters.flatMap((parameter, index) =>
      '$ref' in parameter || parameter.in === 'header' ? [] : [{ ...parameter, index }],
    );
    const errors = [
      ...parameters.map(({ name, required, index }) =>
        name in fields
          ? this.#validate(`${path}/${method}/parameters/${index}/schema`, fields[name])
          : required
            ? `${name} is missing`
            : undefined,
      ),
      this.#requestBodyMismatch(operation, `${path}/${method}`, parts.body),
    ].filter((error) => error !== undefined);
    const isSuccess = status < 400;
    if (errors.length > 0) return isSuccess ? [`accepts invalid data: ${errors.join('; ')}`] : [];
    const hasUnknown = Object.keys(fields).some(
      (name) => !parameters.some((parameter) => parameter.name === name),
    );
    const isMalformed = text.includes('"code":"malformed_request"');
    return isMalformed && !hasUnknown && isStorable(parts)
      ? ['rejects valid data as malformed']
      : [];
  }

  #requestBodyMismatch(
    { requestBody }: Operation,
    pointer: string,
    body: unknown,
  ): string | undefined {
    if (body === undefined) return requestBody?.required ? 'the body is missing' : undefined;
    if (requestBody === undefined)
      return typeof body === 'object' &&
        Object.keys(body ?? {}).length === 0 &&
        !Array.isArray(body)
        ? undefined
        : 'there is a body';
    return this.#validate(`${pointer}/requestBody/content/application~1json/schema`, body);
  }

  /** Returns the first error of a value, or undefined if it matches the schema at a JSON pointer into the document. */
  #validate(pointer: string, value: unknown): string | undefined {
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      const encoded = pointer.replaceAll('{', '%7B').replaceAll('}', '%7D');
      validate = this.#ajv.compile({ $ref: `document#${encoded}` });
      this.#validators.set(pointer, validate);
    }
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath} ${error?.message}`;
  }
}

/** False if fields contain text or numbers that can't be stored, which the server rejects whatever the schema says. */
const isStorable = (parts: RequestParts): boolean =>
  !/\\u0000|\\ud[89a-f]|\[{21}|HUGE_NUMBER/.test(JSON.stringify(parts));

const escapePointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

const headerMismatches = (
  { headers = {} }: DocumentedResponse,
  { headers: received }: HostileResponse,
): string[] =>
  Object.keys(headers)
    .filter((name) => received[name.toLowerCase()] === undefined)
    .map((name) => `lacks the header ${name}`);
