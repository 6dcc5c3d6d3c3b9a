import type { Problem, ProblemCode } from '@cairn/contract/problem';

/** A call that the server refused. `message` is the problem's detail and is safe to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode;
  readonly requestId: string | null;

  constructor(status: number, code: ProblemCode, detail: string, requestId: string | null = null) {
    super(detail);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** Whether the server understood what was asked and said no: asking the same again brings the same. */
export const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && [400, 404, 422].includes(error.status);

/** A call that got no answer at all: no network, or nobody at the other end. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';

  constructor(cause: unknown) {
    super('Cairn could not be reached. Check your connection and try again.', { cause });
  }
}

/** The error inside a refused reply: the server's problem+json, or one made from the status. */
export async function errorOfReply(reply: Response): Promise<ApiError> {
  const problem = await reply.json().catch(() => null);
  if (isProblem(problem)) {
    return new ApiError(reply.status, problem.code, problem.detail, problem.request_id);
  }
  // Something between us and the server answered (a proxy, a host that is starting up).
  return new ApiError(
    reply.status,
    reply.status === 503 ? 'unavailable' : 'internal',
    'Something went wrong on our side. Please try again.',
  );
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const problem = value as Partial<Record<keyof Problem, unknown>>; // Each field is looked at below.
  return typeof problem.code === 'string' && typeof problem.detail === 'string';
}
