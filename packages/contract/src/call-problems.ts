import type { Call } from './call.ts';
import type { CallKey } from './calls.ts';
import { type ProblemCode, problems } from './problem.ts';

/** Error codes that any call can return, because the request, the server, or the database is at fault. */
const commonProblems: readonly ProblemCode[] = [
  'malformed_request',
  'payload_too_large',
  'unknown_host',
  'internal',
  'unavailable',
];

/** Error codes of a call that verifies the password of a signed-in user. */
const passwordProblems: readonly ProblemCode[] = ['wrong_password', 'too_many_requests'];

/** True if a call has a JSON or form body. */
export const takesBody = (key: CallKey, call: Call): boolean =>
  !key.startsWith('GET ') && call.signed !== true;

/** True if a call rejects a missing body, and `null`. Other calls treat both as `{}`. */
export const requiresBody = (call: Call): boolean =>
  requiredFields(call).length > 0 || (call.body !== undefined && 'anyOf' in call.body);

/** The fields that the body of a call must have. Empty for a union, whose alternatives require different fields. */
export const requiredFields = ({ body }: Call): readonly string[] =>
  body !== undefined && 'required' in body && Array.isArray(body.required) ? body.required : [];

/** Returns the error codes that a call or its demo version can return, in the order of `problems`. */
export function problemsOf(key: CallKey, call: Call, isDemo: boolean): ProblemCode[] {
  const codes = new Set<string>([...commonProblems, ...(call.problems ?? [])]);
  if (call.signed) codes.add('bad_signature');
  if (!key.startsWith('GET ')) codes.add('unsupported_media_type');
  if (call.params !== undefined) codes.add('not_found');
  // A user has a limited number of concurrent calls.
  if (call.access !== 'public') codes.add('unauthenticated').add('too_many_requests');
  if (call.access === 'paid' && !isDemo) codes.add('subscription_required');
  if (call.stepUp !== undefined) codes.add('step_up_required');
  // The gate verifies the password in the body. Wrong passwords are limited per session.
  if (call.stepUp === 'password') for (const code of passwordProblems) codes.add(code);
  if (acceptsIdempotencyKey(key, call) && !isDemo)
    codes.add('idempotency_key_in_use').add('idempotency_key_reused');
  return Object.keys(problems).filter((code): code is ProblemCode => codes.has(code));
}

/**
 * True if a call accepts an `Idempotency-Key`: it creates something, for a signed-in user, because keys are kept per
 * user.
 */
export const acceptsIdempotencyKey = (
  key: CallKey,
  { access, status, creates = key.startsWith('POST ') && status === 201 }: Call,
): boolean => access !== 'public' && creates;

/** True if a call counts toward the limit for all calls of a user that change data or lead to a change. */
export const isLimitedWrite = ({ access, demo }: Call): boolean => access === 'paid' && !demo;
