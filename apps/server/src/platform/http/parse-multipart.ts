import { Busboy } from '@fastify/busboy';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/**
 * Parses the fields of a multipart form (RFC 7578), given its whole body and its content type. Throws
 * `malformed_request` on files, repeated fields, too many or too large fields, and malformed input.
 */
export function parseMultipart(
  body: Buffer,
  contentType: string,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Failure('malformed_request', problemCopy.request.invalidForm));
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fields: 20, fieldSize: 16 * 1024 },
      });
      const fields = new Map<string, unknown>();
      parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
        if (valueTruncated || fields.has(name)) fail();
        fields.set(name, value);
      });
      for (const event of ['file', 'fieldsLimit', 'error'] as const) parser.on(event, fail);
      parser.on('finish', () => resolve(Object.fromEntries(fields)));
      parser.end(body);
    } catch {
      // The parser could not be created, because the content type has no boundary.
      fail();
    }
  });
}
