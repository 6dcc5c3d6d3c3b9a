import { type Problem, type ProblemCode, problems } from '@cairn/contract/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../problem.ts';

/** Writes an error as `application/problem+json` (RFC 9457). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
): FastifyReply {
  const { status, title } = problems[failure.code];
  const body: Problem = {
    type: `/api/docs/errors#${failure.code}`,
    title,
    status,
    detail: failure.message,
    code: failure.code,
    request_id: request.id,
  };
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return (
    reply
      .code(status)
      // Whatever was asked for, its failure is not to be kept.
      .header('cache-control', 'no-store')
      .header('content-type', 'application/problem+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  );
}

const byStatus: Record<number, ProblemCode> = {
  400: 'malformed_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  408: 'unavailable',
  413: 'payload_too_large',
  414: 'malformed_request',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'malformed_request',
  503: 'unavailable',
};

// Fastify's own words name its internals; these say what to do instead.
const sentences: Partial<Record<ProblemCode, string>> = {
  malformed_request: 'The request could not be read: its body must be valid JSON.',
  payload_too_large: 'The request is larger than 1 MiB.',
  unsupported_media_type: 'Send the body as application/json.',
};

/** Turns whatever was thrown into a failure. What we did not expect stays in the log. */
function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { statusCode, validation, validationContext } = error as Partial<FastifyError>; // Fields are optional.
  if (validation) {
    const first = validation[0];
    const where = [
      validationContext ?? 'request',
      ...(first?.instancePath ?? '').split('/').slice(1),
    ];
    return new Failure('malformed_request', `In ${where.join(' > ')}: ${wordsOf(first?.message)}.`);
  }
  if (statusCode === 416)
    return new Failure('malformed_request', 'The file has nothing in that range.', {
      cause: error,
    });
  const code = statusCode === undefined ? undefined : byStatus[statusCode];
  if (code === undefined) return new Failure('internal', undefined, { cause: error });
  return new Failure(code, sentences[code], { cause: error });
}

/** What is wrong with a field. To a schema one that nobody asked for is one that may have no value. */
function wordsOf(message: string | undefined): string {
  return message === 'schema is false' ? 'is not known' : (message ?? 'not as expected');
}

/** Every error of the API, expected or not, leaves through here. */
export function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureFrom(error);
    if (failure.code === 'internal') {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      request.log.error({ event: 'unexpected_error', name, message, stack });
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendProblem(request, reply, failure);
  });
}
