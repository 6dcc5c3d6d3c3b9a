import { webClientHeader } from '@cairn/contract/rules/web-client';
import type { FastifyRequest } from 'fastify';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

/**
 * True for a call of the web app, false for one of any other API client. Throws 403 if a browser says that a page of
 * another origin made the call: the refresh cookie must not be read or set for it. The header alone already
 * prevents that (a browser asks before it sends one across origins), as does the cookie's `SameSite=Strict`.
 */
export function isWebClient({ headers }: FastifyRequest, publicUrl: string): boolean {
  if (headers[webClientHeader.name] !== webClientHeader.value) return false;
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || origin === publicUrl || hasHost(origin, host));
  if (!isOwn) throw new Failure('forbidden', problemCopy.access.otherOrigin);
  return true;
}

/** True if a page's origin has the host that the request was sent to, which no page can choose. */
const hasHost = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
