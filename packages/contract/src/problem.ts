import Type, { type Static } from 'typebox';
import { strict } from './call.ts';

/**
 * The closed set of error codes, each with its HTTP status and title.
 * One place: the server answers from it, the client switches on it, the reference page prints it.
 */
export const problems = {
  malformed_request: { status: 400, title: 'The request does not fit the call' },
  bad_signature: { status: 400, title: 'The signature does not match' },
  unauthenticated: { status: 401, title: 'Please sign in' },
  invalid_credentials: { status: 401, title: 'Invalid username or password' },
  subscription_required: { status: 403, title: 'A paid subscription is needed' },
  demo_read_only: { status: 403, title: 'Demo mode can be looked at, not changed' },
  fresh_sign_in_required: { status: 403, title: 'Please sign in again first' },
  wrong_password: { status: 403, title: 'The current password does not match' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'It is already there' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'This content type is not understood' },
  unprocessable: { status: 422, title: 'Understood, but not possible' },
  link_expired: { status: 422, title: 'The link has expired' },
  too_many_requests: { status: 429, title: 'Too many tries' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  not_built: { status: 501, title: 'Not available yet' },
  provider_failed: { status: 502, title: 'A provider did not answer as it should' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const;

/** One of the closed set of error codes. */
export type ProblemCode = keyof typeof problems;

/** The body of every error (RFC 9457, `application/problem+json`). `detail` is safe to show. */
export const Problem = strict({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.Enum(Object.keys(problems) as ProblemCode[]),
  request_id: Type.String(),
});
export type Problem = Static<typeof Problem>;
