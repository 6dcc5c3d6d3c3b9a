import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRefreshCookie } from '../../../platform/http/refresh-cookie.ts';
import { isWebClient } from '../../../platform/http/web-client.ts';
import { problemCopy } from '../../../platform/problem.copy.ts';
import { Failure } from '../../../platform/problem.ts';
import { createRefreshToken } from '../../../platform/secrets/refresh-tokens.ts';
import type { Services } from '../../../services.ts';
import { issueToken } from '../sign-in/open-session.ts';
import { refreshSession } from './refresh-session.ts';
import { insertRefreshToken, insertSessionOwner } from './refresh-tokens.queries.ts';

/** A request and its reply. */
interface HttpExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Delivers tokens and refresh cookies to clients. */
export interface TokenDelivery {
  /**
   * Adapts a response with an access token to its client. Every call that returns a token must use this. API clients
   * get the response unchanged. For the web app, sets a cookie with a refresh token and replaces the access token with
   * a short-lived one, unless the session already has a refresh token.
   */
  deliver<T extends { access_token: string; expires_in?: number }>(
    exchange: HttpExchange,
    response: T,
  ): Promise<T>;
  /** Exchanges the cookie's refresh token. Throws 403 if the web app didn't make the call. */
  refresh(exchange: HttpExchange): ReturnType<typeof issueToken>;
  /** Removes the cookie of the browser that signed out. */
  clear(exchange: HttpExchange): void;
}

/** Creates the functions that deliver tokens and refresh cookies. */
export function createTokenDelivery(services: Services): TokenDelivery {
  const { settings, database, tokens } = services;
  const cookie = createRefreshCookie(settings.publicUrl);
  const isWeb = ({ request }: HttpExchange) => isWebClient(request, settings.publicUrl);
  return {
    async deliver(exchange, response) {
      if (!isWeb(exchange)) return response;
      const session = await tokens.verify(response.access_token);
      if (session === undefined) throw new Failure('unauthenticated');
      const { token, stored } = createRefreshToken(session.sessionId);
      const isFirst = await database.transaction(async (transaction) => {
        if (!(await insertRefreshToken(transaction, session, stored))) return false;
        await insertSessionOwner(transaction, session);
        return true;
      });
      if (!isFirst) return response;
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
