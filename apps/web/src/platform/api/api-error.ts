import type { Problem, ProblemCode } from '@cairn/contract/problem';
import { platformCopy } from '../platform.copy.ts';

/** Members that only some problems have. */
type ProblemMembers = Pick<Problem, 'challenge' | 'factors' | 'factor_reset_at'>;

/** A call that the server rejected. `message` is the problem's detail and can be shown to users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ProblemCode;
  readonly requestId: string | null;
  readonly members: ProblemMembers;

  constructor(
    status: number,
    code: ProblemCode,
    detail: string,
    requestId: string | null = null,
    members: ProblemMembers = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.members = members;
  }
}

/** True if retrying the same call can't succeed: the request itself was rejected. */
export const isPermanentError = (error: Error): boolean =>
  error instanceof ApiError && [400, 404, 422].includes(error.status);

/** A call without a response: the network or the server is unavailable. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super(platformCopy.networkError, { cause });
  }
}

/** The error of a rejected call: the server's problem+json, or an error made from the status. */
export async function parseErrorResponse(response: Response): Promise<ApiError> {
  const problem = await response.json().catch(() => null);
  if (isProblem(problem)) {
    const { code, detail, request_id, challenge, factors, factor_reset_at } = problem;
    return new ApiError(response.status, code, detail, request_id, {
      ...(challenge === undefined ? {} : { challenge }),
      ...(factors === undefined ? {} : { factors }),
      ...(factor_reset_at === undefined ? {} : { factor_reset_at }),
    });
  }
  // The response isn't from the server, but from a proxy or a host that is starting up.
  return new ApiError(
    response.status,
    response.status === 503 ? 'unavailable' : 'internal',
    platformCopy.unexpectedError,
  );
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const problem = value as Partial<Record<keyof Problem, unknown>>; // Each field is checked below.
  return typeof problem.code === 'string' && typeof problem.detail === 'string';
}
