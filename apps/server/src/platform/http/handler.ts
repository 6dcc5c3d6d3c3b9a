import type { Readable } from 'node:stream';
import type {
  CallBody,
  CallKey,
  CallParams,
  CallQuery,
  CallResponse,
  Calls,
} from '@cairn/contract/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '../identifiers.ts';
import type { Once } from './idempotency/execute-once.ts';
import type { SerializedResponse } from './serialized-response.ts';

/** The signed-in user and session of a call, as read from the database. */
export interface CallerIdentity {
  userId: UserId;
  sessionId: string;
  username: string;
  emailVerified: boolean;
  subscription: 'free' | 'paid';
  /** When the bearer token of the call expires: Unix time in seconds. */
  tokenExpiresAt: number;
}

/** The parsed parts of a call and its caller. */
export interface CallContext<K extends CallKey> {
  body: CallBody<K>;
  query: CallQuery<K>;
  params: CallParams<K>;
  /** Undefined for public calls only. */
  identity: Calls[K]['access'] extends 'public' ? undefined : CallerIdentity;
  /** The user whose rows to read: the caller, or under `/demo` the demo user. */
  owner: Calls[K]['access'] extends 'public' ? undefined : UserId;
  /** The caller's time zone (IANA name). UTC if it sent no valid one. */
  timeZone: string;
  /** Today in the caller's time zone. */
  today: Temporal.PlainDate;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Does the work of a call that creates something. Skips it if the call is repeated with the same idempotency key. */
  once: Once;
}

/** A handler's result: the response as an object or already serialized, or a stream or buffer for a file. */
type HandlerResult<K extends CallKey> = Calls[K] extends { readonly media: 'csv' | 'zip' }
  ? Readable
  : Calls[K] extends { readonly media: 'image' }
    ? Buffer | null
    : CallResponse<K> | SerializedResponse<CallResponse<K>>;

/** Handles one call: returns its response, or throws a `Failure`. */
export type Handler<K extends CallKey> = (
  context: CallContext<K>,
) => Promise<HandlerResult<K>> | HandlerResult<K>;

/** Handlers by call key. */
export type Handlers<K extends CallKey = CallKey> = { [P in K]: Handler<P> };
