import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** In seconds: the maximum lifetime of a session. */
const maxAge = 90 * 24 * 3600;

/** The cookie in which the web app's browser keeps a session's refresh token, out of reach of scripts. */
export interface RefreshCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** Creates the accessors of the refresh cookie. */
export function createRefreshCookie(publicUrl: string): RefreshCookie {
  const secure = publicUrl.startsWith('https:');
  // With the `__Host-` prefix, browsers accept the cookie only over HTTPS and from this exact host, so that no
  // neighboring domain can set one.
  const name = `${secure ? '__Host-' : ''}cairn_refresh`;
  const options: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: '/',
  };
  return {
    read: ({ cookies }) => cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
