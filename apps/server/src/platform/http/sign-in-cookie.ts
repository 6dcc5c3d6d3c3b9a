import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeLifetime, randomSecret } from '../secrets/one-time-codes.ts';

/**
 * The cookie that binds a sign-in with a provider or a passkey, or linking the exchange, to the browser that started
 * it: the result is valid in that browser only. The cookie does not identify a user.
 */
export interface SignInCookie {
  /** Returns the browser's secret, generated if missing, and extends the cookie's lifetime. */
  ensure(request: FastifyRequest, reply: FastifyReply): string;
  /** Returns the browser's secret, if it has one. */
  read(request: FastifyRequest): string | undefined;
  /** Deletes the cookie once the sign-in or link is completed. The next cookie gets a new secret. */
  clear(reply: FastifyReply): void;
}

/**
 * Creates the accessors of a provider's cookie. Each provider has its own, because a browser may start
 * sign-ins with Google and Apple at the same time.
 */
export function createSignInCookie(
  publicUrl: string,
  provider: 'google' | 'apple' | 'oidc' | 'exchange' | 'passkey',
): SignInCookie {
  const secure = publicUrl.startsWith('https:');
  // With the `__Host-` prefix, browsers accept the cookie only over HTTPS and from this exact host. A neighboring
  // domain could otherwise set a secret that it knows, and complete the sign-in itself.
  const name = `${secure ? '__Host-' : ''}cairn_${provider}_sign_in`;
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;

  function read(request: FastifyRequest): string | undefined {
    const value = request.cookies[name];
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  }

  return {
    read,
    ensure(request, reply) {
      // Another tab's sign-in may be using it.
      const secret = read(request) ?? randomSecret();
      reply.setCookie(name, secret, { ...options, maxAge: codeLifetime('apple_state') });
      return secret;
    },
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
