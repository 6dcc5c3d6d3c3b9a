import type { Call } from '@cairn/contract/call';
import { acceptsIdempotencyKey, requiresBody, takesBody } from '@cairn/contract/call-problems';
import { type CallKey, callEntries, callsByFeature } from '@cairn/contract/calls';
import { documentedSchema, type JsonSchema } from './documented-schema.ts';
import {
  type DocumentedResponse,
  describeResponses,
  problemResponses,
  problemSchema,
  type ResponseOrReference,
} from './responses.ts';

/** A parameter in the path, the query, or a header (OpenAPI 3.1, Parameter Object). */
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** One call or its demo version (OpenAPI 3.1, Operation Object). */
export interface Operation {
  tags: string[];
  summary: string;
  description: string;
  security?: { bearer: [] }[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, ResponseOrReference>;
}

/** The API as an OpenAPI 3.1 document. `paths` has operations by path and lower-case method. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    parameters: Record<string, Parameter>;
    schemas: Record<string, JsonSchema>;
    responses: Readonly<Record<string, DocumentedResponse>>;
  };
}

const description =
  'Sign in with POST /auth/token and send the token as a bearer token. Every error is application/problem+json ' +
  '(RFC 9457) with a `code` from a closed set: /api/docs/errors explains each. An undocumented path responds with ' +
  '`not_found`, and an undocumented method of a documented path with `method_not_allowed`. Below ' +
  '/demo, calls that are not documented there respond with `demo_read_only`.';

/** A header without constraints, because an unknown name is treated as UTC. */
const timeZoneParameter: Parameter = {
  name: 'X-Time-Zone',
  in: 'header',
  required: false,
  description:
    "The user's time zone (IANA name, such as America/New_York), which determines the current day. UTC if missing or " +
    'unknown',
  schema: { type: 'string' },
};

/** The schema has no pattern, because the quotes are optional. */
const idempotencyKeyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value for each thing to create, such as a UUID (16 to 255 visible ASCII characters). For 24 hours, ' +
    'repeating the call with the same key returns the same response and has no further effect, even if the first ' +
    'response was lost. A failed call is not remembered.',
  schema: { type: 'string' },
};

/** Creates the OpenAPI document of all calls from the contract. */
export function createOpenApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [feature, calls] of Object.entries(callsByFeature)) {
    for (const key of Object.keys(calls)) {
      const entry = callEntries.find(([name]) => name === key);
      if (entry === undefined) continue;
      addOperation(paths, entry, feature, false);
      if (entry[1].demo) addOperation(paths, entry, 'demo', true);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cairn', version: '0.1.0', description },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: { timeZone: timeZoneParameter, idempotencyKey: idempotencyKeyParameter },
      schemas: { Problem: problemSchema },
      responses: problemResponses,
    },
  };
}

/** The path of a call in the document, given its path below the API's base path. */
export const documentedPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function addOperation(
  paths: OpenApiDocument['paths'],
  [key, call]: [CallKey, Call],
  tag: string,
  isDemo: boolean,
): void {
  const [method = '', path = ''] = key.split(' ');
  const fullPath = documentedPath(`/api${isDemo ? '/demo' : ''}${path}`);
  paths[fullPath] ??= {};
  paths[fullPath][method.toLowerCase()] = describeOperation(key, call, tag, isDemo);
}

function describeOperation(key: CallKey, call: Call, tag: string, isDemo: boolean): Operation {
  const requestBody = describeBody(key, call);
  return {
    tags: [tag],
    summary: call.summary,
    description: `Access: ${isDemo ? 'user' : call.access}`,
    ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: describeParameters(key, call, isDemo),
    ...(requestBody && { requestBody }),
    responses: describeResponses(key, call, isDemo),
  };
}

function describeParameters(key: CallKey, call: Call, isDemo: boolean): Operation['parameters'] {
  return [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.signatureHeader === undefined
      ? []
      : [
          {
            name: call.signatureHeader,
            in: 'header' as const,
            required: true,
            description: 'The signature over the raw body',
            schema: { type: 'string' },
          },
        ]),
    ...(call.access === 'public' ? [] : [{ $ref: '#/components/parameters/timeZone' }]),
    ...(acceptsIdempotencyKey(key, call) && !isDemo
      ? [{ $ref: '#/components/parameters/idempotencyKey' }]
      : []),
  ];
}

/** Describes each property of a schema as a parameter. */
function parametersOf(schema: object | undefined, location: 'path' | 'query'): Parameter[] {
  // Parameters are always described by object schemas.
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: documentedSchema(property),
  }));
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function describeBody(key: CallKey, call: Call): Operation['requestBody'] {
  if (call.signed)
    return { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  if (call.body === undefined || !takesBody(key, call)) return undefined;
  const required = requiresBody(call);
  const schema = documentedSchema(call.body);
  const json = { schema: required ? schema : { anyOf: [schema, { type: 'null' }] } };
  const forms = (call.form ? formTypes : []).map((type) => [type, { schema }]);
  return { required, content: { ...Object.fromEntries(forms), 'application/json': json } };
}
