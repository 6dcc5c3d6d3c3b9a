import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { permissionsPolicy } from './permissions-policy.ts';

/** What the security headers depend on: the deployment, and the external sources that the app's pages may load from. */
export interface SecurityHeaderOptions {
  isProduction: boolean;
  /** True if the app is reached over HTTPS. */
  isHttps: boolean;
  /** Origins of the bank's link script, its frames, and its API. */
  scriptOrigins: string[];
  /** The URL of Google's identity script; null if Google sign-in is not offered. */
  googleScriptUrl: string | null;
  /** Whether strings that a page would run as scripts are blocked, or only reported. */
  trustedTypes: 'enforce' | 'report';
}

/** Lets a page run a string as a script only if one of its Trusted Types policies has created it. */
const trustedTypesDirective = "require-trusted-types-for 'script'";

/** Where browsers send their reports. */
const reportsPath = '/api/csp-reports';

/** Sets the security headers on every response (SECURITY: CSP without inline scripts, no framing). */
export function setSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  // Computed once, because computing them per request took 3% of the request time.
  const headers = computeHeaders(helmetOptions(options));
  headers['permissions-policy'] = permissionsPolicy;
  // Browsers support the Reporting API only over HTTPS, but ignore `report-uri` as soon as there is a `report-to`.
  if (options.isHttps) headers['reporting-endpoints'] = `csp="${reportsPath}"`;
  const reportDirectives = `report-uri ${reportsPath}${options.isHttps ? ';report-to csp' : ''}`;
  headers['content-security-policy'] += `;${reportDirectives}`;
  if (options.trustedTypes === 'enforce')
    headers['content-security-policy'] += `;${trustedTypesDirective}`;
  else
    headers['content-security-policy-report-only'] = `${trustedTypesDirective};${reportDirectives}`;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** Collects the headers that helmet sets on a stub response. */
function computeHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  // These two methods are all that helmet uses of the request and response.
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

function helmetOptions(options: SecurityHeaderOptions): HelmetOptions {
  const { isProduction, scriptOrigins } = options;
  const google = googleSources(options.googleScriptUrl);
  const frames = [...scriptOrigins, ...google.folder];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptOrigins, ...google.script],
        // The bank's script sets inline styles on its frame. Styles can't run scripts.
        styleSrc: ["'self'", "'unsafe-inline'", ...google.style],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...scriptOrigins, ...google.folder],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(isProduction ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: isProduction ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
  };
}

/**
 * The sources that Google's script needs, restricted by path as its documentation lists them. Other
 * paths of that host serve scripts that a caller can choose (JSONP).
 */
function googleSources(script: string | null) {
  if (script === null) return { script: [], style: [], folder: [] };
  return {
    script: [script],
    style: [new URL('style', script).href],
    folder: [new URL('.', script).href],
  };
}
