import type { FastifyReply } from 'fastify';

/** Text that is already safe HTML. Only `html` creates it, never directly from user input. */
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

/** Tagged template for HTML. Escapes every value except Markup, joins lists, and omits null and false. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    parts
      .map((part, index) => part + (index < values.length ? render(values[index]) : ''))
      .join(''),
  );
}

/** A page of the sandbox. */
export type Page = {
  title: string;
  body: Markup;
  /** URLs of style sheets to load after the base style sheet. */
  styles?: string[];
  /** URLs of module scripts. */
  scripts?: string[];
  /** Other origins that forms may submit to. Browsers also apply the list to redirects after a submit. */
  formAction?: string[];
  /** Origins that may embed this page in a frame. Default: none. */
  frameAncestors?: string[];
  /** Default: `no-referrer`, with which a cross-origin form submit sends `Origin: null`. */
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
  const styles = ['/assets/design/browser/design.css', ...(page.styles ?? [])];
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="/assets/design/browser/mark.svg" type="image/svg+xml">
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
