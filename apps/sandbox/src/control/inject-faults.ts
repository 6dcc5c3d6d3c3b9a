import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exchangeErrorBody, sendExchangeError } from '../coinbase/exchange-errors.ts';
import {
  errorBody,
  isPlaidErrorCode,
  PlaidApiError,
  type PlaidErrorCode,
} from '../plaid/calls/errors.ts';
import { newRequestId } from '../plaid/calls/wire-item.ts';
import { type Fault, type FaultKind, type Faults, SLOW_MS, TIMEOUT_MS } from './faults.ts';

/** Faults that apply before the route handler runs. The routes apply provider-specific faults themselves. */
const REQUEST_FAULTS: readonly FaultKind[] = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'slow',
  'refuse',
];
const RESPONSE_FAULTS: readonly FaultKind[] = ['malformed_json', 'truncated'];

/** Returns the institution that a request is about, or null. */
type InstitutionOf = (request: FastifyRequest) => string | null;

/** Applies active faults to requests of the providers. */
export function injectFaults(
  app: FastifyInstance,
  faults: Faults,
  institutionOf: InstitutionOf,
): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  // This runs after the body has been read, so that no caller is disconnected while still sending.
  app.addHook('preHandler', async (request, reply) => {
    const target = targetOf(request);
    if (target === null) return undefined;
    const fault = faults.consumeMatching(
      target.provider,
      target.route,
      REQUEST_FAULTS,
      institutionOf(request),
    );
    return fault === null ? undefined : applyFault(fault, target, reply, closing.signal);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const target = targetOf(request);
    if (target === null || typeof payload !== 'string' || payload === '') return payload;
    const fault = faults.consumeMatching(
      target.provider,
      target.route,
      RESPONSE_FAULTS,
      institutionOf(request),
    );
    if (fault === null) return payload;
    const half = Buffer.from(payload).subarray(0, Math.ceil(Buffer.byteLength(payload) / 2));
    if (fault.kind === 'malformed_json') return `${half.toString('latin1')}<`;
    reply.header('content-length', Buffer.byteLength(payload));
    return truncatedStream(half);
  });
}

interface Target {
  provider: string;
  route: string;
}

/**
 * Returns a request's provider and route: 'plaid' and '/transactions/sync' for '/plaid/transactions/sync?x'. Paths that
 * start with /v1 belong to the payment provider's API.
 */
function targetOf(request: FastifyRequest): Target | null {
  const [path = ''] = request.url.split('?', 1);
  if (path.startsWith('/v1/')) return { provider: 'stripe', route: path };
  // Mail faults apply to SMTP. Reading the inbox is not affected.
  if (path === '/mail' || path.startsWith('/mail/')) return null;
  const secondSlash = path.indexOf('/', 1);
  return secondSlash < 0
    ? null
    : { provider: path.slice(1, secondSlash), route: path.slice(secondSlash) };
}

async function applyFault(
  fault: Fault,
  target: Target,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<FastifyReply | undefined> {
  switch (fault.kind) {
    case 'http_500':
      return sendError(reply, target, 'INTERNAL_SERVER_ERROR', 'an unexpected error occurred');
    case 'http_429': {
      const isSync = target.route === '/transactions/sync';
      const code = isSync ? 'TRANSACTIONS_SYNC_LIMIT' : 'RATE_LIMIT';
      reply.header('Retry-After', '1');
      return sendError(reply, target, code, 'rate limit exceeded. please try again later');
    }
    case 'refuse':
      if (fault.code === null) return undefined;
      if (target.provider === 'apple') return reply.code(400).send({ error: fault.code });
      if (target.provider === 'coinbase') return sendExchangeError(reply, fault.code);
      if (!isPlaidErrorCode(fault.code)) return undefined;
      return sendError(reply, target, fault.code, `${fault.code} was requested as a fault`);
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

function sendError(
  reply: FastifyReply,
  target: Target,
  code: PlaidErrorCode,
  message: string,
): FastifyReply {
  reply.code(new PlaidApiError(code, message).status);
  return reply.send(errorOf(target.provider, code, message, reply.statusCode));
}

/** Returns an error in the provider's format. */
function errorOf(provider: string, code: PlaidErrorCode, message: string, status: number): object {
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
      return exchangeErrorBody(status, message);
    default:
      return { error: { type: 'api_error', code: code.toLowerCase(), message } };
  }
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Waits until the time has passed, the caller disconnects, or the sandbox closes. */
async function pauseWhileOpen(
  ms: number,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<void> {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  await pause(ms, AbortSignal.any([closing, disconnected.signal]));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // An abort ends the pause early and is not an error.
  await wait(ms, undefined, { signal: signal }).catch(() => undefined);
}

/** Returns a stream that fails after its content, which breaks the connection in the middle of the response. */
function truncatedStream(content: Buffer): Readable {
  let isSent = false;
  return new Readable({
    read() {
      if (!isSent) {
        isSent = true;
        this.push(content);
        return;
      }
      // Wait until the first half has been sent.
      setImmediate(() => this.destroy(new Error('truncated by a fault')));
    },
  });
}
