import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/** The maximum body size in bytes. */
export const bodyLimit = 1024 * 1024;

/** Registers parsers of JSON and forms. An empty body is `{}`. `__proto__` and text that PostgreSQL cannot store are rejected. */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, {});
    else parse(request, text as string, done); // parseAs guarantees a string.
  });
  await app.register(formbody, { bodyLimit });
  await app.register(multipart, { limits: { fields: 20, files: 0, fieldSize: 16 * 1024 } });
  app.addHook('preValidation', async (request: FastifyRequest) => {
    if (request.isMultipart()) request.body = await readMultipart(request);
    if (request.body === undefined || request.body === null) request.body = {};
    rejectInvalidText(request.body, 0);
    rejectInvalidText(request.query, 0);
    rejectInvalidText(request.params, 0);
  });
}

/** Parses the fields of a multipart form. Throws on files, repeated fields, and malformed input. */
async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' || part.valueTruncated || fields.has(part.fieldname))
        throw malformedForm();
      fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // The parser's own errors have no HTTP status.
    throw error instanceof Failure ? error : malformedForm();
  }
  return Object.fromEntries(fields);
}

const malformedForm = () => new Failure('malformed_request', problemCopy.request.invalidForm);

const maxDepth = 20;

/** Rejects what PostgreSQL can't store: NUL, lone surrogates, and JSON's 1e400, which parses as infinity. */
function rejectInvalidText(value: unknown, depth: number): void {
  if (Buffer.isBuffer(value)) return;
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Failure('malformed_request', problemCopy.request.invalidCharacter);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Failure('malformed_request', problemCopy.request.numberOutOfRange);
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Failure('malformed_request', problemCopy.request.nestedTooDeeply);
  for (const [key, part] of Object.entries(value)) {
    rejectInvalidText(key, depth);
    rejectInvalidText(part, depth + 1);
  }
}
