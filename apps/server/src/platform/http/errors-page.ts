import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const source = new URL('../../../../../docs/errors.md', import.meta.url);

/** Serves docs/errors.md as HTML. The `type` of every problem links to it. */
export function serveErrorsPage(api: FastifyInstance): void {
  api.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) => {
    const page = renderErrorsPage(await readFile(source, 'utf8'));
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/**
 * Renders the Markdown that docs/errors.md uses: headings (with their text as id), paragraphs, fenced
 * code, and inline code, bold, and links. A test checks that no other Markdown is left.
 */
export function renderErrorsPage(markdown: string): string {
  // Fenced code is one block, including its empty lines.
  const blocks = markdown.match(/^```[\s\S]*?^```$|^(?:(?!```).+\n?)+/gm) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API errors · Cairn</title>
<style>${style}</style>
</head>
<body>
<main>
${blocks.map((block) => renderBlock(block.trim())).join('\n')}
</main>
</body>
</html>
`;
}

function renderBlock(block: string): string {
  const fenced = /^```\w*\n([\s\S]*)\n```$/.exec(block);
  if (fenced) return `<pre><code>${escapeHtml(fenced[1] ?? '')}</code></pre>`;
  const heading = /^(#{1,2}) (.+)$/.exec(block);
  if (heading?.[1] === '#') return `<h1>${renderInline(heading[2] ?? '')}</h1>`;
  if (heading)
    return `<h2 id="${escapeHtml(heading[2] ?? '')}">${renderInline(heading[2] ?? '')}</h2>`;
  return `<p>${renderInline(block)}</p>`;
}

const renderInline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((https:[^)\s]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>');

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { margin-top: 2.5rem; scroll-margin-top: 1rem; font: 600 1.1rem/1.3 ui-monospace, monospace; }
h2:target { background: light-dark(#d7efed, #12403d); outline: 0.4rem solid light-dark(#d7efed, #12403d); }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: 1rem; overflow-x: auto; background: light-dark(#f1f4f5, #22292c); border-radius: 0.5rem; }
a { color: light-dark(#00635d, #5fd0c7); }
`;
