import { type Call, type StepUp, strict } from '@cairn/contract/call';
import {
  acceptsIdempotencyKey,
  isLimitedWrite,
  requiredFields,
  requiresBody,
  takesBody,
} from '@cairn/contract/call-problems';
import { type CallKey, callEntries } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Compile, type Validator } from 'typebox/compile';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { UserId } from '../identifiers.ts';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import type { Admission, ProcessLimitName, UserLimitName } from './admit-calls.ts';
import { registerReportParsers } from './body-parsers.ts';
import type { CallContext, CallerIdentity, Handlers } from './handler.ts';
import { executeOnce, type Once, onceWithoutKey } from './idempotency/execute-once.ts';
import { idempotencyKeyHeader, parseIdempotencyKey } from './idempotency/idempotency-key.ts';
import { SerializedResponse } from './serialized-response.ts';
import { timeZoneOf, todayIn } from './time-zone.ts';

/** What `registerCalls` needs to serve the contract's calls. */
export interface CallsOptions {
  handlers: Handlers;
  clock: Clock;
  /** Limits how many calls are handled at once. */
  admission: Admission;
  /** Where the responses of calls with an idempotency key are stored. */
  database: Database;
  /** Returns the caller of a bearer token, as read from the database; undefined if it is invalid. */
  identify(token: string): Promise<CallerIdentity | undefined>;
  /** Counts a call that changes the user's data. Throws if there were too many. */
  limitWrites(userId: UserId): Promise<void>;
  /** Requires a call's step-up. Throws `step_up_required` or `wrong_password`. */
  requireStepUp(identity: CallerIdentity, stepUp: StepUp, body: unknown): Promise<void>;
  /** Returns the demo user whose data ends on this day. */
  demoOwner(today: Temporal.PlainDate): Promise<UserId>;
  /** Checks every response against its schema. For tests: in production the types are enough. */
  checkResponses: boolean;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type AnyHandler = (context: CallContext<CallKey>) => Promise<unknown> | unknown;

/** Registers every call of the contract with its gate, validation, handler, and demo route. */
export async function registerCalls(app: FastifyInstance, options: CallsOptions): Promise<void> {
  await app.register(async (signed) => {
    // The handler verifies the signature over the raw bytes.
    signed.removeAllContentTypeParsers();
    signed.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    );
    registerMatching(signed, options, (call) => call.signed === true);
  });
  await app.register(async (reports) => {
    registerReportParsers(reports);
    registerMatching(reports, options, (call) => call.reports === true);
  });
  registerMatching(app, options, (call) => !call.signed && !call.reports);
}

function registerMatching(
  app: FastifyInstance,
  options: CallsOptions,
  matches: (call: Call) => boolean,
): void {
  for (const [key, call] of callEntries.filter(([, call]) => matches(call))) {
    const handler = options.handlers[key] as AnyHandler; // The handler's type follows from its key.
    app.route(createRoute(key, call, handler, options, false));
    if (call.demo) app.route(createRoute(key, call, handler, options, true));
    else if (call.access !== 'public') app.route(createDemoRejection(key, options));
  }
}

/** Under `/demo`, calls that change data respond with `demo_read_only` instead of `not_found`. */
function createDemoRejection(key: CallKey, options: CallsOptions): RouteOptions {
  const [method, path] = key.split(' ') as [Method, string]; // Keys are 'METHOD /path'.
  return {
    method,
    url: `/demo${path}`,
    config: { call: key },
    onRequest: async (request, reply) => {
      await options.admission.admit(request, reply, 'calls');
      await authenticate(request, options);
      throw new Failure('demo_read_only', problemCopy.access.demoReadOnly);
    },
    handler: async () => null,
  };
}

function createRoute(
  key: CallKey,
  call: Call,
  handler: AnyHandler,
  options: CallsOptions,
  isDemo: boolean,
): RouteOptions {
  const [method, path] = key.split(' ') as [Method, string]; // Keys are 'METHOD /path'.
  const validator = options.checkResponses ? lazyResponseValidator(call) : undefined;
  return {
    method,
    url: isDemo ? `/demo${path}` : path,
    schema: routeSchema(key, call),
    config: { call: key },
    // Authorization is checked before the body is read.
    onRequest: async (request, reply) => {
      await options.admission.admit(request, reply, processLimitOf(call));
      if (call.access !== 'public') {
        const identity = await authenticate(request, options);
        if (call.access === 'paid' && !isDemo && identity.subscription !== 'paid')
          throw new Failure('subscription_required', problemCopy.access.subscriptionRequired);
        const { userId } = identity;
        await options.admission.admitUser(request, reply, { userId, limitName: userLimitOf(call) });
        if (isLimitedWrite(call)) await options.limitWrites(identity.userId);
        request.identity = identity;
      }
      if (takesBody(key, call)) rejectUnsupportedMedia(call, request);
    },
    preParsing: (request, _reply, payload, done) => {
      // A client that sends its body slowly must not keep others from being served.
      if (!request.raw.complete) request.slots?.releaseProcess();
      done(null, payload);
    },
    preValidation: async (request, reply) => {
      if (request.slots?.isProcessReleased)
        await options.admission.admit(request, reply, processLimitOf(call));
      if (takesBody(key, call)) request.body ??= emptyBodyOf(call);
    },
    // Step-up is checked after the body is validated, because it may contain the password.
    preHandler: async ({ identity, body }) => {
      if (call.stepUp !== undefined && identity !== undefined)
        await options.requireStepUp(identity, call.stepUp, body);
    },
    handler: async (request, reply) => {
      const timeZone = timeZoneOf(request.headers['x-time-zone']);
      const today = todayIn(timeZone, options.clock);
      try {
        const owner = isDemo ? await options.demoOwner(today) : request.identity?.userId;
        const execute = async (once: Once) =>
          handler(createContext(request, reply, { owner, timeZone, today, once }));
        const result =
          acceptsIdempotencyKey(key, call) && !isDemo
            ? await executeWithKey(key, request, options.database, execute)
            : await execute(onceWithoutKey(options.database));
        return sendResult(key, call, result, reply, validator);
      } finally {
        if (call.media === 'events') request.slots?.release();
        else request.slots?.releaseProcess();
      }
    },
  };
}

