import { readFileSync } from 'node:fs';
import { problems } from '@cairn/contract/problem';
import { expect, test } from 'vitest';
import { renderErrorsPage } from './errors-page.ts';

const page = renderErrorsPage(
  readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8'),
);

test('the page has a section with a link target for every code', () => {
  for (const code of Object.keys(problems)) expect(page).toContain(`<h2 id="${code}">${code}</h2>`);
});

test('the page contains no unrendered Markdown', () => {
  const text = page.replace(/<style>[\s\S]*<\/style>|<pre>[\s\S]*?<\/pre>|<[^>]+>/g, '');
  expect(text).not.toMatch(/[`*#[\]]|\]\(/);
  expect(page).toContain('<pre><code>{\n  &quot;type&quot;');
  expect(page).toContain(
    '<a href="https://www.rfc-editor.org/rfc/rfc9457" rel="noreferrer">RFC 9457</a>',
  );
});

test('HTML in the Markdown is escaped', () => {
  expect(renderErrorsPage('# <b>\n\nA & B "c"\n\n```\n<i>\n\nx\n```')).toContain(
    '<h1>&lt;b&gt;</h1>\n<p>A &amp; B &quot;c&quot;</p>\n<pre><code>&lt;i&gt;\n\nx</code></pre>',
  );
});
