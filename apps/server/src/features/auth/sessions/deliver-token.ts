import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRefreshCookie } from '../../../platform/http/refresh-cookie.ts';
import { isWebClient } from '../../../platform/http/web-client.ts';
import { problemCopy } from '../../../platform/problem.copy.ts';
import { Failure } from '../../../platform/problem.ts';
import { createRefreshToken } from '../../../platform/secrets/refresh-tokens.ts';
import type { Services } from '../../../services.ts';
import { issueToken } from '../sign-in/open-session.ts';
import { refreshSession } from './refresh-session.ts';
import { insertRefreshToken } from './refresh-tokens.queries.ts';

/** A request and its reply. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** How tokens and refresh cookies reach clients. */
export interface TokenDelivery {
  /**
   * Turns a response with a token into what its client gets. API clients get it as it is. For the web app, the session
   * gets a refresh token in a cookie, and the response a short-lived token, unless the session has a refresh token.
   * Every call that returns a token ends with this.
   */
  deliver<T extends { access_token: string; expires_in?: number }>(
    exchange: Exchange,
    response: T,
  ): Promise<T>;
  /** Exchanges the cookie's refresh token. Throws 403 if the web app didn't make the call. */
  refresh(exchange: Exchange): ReturnType<typeof issueToken>;
  /** Removes the cookie of the browser that signed out. */
  clear(exchange: Exchange): void;
}

/** Creates the functions that decide on tokens and refresh cookies. */
export function createTokenDelivery(services: Services): TokenDelivery {
  const { settings, database, tokens } = services;
  const cookie = createRefreshCookie(settings.publicUrl);
  const isWeb = ({ request }: Exchange) => isWebClient(request, settings.publicUrl);
  return {
    async deliver(exchange, response) {
      if (!isWeb(exchange)) return response;
      const session = await tokens.verify(response.access_token);
      if (session === undefined) throw new Failure('unauthenticated');
      const { token, stored } = createRefreshToken(session.sessionId);
      if (!(await insertRefreshToken(database, session, stored))) return response;
      cookie.set(exchange.reply, token);
      const { userId, sessionId } = session;
      const { access_token, expires_in } = await issueToken(services, { userId, sessionId });
      return {
        ...response,
        access_token,
        ...(response.expires_in === undefined ? {} : { expires_in }),
      };
    },
    async refresh(exchange) {
      if (!isWeb(exchange)) throw new Failure('forbidden', problemCopy.access.webClientExpected);
      const presented = cookie.read(exchange.request);
      const { response, refreshToken } = await refreshSession(services, presented);
      if (refreshToken !== null) cookie.set(exchange.reply, refreshToken);
      return response;
    },
    clear(exchange) {
      if (isWeb(exchange)) cookie.clear(exchange.reply);
    },
  };
}
