import { type Problem, type ProblemCode, problems } from '@cairn/contract/problem';
import { formatMessage } from '@cairn/contract/text/copy';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, translateError } from '../database/database-errors.ts';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/** Sends a failure as `application/problem+json` (RFC 9457). */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
): FastifyReply {
  const { status, title } = problems[failure.code];
  request.problemCode = failure.code;
  if (status === 503) request.unavailableReason = reasonOf(failure);
  const { factors, ...members } = failure.members;
  const body: Problem = {
    type: `/api/docs/errors#${failure.code}`,
    title,
    status,
    detail: failure.message,
    code: failure.code,
    request_id: request.id,
    ...members,
    ...(factors === undefined ? {} : { factors: [...factors] }),
  };
  const retryAfter = failure.retryAfter ?? (status === 503 ? 5 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return (
    reply
      .code(status)
      // An error is never cached, even if a successful response to the call may be.
      .header('cache-control', 'no-store')
      .header('content-type', 'application/problem+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  );
}

/** Returns why a failure happened, for the log: its own reason, or the code or message of the error that caused it. */
function reasonOf({ reason, cause, message }: Failure): string {
  if (reason !== undefined) return reason;
  return cause instanceof Error ? (errorCode(cause) ?? cause.message) : message;
}

const codeByStatus: Record<number, ProblemCode> = {
  400: 'malformed_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'unavailable',
  413: 'payload_too_large',
  414: 'malformed_request',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'malformed_request',
  503: 'unavailable',
};

// These replace Fastify's own messages, which name its internals.
const details: Partial<Record<ProblemCode, string>> = {
  malformed_request: problemCopy.request.invalidJson,
  payload_too_large: problemCopy.request.tooLarge,
  unsupported_media_type: problemCopy.request.jsonExpected,
};

/** Turns any error into a failure. Details of unexpected errors go to the log only. */
function toFailure(thrown: unknown): Failure {
  // The queue has connections of its own, so its errors are not translated yet.
  const error = translateError(thrown);
  if (error instanceof Failure) return error;
  const { statusCode, validation, validationContext } = error as Partial<FastifyError>; // Any field may be missing.
  if (validation) {
    const first = validation[0];
    const field = [
      validationContext ?? 'request',
      ...(first?.instancePath ?? '').split('/').slice(1),
    ].join('.');
    const reason = validationReason(first?.message);
    return new Failure(
      'malformed_request',
      formatMessage(problemCopy.request.invalidField, { field, reason }),
    );
  }
  if (statusCode === 416)
    return new Failure('malformed_request', problemCopy.request.rangeOutsideFile, {
      cause: error,
    });
  const code = statusCode === undefined ? undefined : codeByStatus[statusCode];
  if (code === undefined) return new Failure('internal', undefined, { cause: error });
  return new Failure(code, details[code], { cause: error });
}

/** Returns why a field is invalid. A field that the schema doesn't define has the schema `false`. */
function validationReason(message: string | undefined): string {
  if (message === 'schema is false') return problemCopy.request.unknownField;
  return message ?? problemCopy.request.unexpectedValue;
}

/** Sends every error of the API, expected or not, as a problem. */
export function setProblemErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the response. */
    problemCode: ProblemCode | undefined;
    /** Why the response is 503, for the log. */
    unavailableReason: string | undefined;
  }
}
