import type { CallBody } from '@cairn/contract/calls';
import type { Services } from '../../services.ts';
import { type CspViolation, countViolation } from './csp-reports.queries.ts';
import type { Handlers } from './handler.ts';

/** How many reports of one request are counted. Browsers send about a minute of a page's violations in one request. */
const maxReportsPerRequest = 20;

type Reports = CallBody<'POST /csp-reports'>;

/** Handles browsers' reports of pages that violate the content security policy. */
export function cspReportHandlers(services: Services): Handlers<'POST /csp-reports'> {
  const { database, rateLimiter, clock, log } = services;
  return {
    'POST /csp-reports': async ({ body, request }) => {
      await rateLimiter.consume('csp_report_ip', request.ip);
      const day = clock.now().toISOString().slice(0, 10);
      for (const violation of readViolations(body).slice(0, maxReportsPerRequest)) {
        const counted = await countViolation(database, day, violation);
        if (counted.count === 1)
          log.warn({
            event: 'csp_violation',
            directive: counted.directive,
            blocked: counted.blocked,
            report_only: counted.isReportOnly,
          });
      }
      return null;
    },
  };
}

/**
 * Reads both formats: that of `report-uri` (CSP 2) and that of the Reporting API. Only the directive and the host of what
 * was blocked are read: page addresses and script samples can contain user data.
 */
export function readViolations(reports: Reports): CspViolation[] {
  const violations = Array.isArray(reports)
    ? reports
        .filter(({ type }) => type === 'csp-violation')
        .map(({ body }) => [body.effectiveDirective, body.blockedURL, body.disposition])
    : [reports['csp-report']].map((report) => [
        report['effective-directive'] ?? report['violated-directive'],
        report['blocked-uri'],
        report.disposition,
      ]);
  return violations.flatMap(([directive, blocked, disposition]) => {
    const [name = ''] = String(directive).split(' ');
    if (!directives.has(name)) return [];
    return [{ directive: name, blocked: hostOf(blocked), isReportOnly: disposition === 'report' }];
  });
}

const directives: ReadonlySet<string> = new Set([
  ...['default-src', 'img-src', 'font-src', 'connect-src', 'frame-src', 'media-src', 'worker-src'],
  ...['script-src', 'script-src-elem', 'script-src-attr', 'manifest-src', 'object-src'],
  ...['style-src', 'style-src-elem', 'style-src-attr', 'base-uri', 'form-action'],
  ...['frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
]);

/** Returns the host of a URL, its scheme if it has no host, or a keyword such as `inline`. */
function hostOf(blocked: unknown): string {
  const text = typeof blocked === 'string' ? blocked : '';
  if (/^[a-z-]{1,40}$/.test(text)) return text;
  if (!URL.canParse(text)) return 'unknown';
  const { protocol, host } = new URL(text);
  return /^https?:$/.test(protocol) ? host.slice(0, 255) : protocol.slice(0, 40).replace(/:$/, '');
}
