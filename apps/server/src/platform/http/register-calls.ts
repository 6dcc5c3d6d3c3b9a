import { type Call, strict } from '@cairn/contract/call';
import { type CallKey, callEntries, callsByFeature } from '@cairn/contract/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Compile, type Validator } from 'typebox/compile';
import type { Clock } from '../clock.ts';
import type { UserId } from '../identifiers.ts';
import { Failure } from '../problem.ts';
import type { CallContext, Handlers, Identity } from './handler.ts';
import { timeZoneOf, todayIn } from './time-zone.ts';
import { WrittenReply } from './written-reply.ts';

/** How the table of calls is served. */
export interface CallsOptions {
  handlers: Partial<Handlers>;
  /** Calls whose feature comes later: they answer 501 after the gate. */
  notBuilt: ReadonlySet<CallKey>;
  clock: Clock;
  /** Who a bearer token belongs to, as the database says now; undefined if nobody. */
  identify(token: string): Promise<Identity | undefined>;
  /** Whose rows are read under `/demo` by somebody whose day it is. */
  demoOwner(today: Temporal.PlainDate): Promise<UserId>;
  /** Tests check every reply against its schema; in production the compiler's word is enough. */
  checkReplies: boolean;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type AnyHandler = (context: CallContext<CallKey>) => Promise<unknown> | unknown;

const featureOf = new Map<string, string>(
  Object.entries(callsByFeature).flatMap(([feature, calls]) =>
    Object.keys(calls).map((key) => [key, feature] as const),
  ),
);

/** Registers every call of the contract's table: gate, validation, handler and demo twin. */
export async function registerCalls(app: FastifyInstance, options: CallsOptions): Promise<void> {
  await app.register(async (signed) => {
    // A signature is over the raw bytes, so they are what the handler gets.
    signed.removeAllContentTypeParsers();
    signed.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    );
    registerEach(signed, options, (call) => call.signed === true);
  });
  registerEach(app, options, (call) => call.signed !== true);
}

function registerEach(
  app: FastifyInstance,
  options: CallsOptions,
  isWanted: (call: Call) => boolean,
): void {
  for (const [key, call] of callEntries.filter(([, call]) => isWanted(call))) {
    const handler = options.handlers[key] as AnyHandler | undefined; // The table pairs key and handler.
    if (handler === undefined && !options.notBuilt.has(key))
      throw new Error(`'${key}' has no handler and is not listed as not built`);
    if (handler !== undefined && options.notBuilt.has(key))
      throw new Error(`'${key}' has a handler and is still listed as not built`);
    app.route(routeOf(key, call, handler, options, false));
    if (call.demo) app.route(routeOf(key, call, handler, options, true));
    else if (call.access !== 'public') app.route(refusalOf(key, options));
  }
}

/** Under `/demo` there is nothing to change: the other calls say so instead of 'not found'. */
function refusalOf(key: CallKey, options: CallsOptions): RouteOptions {
  const [method, path] = key.split(' ') as [Method, string]; // Keys are 'METHOD /path'.
  return {
    method,
    url: `/demo${path}`,
    schema: { hide: true },
    onRequest: async (request) => {
      await identityOf(request, options);
      throw new Failure(
        'demo_read_only',
        'This is demo mode: look around freely, nothing here can be changed.',
      );
    },
    handler: async () => null,
  };
}

