import { type Problem, type ProblemCode, problems } from '@cairn/contract/problem';
import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { formatMessage } from '@cairn/contract/text/copy';
import { problemCopy } from './problem.copy.ts';

/** Members of a problem response that only some codes have (RFC 9457, 3.2). */
export type ProblemMembers = Readonly<
  Pick<Problem, 'challenge' | 'differences' | 'factor_reset_at' | 'search_error'>
> & {
  readonly factors?: readonly StepUpFactor[];
};

/** An expected failure, sent as a problem response. Its message is safe to show to users. */
export class Failure extends Error {
  readonly code: ProblemCode;
  /** In seconds, sent as Retry-After. */
  readonly retryAfter: number | undefined;
  readonly members: ProblemMembers;
  /** Why the service is unavailable, for operators: logged with the response, never sent. */
  readonly reason: string | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    options?: { retryAfter?: number; members?: ProblemMembers; cause?: unknown; reason?: string },
  ) {
    super(detail ?? `${problems[code].title}.`, options?.cause ? { cause: options.cause } : {});
    this.name = 'Failure';
    this.code = code;
    this.retryAfter = options?.retryAfter;
    this.members = options?.members ?? {};
    this.reason = options?.reason;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** Returns the failure for an unknown ID. Another user's ID gets the same failure. `subject`: for example 'account'. */
export const notFound = (subject: string): Failure =>
  new Failure('not_found', formatMessage(problemCopy.notFound, { subject }));

/** Returns the failure for a well-formed request that can't be fulfilled. */
export const unprocessable = (detail: string): Failure => new Failure('unprocessable', detail);