const processLimitOf = ({ hashesPassword }: Call): ProcessLimitName =>
  hashesPassword ? 'sign_ins' : 'calls';

const userLimitOf = ({ media }: Call): UserLimitName =>
  media === 'csv' || media === 'zip' ? 'user_exports' : 'user_calls';

/** Executes a call that creates something: with an `Idempotency-Key` header, only once in 24 hours. */
async function executeWithKey(
  call: CallKey,
  { headers, identity, params, query, body }: FastifyRequest,
  database: Database,
  execute: (once: Once) => Promise<unknown>,
): Promise<unknown> {
  const key = parseIdempotencyKey(headers[idempotencyKeyHeader]);
  if (key === undefined || identity === undefined) return execute(onceWithoutKey(database));
  const request = { call, params, query, body };
  return executeOnce(database, { key, userId: identity.userId, request }, execute);
}

/** Rejects forms, except for calls that accept them. */
function rejectUnsupportedMedia(call: Call, request: FastifyRequest): void {
  const [media = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const isForm = media === 'application/x-www-form-urlencoded' || media === 'multipart/form-data';
  if (isForm && !call.form)
    throw new Failure('unsupported_media_type', problemCopy.request.jsonExpected);
}

/** Returns `{}` for a missing body, or for `null`. Throws 400 if the call requires a body. */
function emptyBodyOf(call: Call): object {
  if (!requiresBody(call)) return {};
  const fields = requiredFields(call);
  const { bodyMissing, fieldsMissing } = problemCopy.request;
  throw new Failure(
    'malformed_request',
    fields.length === 0 ? bodyMissing : formatMessage(fieldsMissing, { fields: fields.join(', ') }),
  );
}

async function authenticate(
  request: FastifyRequest,
  options: CallsOptions,
): Promise<CallerIdentity> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  const identity =
    scheme?.toLowerCase() === 'bearer' && token ? await options.identify(token) : undefined;
  if (identity === undefined)
    throw new Failure('unauthenticated', problemCopy.access.signInRequired);
  return identity;
}

function createContext(
  request: FastifyRequest,
  reply: FastifyReply,
  scope: {
    owner: UserId | undefined;
    timeZone: string;
    today: Temporal.PlainDate;
    once: Once;
  },
): CallContext<CallKey> {
  const { body, query, params, identity } = request;
  // The schemas have validated the parts of the request. Whether identity and owner are set follows from the call's
  // access.
  return {
    body,
    query,
    params,
    identity,
    ...scope,
    request,
    reply,
  } as CallContext<CallKey>;
}

function sendResult(
  key: CallKey,
  call: Call,
  result: unknown,
  reply: FastifyReply,
  validator: (() => Validator) | undefined,
): unknown {
  const media = call.media ?? 'json';
  // The handler has sent the response, or sends it as a stream.
  if (media === 'events' || media === 'redirect') return reply;
  if (media !== 'json') return result;
  const json = result instanceof SerializedResponse ? result.json : undefined;
  if (validator) {
    const body: unknown = json === undefined ? (result ?? null) : JSON.parse(json);
    if (!validator().Check(body)) {
      const [first] = validator().Errors(body);
      throw new Error(
        `The response of '${key}' does not match its schema: ${JSON.stringify(first)}`,
      );
    }
  }
  reply.code(call.status ?? 200);
  if (call.status === 204) return null;
  if (json === undefined) return result;
  reply.type('application/json; charset=utf-8');
  return json;
}

/** Compiles the validator of a call's responses on first use. */
function lazyResponseValidator(call: Call): () => Validator {
  let validator: Validator | undefined;
  return () => {
    validator ??= Compile(call.response);
    return validator;
  };
}

// A call without a body schema rejects all fields instead of ignoring them.
const emptyBody = strict({});

/** The schema that Fastify validates. */
function routeSchema(key: CallKey, call: Call) {
  return {
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(takesBody(key, call) ? { body: call.body ?? emptyBody } : {}),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: CallerIdentity | undefined;
  }
  interface FastifyContextConfig {
    /** The call of a route. Undefined for routes that are not in the contract. */
    call?: CallKey;
  }
}