function routeOf(
  key: CallKey,
  call: Call,
  handler: AnyHandler | undefined,
  options: CallsOptions,
  demo: boolean,
): RouteOptions {
  const [method, path] = key.split(' ') as [Method, string]; // Keys are 'METHOD /path'.
  const check = options.checkReplies ? replyCheck(call) : undefined;
  return {
    method,
    url: demo ? `/demo${path}` : path,
    schema: schemaOf(key, call, demo),
    // Before the body is read: authority is checked first.
    onRequest: async (request) => {
      if (call.access !== 'public') {
        const identity = await identityOf(request, options);
        if (call.access === 'paid' && !demo && identity.subscription !== 'paid')
          throw new Failure(
            'subscription_required',
            'This needs a paid subscription. Please upgrade your account.',
          );
        request.identity = identity;
      }
      if (handler === undefined) throw notBuiltYet();
      refuseOtherMedia(call, request);
    },
    handler: async (request, reply) => {
      // The hook above has refused before; this tells the compiler.
      if (handler === undefined) throw notBuiltYet();
      const timeZone = timeZoneOf(request.headers['x-time-zone']);
      const today = todayIn(timeZone, options.clock);
      const owner = demo ? await options.demoOwner(today) : request.identity?.userId;
      const answer = await handler(contextOf(request, reply, { owner, timeZone, today }));
      return send(key, call, answer, reply, check);
    },
  };
}

const notBuiltYet = () => new Failure('not_built', 'This part of Cairn is not available yet.');

/** A form is taken only where the table says so: everything else is JSON. */
function refuseOtherMedia(call: Call, request: FastifyRequest): void {
  const [media = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const isForm = media === 'application/x-www-form-urlencoded' || media === 'multipart/form-data';
  if (isForm && !call.form)
    throw new Failure('unsupported_media_type', 'Send the body as application/json.');
}

async function identityOf(request: FastifyRequest, options: CallsOptions): Promise<Identity> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  const identity =
    scheme?.toLowerCase() === 'bearer' && token ? await options.identify(token) : undefined;
  if (identity === undefined)
    throw new Failure('unauthenticated', 'Please sign in: the session is missing or has ended.');
  return identity;
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  whoAndWhen: { owner: UserId | undefined; timeZone: string; today: Temporal.PlainDate },
): CallContext<CallKey> {
  const { body, query, params, identity } = request;
  // The schemas of the table checked the parts; identity and owner follow from the call's access.
  return {
    body,
    query,
    params,
    identity,
    ...whoAndWhen,
    request,
    reply,
  } as CallContext<CallKey>;
}

function send(
  key: CallKey,
  call: Call,
  answer: unknown,
  reply: FastifyReply,
  check: (() => Validator) | undefined,
): unknown {
  const media = call.media ?? 'json';
  if (media !== 'json') return media === 'events' || reply.sent ? reply : answer;
  const written = answer instanceof WrittenReply ? answer.json : undefined;
  if (check) {
    const said: unknown = written === undefined ? (answer ?? null) : JSON.parse(written);
    if (!check().Check(said)) {
      const [first] = check().Errors(said);
      throw new Error(`The reply of '${key}' does not fit its schema: ${JSON.stringify(first)}`);
    }
  }
  // It has led elsewhere.
  if (reply.sent) return reply;
  reply.code(call.status ?? 200);
  if (call.status === 204) return null;
  if (written === undefined) return answer;
  reply.type('application/json; charset=utf-8');
  return written;
}

/** What checks a call's replies, made when the first one is there. */
function replyCheck(call: Call): () => Validator {
  let check: Validator | undefined;
  return () => {
    check ??= Compile(call.reply);
    return check;
  };
}

// A call that asks for nothing in its body refuses what it would only ignore.
const noFields = strict({});

const takesBody = (key: CallKey, call: Call): boolean =>
  !key.startsWith('GET ') && call.signed !== true;

/** The part of a call that Fastify validates and that the reference page shows. */
function schemaOf(key: CallKey, call: Call, demo: boolean) {
  return {
    tags: [demo ? 'demo' : (featureOf.get(key) ?? 'platform')],
    summary: call.summary,
    description: `Access: ${demo ? 'user' : call.access}`,
    ...(call.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(takesBody(key, call) ? { body: call.body ?? noFields } : {}),
    ...(call.form
      ? { consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'] }
      : {}),
    response: { [call.status ?? 200]: call.reply },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined;
  }
}
