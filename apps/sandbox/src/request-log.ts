import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request to the sandbox. */
export interface LoggedRequest {
  /** ISO instant. */
  at: string;
  method: string;
  /** Without the query. */
  path: string;
  query: string | null;
  status: number;
  duration_ms: number;
  /** The JSON or form body with secrets hidden. Null if there is none, or if it is too long. */
  body: unknown;
}

const CAPACITY = 2_000;
const MAX_BODY_LENGTH = 10_000;
const SECRET_FIELDS = new Set(['secret', 'client_secret', 'password', 'override_password']);
/** Secret fields of token endpoints. Elsewhere, `code` is not a secret. */
const TOKEN_FIELDS = new Set([...SECRET_FIELDS, 'code', 'token', 'refresh_token']);
const TOKEN_PATHS = /\/(token|revoke)$/;

/** The most recent requests, for debugging and tests. */
export class RequestLog {
  private readonly requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.requests.push(request);
    if (this.requests.length > CAPACITY) this.requests.splice(0, this.requests.length - CAPACITY);
  }

  newestFirst(): LoggedRequest[] {
    return this.requests.toReversed();
  }

  clear(): void {
    this.requests.length = 0;
  }
}

/** Logs every request when it ends, including dropped connections. */
export function logRequests(app: FastifyInstance, log: RequestLog, now: () => number): void {
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = now();
    // The raw response emits 'close' last, for completed and dropped requests alike.
    reply.raw.once('close', () => {
      const [path = '', query] = request.url.split('?', 2);
      log.add({
        at: new Date(startedAt).toISOString(),
        method: request.method,
        path,
        query: query ?? null,
        status: reply.raw.headersSent ? reply.raw.statusCode : 0,
        duration_ms: now() - startedAt,
        body: loggableBody(request, path),
      });
    });
  });
}

function loggableBody(request: FastifyRequest, path: string): unknown {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_LENGTH) return null;
  const secretFields = TOKEN_PATHS.test(path) ? TOKEN_FIELDS : SECRET_FIELDS;
  return request.body === undefined ? null : withoutSecrets(request.body, secretFields);
}

function withoutSecrets(value: unknown, secretFields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutSecrets(element, secretFields));
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) {
    return Buffer.isBuffer(value) ? null : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, fieldValue]) => [
      name,
      secretFields.has(name) ? '(hidden)' : withoutSecrets(fieldValue, secretFields),
    ]),
  );
}
