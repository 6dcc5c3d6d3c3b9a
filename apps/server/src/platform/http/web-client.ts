import { webClientHeader } from '@cairn/contract/rules/web-client';
import type { FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/**
 * True for a call of the web app, which sends `webClientHeader`, and false for a call of any other API client. Throws
 * 403 if a browser says that a page of another origin made the call, because the refresh cookie must not be read or set
 * for such a page. Two other measures already prevent that: a browser sends the header to another origin only after a
 * CORS preflight, and the cookie is `SameSite=Strict`.
 */
export function isWebClient({ headers }: FastifyRequest, publicUrl: string): boolean {
  if (headers[webClientHeader.name] !== webClientHeader.value) return false;
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isSameOrigin =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || origin === publicUrl || hasHost(origin, host));
  if (!isSameOrigin) throw new Failure('forbidden', problemCopy.access.otherOrigin);
  return true;
}

/** True if a page's origin has the host of the request's `Host` header, which no page can choose. */
const hasHost = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
