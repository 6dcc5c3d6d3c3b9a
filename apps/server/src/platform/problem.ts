import { type ProblemCode, problems } from '@cairn/contract/problem';

/** An expected failure: one of the closed set of codes, with a sentence that is safe to show. */
export class Failure extends Error {
  readonly code: ProblemCode;
  /** Seconds after which trying again makes sense, sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    options?: { retryAfter?: number; cause?: unknown },
  ) {
    super(detail ?? `${problems[code].title}.`, options?.cause ? { cause: options.cause } : {});
    this.name = 'Failure';
    this.code = code;
    this.retryAfter = options?.retryAfter;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** What another user's id answers, the same as one that does not exist. */
export const notFound = (what: string): Failure =>
  new Failure('not_found', `There is no such ${what}.`);

/** A request that is well-formed and refused for what it asks. */
export const refused = (detail: string): Failure => new Failure('unprocessable', detail);
