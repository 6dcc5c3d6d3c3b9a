import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Sets cache headers: `no-store`, unless the handler allows public caching. Public responses get an ETag,
 * and a client that has the current one gets a 304 (RFC 9110, 13.1.2).
 */
export function setCacheHeaders(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const cacheControl = reply.getHeader('cache-control');
    if (cacheControl === undefined) reply.header('cache-control', 'no-store');
    const isPublic = typeof cacheControl === 'string' && cacheControl.startsWith('public');
    if (!isPublic || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    // Weak, because compression may change the bytes.
    const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', etag);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type');
    return '';
  });
}

/** True if an If-None-Match header lists the tag or is `*`, by weak comparison. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  const withoutPrefix = (text: string) => text.trim().replace(/^W\//, '');
  return (header ?? '')
    .split(',')
    .some((tag) => withoutPrefix(tag) === '*' || withoutPrefix(tag) === withoutPrefix(etag));
}
