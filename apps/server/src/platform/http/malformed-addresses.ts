import type { FastifyInstance } from 'fastify';
import { Failure } from '../problem.ts';

const malformed = '/malformed-address';

/**
 * The address as it came, or one that is refused where it cannot be decoded: left as it is, the
 * framework would answer in its own words and without any of our headers.
 */
export function routableAddress(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.startsWith('/api/') ? `/api${malformed}` : malformed;
  }
}

/** Answers 400 to the addresses that `routableAddress` has put aside. */
export function refuseMalformedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.endsWith(malformed) && request.url !== request.originalUrl)
      throw new Failure('malformed_request', 'The address has a % that stands for no character.');
  });
}
