import type { CallKey, CallResponse } from '@cairn/contract/calls';
import { type Problem, type ProblemCode, problems } from '@cairn/contract/problem';

/** A call that the fake server received. */
export interface ReceivedCall {
  readonly path: string;
  /** The query string without its question mark. Empty if the call has none. */
  readonly query: string;
  /** The parsed JSON or form body. Undefined if the call has none. */
  readonly body: unknown;
  /** The `Idempotency-Key` header, without quotes. Absent if there is none. */
  readonly idempotencyKey?: string;
}

type Responder = (call: ReceivedCall) => Response;

let responders = new Map<CallKey, Responder>();
let pauses = new Map<CallKey, Promise<void>>();
let received: { readonly key: CallKey; readonly call: ReceivedCall }[] = [];
let unexpected: string[] = [];

/**
 * Stands in for Cairn's API in component tests. It intercepts `fetch`, so that the app's own modules
 * run unchanged. A test sets up the response to each call that it expects; any other call fails the test.
 */
export const fakeServer = {
  /** Sets the response to a call, as the contract types it. Null is sent as a 204 without a body. */
  respond<K extends CallKey>(
    key: K,
    response: CallResponse<K> | ((call: ReceivedCall) => CallResponse<K>),
  ): void {
    responders.set(key, (call) => {
      const body = isFunction(response) ? response(call) : response;
      return body === null ? new Response(null, { status: 204 }) : Response.json(body);
    });
  },
  /** Sets a file as the response to a call. */
  respondWithFile(key: CallKey, text: string, mediaType: string): void {
    responders.set(key, () => new Response(text, { headers: { 'content-type': mediaType } }));
  },
  /** Sets a problem as the response to a call, in the format of the real server. */
  reject(
    key: CallKey,
    code: ProblemCode,
    detail: string,
    members: Pick<Problem, 'challenge' | 'factors' | 'factor_reset_at'> = {},
  ): void {
    const { status, title } = problems[code];
    const problem: Problem = {
      type: `https://example.com/errors#${code}`,
      title,
      status,
      detail,
      code,
      request_id: 'request-1',
      ...members,
    };
    responders.set(key, () => Response.json(problem, { status }));
  },
  /** Makes a call fail as if the network were down. */
  disconnect(key: CallKey): void {
    responders.set(key, () => {
      throw new TypeError('Failed to fetch');
    });
  },
  /** Delays the responses to a call until the returned function is called. */
  pause(key: CallKey): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    pauses.set(key, promise);
    return resolve;
  },
  /** The calls received so far, oldest first. */
  callsTo: (key: CallKey): ReceivedCall[] =>
    received.filter((entry) => entry.key === key).map(({ call }) => call),
  /** Calls that no test expected, as `METHOD /path`. */
  unexpectedCalls: (): readonly string[] => unexpected,
};

/** Intercepts `fetch`. Returns the function that restores `fetch` and clears the fake server's state. */
export function startFakeServer(): () => void {
  const originalFetch = window.fetch;
  window.fetch = (input, init) =>
    typeof input === 'string' && input.startsWith('/api/')
      ? handle(input, init)
      : originalFetch(input, init);
  return () => {
    window.fetch = originalFetch;
    responders = new Map();
    pauses = new Map();
    received = [];
    unexpected = [];
  };
}

async function handle(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url, window.location.href);
  const path = pathname.slice('/api'.length);
  const { method = 'GET', signal } = init;
  const key = findKey(method, path);
  if (key === undefined) {
    unexpected.push(`${method} ${path}`);
    throw new TypeError(`The test does not expect the call ${method} ${path}`);
  }
  const idempotencyKey = new Headers(init.headers).get('idempotency-key')?.replaceAll('"', '');
  const call = {
    path,
    query: search.slice(1),
    body: parseBody(init.body),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  received.push({ key, call });
  const pause = pauses.get(key);
  if (pause) await Promise.race([pause, ...(signal ? [rejectOnAbort(signal)] : [])]);
  const responder = responders.get(key);
  if (responder === undefined) throw new TypeError(`The test with the call ${key} has ended`);
  return responder(call);
}

/** The call with a responder that a path belongs to. Paths without parameters come first. */
function findKey(method: string, path: string): CallKey | undefined {
  const keys = [...responders.keys()];
  return keys.find((key) => key === `${method} ${path}`) ?? keys.find(matches);
  function matches(key: CallKey): boolean {
    const pattern = key.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`);
  }
}

function parseBody(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  return body instanceof URLSearchParams ? Object.fromEntries(body) : undefined;
}

/** Rejects as `fetch` does once its signal aborts. Never resolves. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return promise;
}

function isFunction<T, A>(value: T | ((argument: A) => T)): value is (argument: A) => T {
  return typeof value === 'function';
}
