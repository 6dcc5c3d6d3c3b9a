import type { FastifyPluginAsync } from 'fastify';
import { html, sendPage } from '../look/html.ts';
import type { Inbox, Mail } from './inbox.ts';

/** The inbox as pages and as JSON under `/mail`. */
export const mail: FastifyPluginAsync<{ inbox: Inbox }> = async (app, { inbox }) => {
  app.get<{ Querystring: { to?: string } }>('/mail/messages', async (request) =>
    inbox.list(request.query.to),
  );

  app.delete('/mail/messages', async () => {
    inbox.clear();
    return {};
  });

  app.get<{ Querystring: { to?: string } }>('/mail', async (request, reply) =>
    sendPage(reply, inboxPage(inbox.list(request.query.to).reverse(), request.query.to)),
  );

  app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
    const found = inbox.find(request.params.id);
    if (found) return sendPage(reply, messagePage(found));
    return sendPage(reply, missingPage(), 404);
  });

  app.get<{ Params: { id: string } }>('/mail/:id/body', async (request, reply) => {
    const found = inbox.find(request.params.id);
    if (!found?.html) return reply.code(404).send({ error: 'There is no such mail.' });
    // A mail is a stranger's HTML: no script, nothing fetched, an origin of its own; its links open in a new tab.
    return reply
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      )
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${found.html}`);
  });
};

const styles = ['/assets/mail/browser/mail.css'];

function frame(crumb: ReturnType<typeof html>, content: ReturnType<typeof html>) {
  return html`<body>
<header class="bar"><a class="home" href="/"><img src="/assets/look/browser/mark.svg" alt="" width="28" height="28"> Cairn Sandbox</a>${crumb}</header>
<main class="sheet">${content}</main>
</body>`;
}

function inboxPage(mails: Mail[], to: string | undefined) {
  const rows = mails.map(
    (one) => html`<li><a class="row" href="/mail/${one.id}">
<span class="who">${one.to}</span>
<span class="what"><b>${one.subject || '(no subject)'}</b> <span class="muted">${preview(one)}</span></span>
<time class="when muted small number" datetime="${one.received_at}">${clock(one.received_at)}</time></a></li>`,
  );
  return {
    title: 'Inbox · Cairn Sandbox',
    styles,
    scripts: ['/assets/mail/browser/inbox.ts'],
    body: frame(
      html``,
      html`<div class="top"><div><h1>Inbox</h1>
<p class="muted small">Every mail that the app sends lands here and goes no further.</p></div>
<form class="search" role="search" action="/mail"><label class="visually-hidden" for="to">Sent to</label>
<input class="input" id="to" name="to" type="search" placeholder="Sent to…" value="${to ?? ''}"></form></div>
<ol class="card list" id="mails" data-count="${mails.length}">${rows.length ? rows : html`<li class="empty muted">${to ? `No mail to ${to} so far.` : 'No mail so far. Ask the app for a password reset, say.'}</li>`}</ol>`,
    ),
  };
}

function messagePage(one: Mail) {
  return {
    title: `${one.subject || '(no subject)'} · Inbox`,
    styles,
    body: frame(
      html`<a class="back" href="/mail">All mail</a>`,
      html`<h1>${one.subject || '(no subject)'}</h1>
<dl class="facts small"><div><dt>From</dt><dd>${one.from}</dd></div><div><dt>To</dt><dd>${one.to}</dd></div>
<div><dt>At</dt><dd><time datetime="${one.received_at}">${clock(one.received_at)}</time></dd></div></dl>
${one.html && html`<section class="card part"><h2>As shown</h2><iframe title="The mail as shown" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${one.id}/body"></iframe></section>`}
${one.text && html`<section class="card part"><h2>Plain text</h2><pre tabindex="0">${one.text}</pre></section>`}
${one.links.length > 0 && html`<section class="card part"><h2>Links</h2><ul class="links">${one.links.map((href) => html`<li><a href="${href}">${href}</a></li>`)}</ul></section>`}`,
    ),
  };
}

function missingPage() {
  return {
    title: 'Not found · Inbox',
    styles,
    body: frame(
      html`<a class="back" href="/mail">All mail</a>`,
      html`<h1>Not found</h1><p class="muted">This mail is gone, or never was.</p>`,
    ),
  };
}

function preview(one: Mail): string {
  return one.text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

function clock(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
