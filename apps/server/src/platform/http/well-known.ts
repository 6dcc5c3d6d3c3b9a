import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/** What the well-known addresses need. */
export interface WellKnownOptions {
  /** URIs (`mailto:` or `https:`), the preferred one first. Without any, there is no security.txt. */
  contacts: readonly string[];
  /** Without a trailing slash. */
  publicUrl: string;
  clock: Clock;
}

/** RFC 9116 recommends less than a year. */
const validDays = 180;
const millisecondsPerDay = 24 * 60 * 60 * 1_000;

/**
 * Serves the well-known addresses (RFC 8615) that Cairn has: security.txt (RFC 9116), and change-password, which
 * redirects password managers to the page where the password is changed (W3C). All others return 404, as
 * change-password requires.
 */
export function serveWellKnown(app: FastifyInstance, options: WellKnownOptions): void {
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/profile#password', 302),
  );
  if (options.contacts.length === 0) return;
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(renderSecurityText(options)),
  );
}

function renderSecurityText({ contacts, publicUrl, clock }: WellKnownOptions): string {
  const today = Math.floor(clock.now().getTime() / millisecondsPerDay) * millisecondsPerDay;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + validDays * millisecondsPerDay).toISOString()}`,
    'Preferred-Languages: en',
  ];
  // A canonical address must be https (RFC 9116, 2.5.2), which an installation that only this machine can reach
  // doesn't have.
  if (publicUrl.startsWith('https://'))
    lines.push(`Canonical: ${publicUrl}/.well-known/security.txt`);
  return `${lines.join('\n')}\n`;
}
