import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One request that reached the sandbox. */
export interface LoggedRequest {
  /** ISO instant. */
  at: string;
  method: string;
  /** Without the query. */
  path: string;
  query: string | null;
  status: number;
  duration_ms: number;
  /** The JSON or form body with secrets taken out; null where there was none or it was too long to keep. */
  body: unknown;
}

const KEPT = 2_000;
const LONGEST_BODY = 10_000;
const SECRET_FIELDS = new Set(['secret', 'client_secret', 'password', 'override_password']);
/** What an app's server sends to a token endpoint; elsewhere a `code` is no secret. */
const TOKEN_FIELDS = new Set([...SECRET_FIELDS, 'code', 'token', 'refresh_token']);
const TOKEN_PATHS = /\/(token|revoke)$/;

/** The last requests, for people and tests that want to see what the app really asked. */
export class RequestLog {
  private readonly requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.requests.push(request);
    if (this.requests.length > KEPT) this.requests.splice(0, this.requests.length - KEPT);
  }

  newestFirst(): LoggedRequest[] {
    return this.requests.toReversed();
  }

  clear(): void {
    this.requests.length = 0;
  }
}

/** Writes every request down once it is over, also those whose connection was dropped. */
export function logRequests(app: FastifyInstance, log: RequestLog, now: () => number): void {
  app.addHook('onRequest', async (request, reply) => {
    const began = now();
    // 'close' of the raw response comes last for answered and for dropped requests alike.
    reply.raw.once('close', () => {
      const [path = '', query] = request.url.split('?', 2);
      log.add({
        at: new Date(began).toISOString(),
        method: request.method,
        path,
        query: query ?? null,
        status: reply.raw.headersSent ? reply.raw.statusCode : 0,
        duration_ms: now() - began,
        body: loggableBody(request, path),
      });
    });
  });
}

function loggableBody(request: FastifyRequest, path: string): unknown {
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_BODY) return null;
  const secret = TOKEN_PATHS.test(path) ? TOKEN_FIELDS : SECRET_FIELDS;
  return request.body === undefined ? null : withoutSecrets(request.body, secret);
}

function withoutSecrets(value: unknown, secret: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, secret));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) {
    return Buffer.isBuffer(value) ? null : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secret.has(name) ? '(hidden)' : withoutSecrets(inner, secret),
    ]),
  );
}
