import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Whose scripts, frames and calls the app's pages may use, besides their own. */
export interface PageSources {
  production: boolean;
  /** Origins of the bank's scripts; its frames and calls too. */
  scriptOrigins: string[];
  /** The address of Google's identity script; null where it is not offered. */
  identityScript: string | null;
}

/** Sends the security headers with every answer (SECURITY: CSP without inline script, no framing). */
export function sendSecurityHeaders(app: FastifyInstance, sources: PageSources): void {
  // They are the same for every answer, so they are written once: at each request it cost a thirtieth
  // of all the time.
  const headers = headersOf(securityOptions(sources));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** What helmet would set, gathered from a response that goes nowhere. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  // Of both, helmet uses nothing but these two.
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

function securityOptions(sources: PageSources): HelmetOptions {
  const { production, scriptOrigins } = sources;
  const identity = identitySources(sources.identityScript);
  const frames = [...scriptOrigins, ...identity.folder];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptOrigins, ...identity.script],
        // The bank's script styles its frame in place; no script can hide in a style.
        styleSrc: ["'self'", "'unsafe-inline'", ...identity.style],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...scriptOrigins, ...identity.folder],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(production ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
  };
}

/**
 * What Google's script needs, by path as its documentation lists it and no wider: other addresses of
 * that host answer with scripts of a caller's choosing.
 */
function identitySources(script: string | null) {
  if (script === null) return { script: [], style: [], folder: [] };
  return {
    script: [script],
    style: [new URL('style', script).href],
    folder: [new URL('.', script).href],
  };
}
