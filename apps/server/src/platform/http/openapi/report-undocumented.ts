import { Problem } from '@cairn/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { createOpenApiDocument, documentedPath, type OpenApiDocument } from './document.ts';
import { type DocumentedResponse, problemResponses } from './responses.ts';

/** The log event of a response that the document lacks. A test fails if its server logged one. */
export const undocumentedEvent = 'undocumented_response';

/**
 * Logs every response of a call whose status, media type, or error code the OpenAPI document doesn't list for that call.
 * For tests, so that the document stays complete.
 */
export function reportUndocumentedResponses(api: FastifyInstance): void {
  const document = createOpenApiDocument();
  api.addHook('onSend', async (request, reply, payload) => {
    const { method, url = '' } = request.routeOptions;
    const responses = findResponses(document, request);
    const { statusCode } = reply;
    // A 405 belongs to another call, whose path the router confused with this one's.
    if (responses === undefined || statusCode === 405) return;
    const code = problemCode(payload);
    const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0];
    if (isDocumented(responses[statusCode], { code, type })) return;
    request.log.error({ event: undocumentedEvent, method, url, status: statusCode, code, type });
  });
}

/** The documented responses of a request's call, by status. Undefined if its path is not that of a call. */
function findResponses(
  { paths }: OpenApiDocument,
  { method, routeOptions: { url = '' } }: FastifyRequest,
): Record<string, DocumentedResponse | undefined> | undefined {
  const documentedMethod = method === 'HEAD' ? 'get' : method.toLowerCase();
  const responses = paths[documentedPath(url)]?.[documentedMethod]?.responses;
  if (responses === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      '$ref' in response ? problemResponses[response.$ref.split('/').at(-1) ?? ''] : response,
    ]),
  );
}

function isDocumented(
  response: DocumentedResponse | undefined,
  { code, type }: { code: string | undefined; type: string | undefined },
): boolean {
  if (response === undefined) return false;
  const { content } = response;
  if (content === undefined) return true;
  if (type === undefined || !(type in content)) return false;
  return code === undefined || JSON.stringify(content[type]?.schema).includes(`"${code}"`);
}

/** The code of a problem response; undefined for any other payload. */
function problemCode(payload: unknown): string | undefined {
  if (typeof payload !== 'string' || !payload.startsWith('{"type":"/api/docs/errors#'))
    return undefined;
  const problem: unknown = JSON.parse(payload);
  return Check(Problem, problem) ? problem.code : undefined;
}
