import Type, { type Static, type TSchema } from 'typebox';

/**
 * Who may make a call.
 *
 * - `public`: anyone, no token.
 * - `user`: anyone signed in.
 * - `paid`: signed in with a subscription that is paid now, by the database and not by the token.
 */
export type Access = 'public' | 'user' | 'paid';

/** One call of the API. The server registers it, the web client is typed by it, OpenAPI shows it. */
export interface Call {
  readonly access: Access;
  /** Also served under `/demo`, over the built-in demo person's rows, to anyone signed in. */
  readonly demo?: true;
  /** One line for the reference page. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The success reply. `Type.Null()` with status 204 where there is nothing to say. */
  readonly reply: TSchema;
  /** The success status; 200 unless said. */
  readonly status?: 200 | 201 | 202 | 204 | 302 | 303;
  /** What the reply travels as; JSON unless said. */
  readonly media?: 'json' | 'csv' | 'zip' | 'image' | 'events' | 'redirect';
  /** The body is a form, not JSON. */
  readonly form?: true;
  /** The body is verified by its signature on the raw bytes and is not parsed by schema. */
  readonly signed?: true;
}

/** Keeps the literal types of a feature's calls while checking that each is one. */
export const defineCalls = <
  const T extends Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Call>,
>(
  calls: T,
): T => calls;

/** An object that refuses fields it does not name: bodies answer 400, replies fail their test. */
export const strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

type Part<T, K extends 'body' | 'query' | 'params' | 'reply'> = T extends {
  readonly [P in K]: infer S extends TSchema;
}
  ? Static<S>
  : undefined;

/** The parsed body of a call. */
export type BodyOf<T extends Call> = Part<T, 'body'>;
/** The parsed query string of a call. */
export type QueryOf<T extends Call> = Part<T, 'query'>;
/** The path parameters of a call. */
export type ParamsOf<T extends Call> = Part<T, 'params'>;
/** The success reply of a call. */
export type ReplyOf<T extends Call> = Part<T, 'reply'>;
