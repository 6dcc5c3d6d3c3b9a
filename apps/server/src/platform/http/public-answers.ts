import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * How answers are kept by caches: by none, unless their handler says that everyone may keep them. Those
 * get an ETag, and who has the same already is told so with 304 (RFC 9110, 13.1.2).
 */
export function sayWhoMayKeepAnswers(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const rule = reply.getHeader('cache-control');
    if (rule === undefined) reply.header('cache-control', 'no-store');
    const open = typeof rule === 'string' && rule.startsWith('public');
    if (!open || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    // A weak one: the same answer may travel compressed.
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    if (!names(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type');
    return '';
  });
}

/** Whether a list of tags has this one, or stands for any. Strength is no matter in this comparison. */
function names(header: string | undefined, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((each) => bare(each) === '*' || bare(each) === bare(tag));
}
