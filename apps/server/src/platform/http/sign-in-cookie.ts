import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeLifetime, randomSecret } from '../one-time-codes.ts';

/**
 * The cookie that ties a sign-in with a provider (or at the crypto exchange, to link it) to the browser
 * that began it: what that sign-in yields counts in this browser only. It identifies nobody.
 */
export interface SignInCookie {
  /** The browser's secret, made if it has none, and kept for as long as a sign-in may take. */
  keep(request: FastifyRequest, reply: FastifyReply): string;
  /** The browser's secret, if it has one. */
  read(request: FastifyRequest): string | undefined;
}

/**
 * Each provider has a cookie of its own: a browser may ask for Google's nonce and set out for Apple at
 * the same moment, and neither answer is to undo the other's.
 */
export function signInCookie(
  publicUrl: string,
  provider: 'google' | 'apple' | 'exchange',
): SignInCookie {
  const secure = publicUrl.startsWith('https:');
  // Browsers take the prefix over https only, and there keep the name from being set in clear. The
  // stricter `__Host-` would need the path to be /.
  const name = `${secure ? '__Secure-' : ''}cairn_${provider}_sign_in`;

  function read(request: FastifyRequest): string | undefined {
    const value = request.cookies[name];
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  }

  return {
    read,
    keep(request, reply) {
      // Another tab's sign-in may be under way with it.
      const secret = read(request) ?? randomSecret();
      reply.setCookie(name, secret, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/api',
        maxAge: codeLifetime('apple_state'),
      });
      return secret;
    },
  };
}
