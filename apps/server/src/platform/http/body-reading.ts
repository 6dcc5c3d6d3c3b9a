import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../problem.ts';

/** The largest body taken, in bytes. */
export const bodyLimit = 1024 * 1024;

/** JSON and forms: an empty body counts as `{}`, `__proto__` is refused, text must be storable. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, {});
    else parse(request, text as string, done); // parseAs: 'string' makes it one.
  });
  await app.register(formbody, { bodyLimit });
  await app.register(multipart, { limits: { fields: 20, files: 0, fieldSize: 16 * 1024 } });
  app.addHook('preValidation', async (request: FastifyRequest) => {
    if (request.isMultipart()) request.body = await readMultipart(request);
    if (request.body === undefined || request.body === null) request.body = {};
    refuseUnstorable(request.body, 0);
    refuseUnstorable(request.query, 0);
    refuseUnstorable(request.params, 0);
  });
}

/** The fields of a multipart form. Files, and whatever is no such form, are refused. */
async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' || part.valueTruncated || fields.has(part.fieldname))
        throw malformedForm();
      fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // The parser's own errors have no status: to it a form that breaks off is an accident.
    throw error instanceof Failure ? error : malformedForm();
  }
  return Object.fromEntries(fields);
}

const malformedForm = () =>
  new Failure('malformed_request', 'The form could not be read: send its fields, once each.');

const deepest = 20;

/** PostgreSQL stores no NUL and no lone surrogate, and JSON's 1e400 becomes no number at all. */
function refuseUnstorable(value: unknown, depth: number): void {
  if (Buffer.isBuffer(value)) return;
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Failure(
      'malformed_request',
      'The request has text with a character that cannot be stored.',
    );
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Failure('malformed_request', 'The request has a number that is out of range.');
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw new Failure('malformed_request', 'The request is nested too deeply.');
  for (const [key, part] of Object.entries(value)) {
    refuseUnstorable(key, depth);
    refuseUnstorable(part, depth + 1);
  }
}
