import Type, { type Static } from 'typebox';
import { strict } from './call.ts';
import { searchErrorCodes } from './rules/search/search-syntax.ts';
import { stepUpFactors } from './rules/second-factors.ts';
import { Id, Instant } from './values.ts';

/**
 * The closed set of error codes with their HTTP status and title. The server responds with them, the client
 * switches on them, and docs/errors.md documents them.
 */
export const problems = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  bad_signature: { status: 400, title: 'The signature is invalid' },
  unauthenticated: { status: 401, title: 'Please sign in' },
  invalid_credentials: { status: 401, title: 'Invalid username or password' },
  second_factor_required: { status: 401, title: 'A second factor is required' },
  session_copied: { status: 401, title: 'A copy of your session was used' },
  subscription_required: { status: 403, title: 'A paid subscription is required' },
  demo_read_only: { status: 403, title: 'Demo mode is read-only' },
  step_up_required: { status: 403, title: "Confirm that it's you" },
  wrong_password: { status: 403, title: 'The current password is incorrect' },
  wrong_code: { status: 403, title: 'The code is incorrect' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'It already exists' },
  changed_since: { status: 409, title: 'It was changed later' },
  idempotency_key_in_use: { status: 409, title: 'The request is still being processed' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported content type' },
  unknown_host: { status: 421, title: 'Unknown host' },
  unprocessable: { status: 422, title: "The request can't be completed" },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request' },
  link_expired: { status: 422, title: 'The link has expired' },
  too_many_requests: { status: 429, title: 'Too many attempts' },
  internal: { status: 500, title: 'Something went wrong on our end' },
  provider_failed: { status: 502, title: 'A provider returned an unexpected response' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const;

/** An error code. */
export type ProblemCode = keyof typeof problems;

/** The body of every error response (RFC 9457, `application/problem+json`). `detail` is safe to show. */
export const Problem = strict({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.Enum(Object.keys(problems) as ProblemCode[]),
  request_id: Type.String(),
  /** For `second_factor_required`: to be sent with the second factor. Sealed, and valid for ten minutes. */
  challenge: Type.Optional(Type.String()),
  /** For `second_factor_required`: when a requested factor reset becomes possible. Absent without a request. */
  factor_reset_at: Type.Optional(Instant),
  /**
   * For `second_factor_required` and `step_up_required`: the factors to choose from. Empty if only a new sign-in helps.
   */
  factors: Type.Optional(Type.Array(Type.Enum(stepUpFactors))),
  /** For `unprocessable`, if `search_str` is invalid: what is wrong, and where. In UTF-16 code units. */
  search_error: Type.Optional(
    strict({
      code: Type.Enum([...searchErrorCodes]),
      offset: Type.Integer({ minimum: 0 }),
      length: Type.Integer({ minimum: 1 }),
    }),
  ),
  /** For `changed_since`: the fields that were changed later, of at most 20 transactions. */
  differences: Type.Optional(
    Type.Array(
      strict({
        transaction_id: Id,
        field: Type.Enum(['category', 'tags', 'note', 'excluded', 'reviewed']),
      }),
    ),
  ),
});
export type Problem = Static<typeof Problem>;
