import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import { bodyLimit } from './body-limit.ts';
import { parseMultipart } from './parse-multipart.ts';

/**
 * Registers the parsers for JSON and forms. Each receives the complete body, whose size has been checked. An empty
 * body is `undefined`. `__proto__` and text that PostgreSQL cannot store are rejected.
 */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, undefined);
    else parse(request, text as string, done); // parseAs guarantees a string.
  });
  await app.register(formbody, { bodyLimit });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer) =>
      parseMultipart(bytes, request.headers['content-type'] ?? ''),
  );
  app.addHook('preValidation', async (request: FastifyRequest) => {
    rejectInvalidValues(request.body, 0);
    rejectInvalidValues(request.query, 0);
    rejectInvalidValues(request.params, 0);
  });
}

/** Registers the parser for browsers' reports, whose media types no other call accepts. */
export function registerReportParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    (request, text, done) => parse(request, text as string, done), // parseAs guarantees a string.
  );
}

const maxDepth = 20;

/**
 * Rejects what PostgreSQL can't store: NUL, lone surrogates, and JSON's 1e400, which parses as infinity. Also rejects
 * values that are nested too deeply.
 */
function rejectInvalidValues(value: unknown, depth: number): void {
  if (Buffer.isBuffer(value)) return;
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Failure('malformed_request', problemCopy.request.invalidCharacter);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Failure('malformed_request', problemCopy.request.numberOutOfRange);
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Failure('malformed_request', problemCopy.request.nestedTooDeeply);
  for (const [key, part] of Object.entries(value)) {
    rejectInvalidValues(key, depth);
    rejectInvalidValues(part, depth + 1);
  }
}
