import Type, { type Static, type TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';

/**
 * The access level that a call requires.
 *
 * - `public`: no token needed.
 * - `user`: a valid session.
 * - `paid`: a valid session with a paid subscription, as stored in the database (the token's claim is not trusted).
 */
export type Access = 'public' | 'user' | 'paid';

/**
 * The step-up that a call requires: a factor that was verified within the last ten minutes in this session. If the
 * user has enrolled second factors, only those are accepted. Otherwise, the password or a sign-in is accepted, as follows.
 *
 * - `recent`: the session was opened, or the factor verified (`POST /user/step_up`), within ten minutes.
 * - `password`: the same, or the current password as `password` in the body.
 * - `current_password`: nothing more, because the call itself always verifies the current password.
 */
export type StepUp = 'recent' | 'password' | 'current_password';

/** One API call. The server's routes, the web client's types, and the OpenAPI document derive from it. */
export interface Call {
  readonly access: Access;
  /** Also served under `/demo` to every signed-in user, on the demo user's rows. */
  readonly demo?: true;
  /** The gate requires this step-up before the call. */
  readonly stepUp?: StepUp;
  /** One line for the API reference. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The body of a successful response. `Type.Null()` with status 204 if there is none. */
  readonly response: TSchema;
  /** The status of a successful response. Default: 200. */
  readonly status?: 200 | 201 | 202 | 204 | 302 | 303;
  /** Further successful responses, which have no body: their descriptions by status. */
  readonly emptyResponses?: Readonly<Partial<Record<204 | 304, string>>>;
  /**
   * The call creates something, so it accepts an `Idempotency-Key`: a repeated call gets the same response and has no
   * further effect. Default: true for a POST that responds 201. False if the response contains a secret, which must not
   * be stored.
   */
  readonly creates?: boolean;
  /** Error codes of this call, in addition to those that follow from its other properties (`problemsOf`). */
  readonly problems?: readonly ProblemCode[];
  /** The media type of the response. Default: JSON. */
  readonly media?: 'json' | 'csv' | 'zip' | 'image' | 'events' | 'redirect';
  /** The body is a form instead of JSON. */
  readonly form?: true;
  /** The body is a browser's report (`application/csp-report` or `application/reports+json`), or the same as JSON. */
  readonly reports?: true;
  /** Hashes a password of someone who isn't signed in. Such calls have their own concurrency limit, so they don't delay others. */
  readonly hashesPassword?: true;
  /** The raw body is verified by its signature and not validated by a schema. */
  readonly signed?: true;
  /** The header with the signature of a signed call. */
  readonly signatureHeader?: string;
}

/** Checks that every entry is a valid call, and preserves the literal types. */
export const defineCalls = <
  const T extends Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Call>,
>(
  calls: T,
): T => calls;

/** An object schema without additional properties. An unknown field in a body returns 400; in a response it fails the tests. */
export const strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

type ParsedPart<T, K extends 'body' | 'query' | 'params' | 'response'> = T extends {
  readonly [P in K]: infer S extends TSchema;
}
  ? Static<S>
  : undefined;

/** The parsed body of a call. */
export type BodyOf<T extends Call> = ParsedPart<T, 'body'>;
/** The parsed query string of a call. */
export type QueryOf<T extends Call> = ParsedPart<T, 'query'>;
/** The path parameters of a call. */
export type ParamsOf<T extends Call> = ParsedPart<T, 'params'>;
/** The body of a call's successful response. */
export type ResponseOf<T extends Call> = ParsedPart<T, 'response'>;
