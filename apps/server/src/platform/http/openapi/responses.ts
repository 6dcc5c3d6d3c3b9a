import type { Call } from '@cairn/contract/call';
import { problemsOf } from '@cairn/contract/call-problems';
import type { CallKey } from '@cairn/contract/calls';
import { Problem, type ProblemCode, problems } from '@cairn/contract/problem';
import { connectionProblems } from '../client-error-handler.ts';
import { documentedSchema, type JsonSchema } from './documented-schema.ts';

/** A header that a response always has. */
interface ResponseHeader {
  description: string;
  required: true;
  schema: JsonSchema;
}

/** A response of the OpenAPI document (OpenAPI 3.1, Response Object). */
export interface DocumentedResponse {
  description: string;
  headers?: Record<string, ResponseHeader>;
  content?: Record<string, { schema?: JsonSchema }>;
}

/** A response, or a reference to one of `problemResponses`. */
export type ResponseOrReference = DocumentedResponse | { $ref: string };

const header = (description: string, schema: JsonSchema): ResponseHeader => ({
  description,
  required: true,
  schema,
});

const retryAfter = {
  'Retry-After': header('Seconds to wait before a retry', { type: 'integer', minimum: 1 }),
};

/** The headers of problems, by status. */
const problemHeaders: Partial<Record<number, Record<string, ResponseHeader>>> = {
  401: { 'WWW-Authenticate': header('The scheme to sign in with', { const: 'Bearer' }) },
  405: { Allow: header('The methods of the path', { type: 'string' }) },
  429: retryAfter,
  503: retryAfter,
};

/** Describes a problem response with one of these codes, which all have this status. */
function problemResponse(status: number, codes: readonly ProblemCode[]): DocumentedResponse {
  const headers = problemHeaders[status];
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
    ...(headers && { headers }),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { status: { const: status }, code: { enum: codes } } },
          ],
        },
      },
    },
  };
}

/** The schema of every problem. */
export const problemSchema = documentedSchema(Problem);

/** The problem responses that calls refer to: one per code, and one per status of `connectionProblems`. */
export const problemResponses: Readonly<Record<string, DocumentedResponse>> = {
  ...Object.fromEntries(
    (Object.keys(problems) as ProblemCode[]) // `Object.keys` returns plain strings.
      .map((code) => [code, problemResponse(problems[code].status, [code])]),
  ),
  ...Object.fromEntries(
    connectionProblems.map(({ status, detail }) => [
      `status_${status}`,
      { ...problemResponse(status, ['malformed_request']), description: detail },
    ]),
  ),
};

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` });

const mediaTypes: Record<NonNullable<Call['media']>, readonly string[]> = {
  json: ['application/json'],
  csv: ['text/csv'],
  zip: ['application/zip'],
  image: ['image/png', 'image/jpeg', 'image/webp'],
  events: ['text/event-stream'],
  redirect: [],
};

const successHeaders: Partial<Record<NonNullable<Call['media']>, Record<string, ResponseHeader>>> =
  {
    csv: { 'Content-Disposition': header('The name of the file', { type: 'string' }) },
    zip: { 'Content-Disposition': header('The name of the file', { type: 'string' }) },
    redirect: { Location: header('The page to go to', { type: 'string' }) },
  };

function successResponse({ media = 'json', status = 200, response }: Call): DocumentedResponse {
  const headers = successHeaders[media];
  const schema =
    media === 'json' ? documentedSchema(response) : { type: 'string', format: 'binary' };
  // OpenAPI 3.1 has no schema for the events of a stream.
  const body = media === 'events' ? {} : { schema };
  const content = mediaTypes[media].map((type) => [type, body]);
  return {
    description: status === 204 ? 'Done' : media === 'redirect' ? 'Redirect' : 'Success',
    ...(headers && { headers }),
    ...(status !== 204 && content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

/** Returns all responses of a call, or of its demo version, by status. */
export function describeResponses(
  key: CallKey,
  call: Call,
  isDemo: boolean,
): Record<string, ResponseOrReference> {
  const responses: Record<string, ResponseOrReference> = {
    [call.status ?? 200]: successResponse(call),
  };
  for (const [status, description] of Object.entries(call.emptyResponses ?? {}))
    responses[status] = { description };
  for (const { status } of connectionProblems) responses[status] = reference(`status_${status}`);
  const byStatus = Map.groupBy(problemsOf(key, call, isDemo), (code) => problems[code].status);
  for (const [status, codes] of byStatus) {
    const [code, ...others] = codes;
    responses[status] =
      code !== undefined && others.length === 0 ? reference(code) : problemResponse(status, codes);
  }
  return responses;
}
