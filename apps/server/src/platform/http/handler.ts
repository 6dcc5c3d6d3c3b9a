import type { Readable } from 'node:stream';
import type {
  CallBody,
  CallKey,
  CallParams,
  CallQuery,
  CallReply,
  Calls,
} from '@cairn/contract/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '../identifiers.ts';
import type { WrittenReply } from './written-reply.ts';

/** Who makes a call, as the database says now. */
export interface Identity {
  userId: UserId;
  sessionId: string;
  username: string;
  emailVerified: boolean;
  subscription: 'free' | 'paid';
}

/** What a handler is given: the parsed parts of the call, and who makes it. */
export interface CallContext<K extends CallKey> {
  body: CallBody<K>;
  query: CallQuery<K>;
  params: CallParams<K>;
  /** Undefined exactly for public calls. */
  identity: Calls[K]['access'] extends 'public' ? undefined : Identity;
  /** Whose rows to read: the caller's, or under `/demo` the demo person's. */
  owner: Calls[K]['access'] extends 'public' ? undefined : UserId;
  /** The caller's time zone (IANA name); UTC without a valid one. */
  timeZone: string;
  /** Today in the caller's time zone. */
  today: Temporal.PlainDate;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler answers: its reply, as an object or already written, or a stream where the call's reply is a file. */
type Answer<K extends CallKey> = Calls[K] extends { readonly media: 'csv' | 'zip' }
  ? Readable
  : Calls[K] extends { readonly media: 'image' }
    ? Buffer | null
    : CallReply<K> | WrittenReply<CallReply<K>>;

/** Answers one call: returns its reply, or throws a `Failure`. */
export type Handler<K extends CallKey> = (
  context: CallContext<K>,
) => Promise<Answer<K>> | Answer<K>;

/** The handlers of some calls, by their key in the table. */
export type Handlers<K extends CallKey = CallKey> = { [P in K]: Handler<P> };
