import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Whose scripts, frames and calls the app's pages may use, besides their own. */
export interface PageSources {
  production: boolean;
  /** Origins of the bank's scripts; its frames and calls too. */
  scriptOrigins: string[];
  /** The address of Google's identity script; null where it is not offered. */
  identityScript: string | null;
  /** Origins besides https that may serve logos: the sandbox's own. */
  imageOrigins: string[];
}

/** Sends the security headers with every answer (SECURITY: CSP without inline script, no framing). */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  sources: PageSources,
): Promise<void> {
  const { production, scriptOrigins, imageOrigins } = sources;
  const identity = identitySources(sources.identityScript);
  const frames = [...scriptOrigins, ...identity.folder];
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptOrigins, ...identity.script],
        // The bank's script styles its frame in place; no script can hide in a style.
        styleSrc: ["'self'", "'unsafe-inline'", ...identity.style],
        imgSrc: ["'self'", 'data:', 'https:', ...imageOrigins],
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
  });
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
