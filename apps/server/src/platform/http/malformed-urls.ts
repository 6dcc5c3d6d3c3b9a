import type { FastifyInstance } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

const malformedPath = '/malformed-address';

/**
 * Returns the URL, or a placeholder that is rejected later if the path can't be decoded. Fastify itself
 * would respond without our problem format and headers.
 */
export function toRoutableUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.startsWith('/api/') ? `/api${malformedPath}` : malformedPath;
  }
}

/** Responds with 400 to the placeholders of `toRoutableUrl`. */
export function rejectMalformedUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.endsWith(malformedPath) && request.url !== request.originalUrl)
      throw new Failure('malformed_request', problemCopy.request.invalidPercentEncoding);
  });
}
