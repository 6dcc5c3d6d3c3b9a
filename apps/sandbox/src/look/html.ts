import type { FastifyReply } from 'fastify';

/** Text that is already safe HTML: what `html` answers, never what came over the wire. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | undefined | false | readonly Value[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (c) => entities[c] ?? c);
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined || value === false) return '';
  return value.map(render).join('');
}

/** Tagged template for HTML: every value is escaped unless it is Markup; lists are joined, null and false vanish. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    parts.map((part, at) => part + (at < values.length ? render(values[at]) : '')).join(''),
  );
}

/** What a page of the sandbox is made of. */
export type Page = {
  title: string;
  body: Markup;
  /** Addresses of the style sheets after look.css. */
  styles?: string[];
  /** Addresses of module scripts. */
  scripts?: string[];
  /** Where forms may lead besides the sandbox: browsers hold redirects after a form to this as well. */
  formAction?: string[];
  /** Who may show this page in a frame; nobody unless said. */
  frameAncestors?: string[];
  /** Whom a form on the page tells where it comes from: no one unless said, and then `Origin` is 'null' elsewhere. */
  referrerPolicy?: 'no-referrer' | 'strict-origin';
};

/** Sends a page with a policy that allows no inline script and no inline style. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...(page.formAction ?? [])].join(' ')}`,
    `frame-ancestors ${(page.frameAncestors ?? ["'none'"]).join(' ')}`,
  ].join('; ');
  const styles = ['/assets/look/browser/look.css', ...(page.styles ?? [])];
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="/assets/look/browser/mark.svg" type="image/svg+xml">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${(page.scripts ?? []).map((src) => html`<script type="module" src="${src}"></script>\n`)}
</head>
${page.body}
</html>`;
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', page.referrerPolicy ?? 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(document.text);
}
