import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseAsExchange, troubleOfExchange } from '../coinbase/refusals.ts';
import { newRequestId } from '../plaid/describe.ts';
import { errorBody, isRefusalCode, PlaidRefusal, type RefusalCode } from '../plaid/errors.ts';
import { type Fault, type FaultKind, type Faults, SLOW_MS, TIMEOUT_MS } from './faults.ts';

/** Faults of the transport, which can befall any provider's route; the others are answered by the route itself. */
const BEFORE: readonly FaultKind[] = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'slow',
  'refuse',
];
const ON_ANSWER: readonly FaultKind[] = ['malformed_json', 'truncated'];

/** The bank that a request is about, or null. */
type BankOf = (request: FastifyRequest) => string | null;

/** Lets waiting faults befall the requests to the stand-in providers. */
export function injectFaults(app: FastifyInstance, faults: Faults, bankOf: BankOf): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  // Once the body has been read, so that a caller is never cut off while still sending.
  app.addHook('preHandler', async (request, reply) => {
    const at = placeOf(request);
    if (at === null) return undefined;
    const fault = faults.take(at.provider, at.route, BEFORE, bankOf(request));
    return fault === null ? undefined : befall(fault, at, reply, closing.signal);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const at = placeOf(request);
    if (at === null || typeof payload !== 'string' || payload === '') return payload;
    const fault = faults.take(at.provider, at.route, ON_ANSWER, bankOf(request));
    if (fault === null) return payload;
    const half = Buffer.from(payload).subarray(0, Math.ceil(Buffer.byteLength(payload) / 2));
    if (fault.kind === 'malformed_json') return `${half.toString('latin1')}<`;
    reply.header('content-length', Buffer.byteLength(payload));
    return cutOff(half);
  });
}

interface Place {
  provider: string;
  route: string;
}

/** '/plaid/transactions/sync?x' is provider 'plaid', route '/transactions/sync'. The payment provider's API also stands at the root, as /v1. */
function placeOf(request: FastifyRequest): Place | null {
  const [path = ''] = request.url.split('?', 1);
  if (path.startsWith('/v1/')) return { provider: 'stripe', route: path };
  // A fault of the mail server is SMTP's affair; reading the inbox goes on.
  if (path === '/mail' || path.startsWith('/mail/')) return null;
  const second = path.indexOf('/', 1);
  return second < 0 ? null : { provider: path.slice(1, second), route: path.slice(second) };
}

async function befall(
  fault: Fault,
  at: Place,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<FastifyReply | undefined> {
  switch (fault.kind) {
    case 'http_500':
      return refuse(reply, at, 'INTERNAL_SERVER_ERROR', 'an unexpected error occurred');
    case 'http_429': {
      const isSync = at.route === '/transactions/sync';
      const code = isSync ? 'TRANSACTIONS_SYNC_LIMIT' : 'RATE_LIMIT';
      reply.header('Retry-After', '1');
      return refuse(reply, at, code, 'rate limit exceeded. please try again later');
    }
    case 'refuse':
      if (fault.code === null) return undefined;
      if (at.provider === 'apple') return reply.code(400).send({ error: fault.code });
      if (at.provider === 'coinbase') return refuseAsExchange(reply, fault.code);
      if (!isRefusalCode(fault.code)) return undefined;
      return refuse(reply, at, fault.code, `${fault.code} was asked for`);
    case 'slow':
      await pause(fault.latencyMs ?? SLOW_MS, closing);
      return undefined;
    case 'timeout':
      await pauseWhileOpen(fault.latencyMs ?? TIMEOUT_MS, reply, closing);
      return drop(reply);
    default:
      return drop(reply);
  }
}

function refuse(reply: FastifyReply, at: Place, code: RefusalCode, message: string): FastifyReply {
  reply.code(new PlaidRefusal(code, message).status);
  return reply.send(errorOf(at.provider, code, message, reply.statusCode));
}

/** The error in the provider's own shape. */
function errorOf(provider: string, code: RefusalCode, message: string, status: number): object {
  switch (provider) {
    case 'plaid':
      return errorBody(code, message, newRequestId());
    case 'google':
      return {
        error: {
          code: status,
          message,
          status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL',
        },
      };
    case 'apple':
      return { error: status === 429 ? 'temporarily_unavailable' : 'server_error' };
    case 'quotes':
      return { error: message };
    case 'coinbase':
      return troubleOfExchange(status, message);
    default:
      return { error: { type: 'api_error', code: code.toLowerCase(), message } };
  }
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Holds the request until the time is over, the caller has gone or the sandbox ends. */
async function pauseWhileOpen(
  ms: number,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  await pause(ms, AbortSignal.any([closing, gone.signal]));
}

async function pause(ms: number, until: AbortSignal): Promise<void> {
  // Being woken early is one of the two ways in which a pause ends, not a failure.
  await wait(ms, undefined, { signal: until }).catch(() => undefined);
}

/** A stream that breaks after what it was given, so that the connection dies in the middle of the answer. */
function cutOff(part: Buffer): Readable {
  let sent = false;
  return new Readable({
    read() {
      if (!sent) {
        sent = true;
        this.push(part);
        return;
      }
      // A moment later, so that the first half has left before the connection goes.
      setImmediate(() => this.destroy(new Error('truncated by a fault')));
    },
  });
}
