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

/** Codes of requests that are rejected before the call is known. */
const earlyCodes = ['malformed_request', 'payload_too_large', 'unknown_host'];

/**
 * Judges responses by the served OpenAPI document alone, with a validator that the server doesn't use: no server error;
 * documented status, media type, headers, and body; invalid data rejected and valid data not; access enforced; 405 for
 * an undeclared method.
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
  faultsOf(request: HostileRequest, response: HostileResponse): string[] {
    // The web app serves other paths.
    if (!request.path.startsWith('/api/')) return [];
    if (response.status >= 500) return ['is a server error'];
    const found = this.#findOperation(request);
    if (found === undefined) return this.#faultsOutsideDocument(request, response);
    const { path, method, operation } = found;
    const documented = this.#resolve(operation.responses[response.status]);
    if (documented === undefined) return ['has an undocumented status'];
    const place = documented.place ?? `${path}/${method}/responses/${response.status}`;
    return [
      ...this.#faultsOfBody(documented.response, place, request, response),
      ...faultsOfHeaders(documented.response, response),
      ...this.#faultsOfAccess(operation, request, response),
      ...this.#faultsOfData(found, request, response),
    ];
  }

  /** Finds the operation of a request that was not sent to another path. */
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
    if (!('$ref' in response)) return { response, place: undefined };
    const name = response.$ref.split('/').at(-1) ?? '';
    const resolved = this.#document.components.responses[name];
    return resolved && { response: resolved, place: `/components/responses/${name}` };
  }

  #faultsOfBody(
    { content }: DocumentedResponse,
    place: string,
    { method }: HostileRequest,
    { text, headers }: HostileResponse,
  ): string[] {
    if (method === 'HEAD') return text === '' ? [] : ['has a body'];
    if (content === undefined) return text === '' ? [] : ['has an undocumented body'];
    const [type = ''] = String(headers['content-type']).split(';');
    if (!(type in content)) return [`has the undocumented media type ${type}`];
    if (!type.endsWith('json')) return [];
    const faults = this.#validate(
      `${place}/content/${escapePointer(type)}/schema`,
      JSON.parse(text),
    );
    return faults === undefined ? [] : [`has a body off its schema: ${faults}`];
  }

  /** Calls of the path have another method, or the path has no call. */
  #faultsOutsideDocument(request: HostileRequest, response: HostileResponse): string[] {
    if (request.method === 'HEAD' || response.status === 204) return [];
    if (response.status < 400) return ['succeeds without being documented'];
    const faults = this.#validate('/components/schemas/Problem', JSON.parse(response.text));
    if (faults !== undefined) return [`is not a problem: ${faults}`];
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

  #faultsOfAccess(
    { security }: Operation,
    { caller, headers }: HostileRequest,
    { status }: HostileResponse,
  ): string[] {
    const hasNoAccess = caller === 'signed out' || caller === 'forged';
    if (security === undefined || !hasNoAccess || 'authorization' in headers) return [];
    return status < 400 ? ['ignores the missing sign-in'] : [];
  }

  /** Data off the schemas must not succeed, and data that matches them must not be called malformed. */
  #faultsOfData(
    { path, method, operation }: { path: string; method: string; operation: Operation },
    { parts, key }: HostileRequest,
    { status, text }: HostileResponse,
  ): string[] {
    if (parts === undefined || calls[key].access === undefined) return [];
    const fields = { ...parts.path, ...parts.query };
    const parameters = operation.parameters.flatMap((parameter, index) =>
      '$ref' in parameter || parameter.in === 'header' ? [] : [{ ...parameter, index }],
    );
    const faults = [
      ...parameters.map(({ name, required, index }) =>
        name in fields
          ? this.#validate(`${path}/${method}/parameters/${index}/schema`, fields[name])
          : required
            ? `${name} is missing`
            : undefined,
      ),
      this.#faultOfRequestBody(operation, `${path}/${method}`, parts.body),
    ].filter((fault) => fault !== undefined);
    const isSuccess = status < 400;
    if (faults.length > 0) return isSuccess ? [`accepts invalid data: ${faults.join('; ')}`] : [];
    const hasUnknown = Object.keys(fields).some(
      (name) => !parameters.some((each) => each.name === name),
    );
    const isMalformed = text.includes('"code":"malformed_request"');
    return isMalformed && !hasUnknown && isStorable(parts)
      ? ['rejects valid data as malformed']
      : [];
  }

  #faultOfRequestBody(
    { requestBody }: Operation,
    place: string,
    body: unknown,
  ): string | undefined {
    if (body === undefined) return requestBody?.required ? 'the body is missing' : undefined;
    if (requestBody === undefined)
      return typeof body === 'object' &&
        Object.keys(body ?? {}).length === 0 &&
        !Array.isArray(body)
        ? undefined
        : 'there is a body';
    return this.#validate(`${place}/requestBody/content/application~1json/schema`, body);
  }

  /** Returns the first error of a value, or undefined if it matches the schema at a place of the document. */
  #validate(place: string, value: unknown): string | undefined {
    let validate = this.#validators.get(place);
    if (validate === undefined) {
      const encoded = place.replaceAll('{', '%7B').replaceAll('}', '%7D');
      validate = this.#ajv.compile({ $ref: `document#${encoded}` });
      this.#validators.set(place, validate);
    }
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath} ${error?.message}`;
  }
}

/** False for what a schema can't exclude in fields that it doesn't name: text and numbers that can't be stored. */
const isStorable = (parts: RequestParts): boolean =>
  !/\\u0000|\\ud[89a-f]|\[{21}|HUGE_NUMBER/.test(JSON.stringify(parts));

const escapePointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

const faultsOfHeaders = (
  { headers = {} }: DocumentedResponse,
  { headers: received }: HostileResponse,
): string[] =>
  Object.keys(headers)
    .filter((name) => received[name.toLowerCase()] === undefined)
    .map((name) => `lacks the header ${name}`);
