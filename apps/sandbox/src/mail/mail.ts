import type { FastifyPluginAsync } from 'fastify';
import { html, sendPage } from '../design/html.ts';
import type { Inbox, Mail } from './inbox.ts';
import { mailCopy as copy } from './mail.copy.ts';

/** The inbox under `/mail`, as pages and as JSON. */
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
    const message = inbox.find(request.params.id);
    if (message) return sendPage(reply, messagePage(message));
    return sendPage(reply, missingPage(), 404);
  });

  app.get<{ Params: { id: string } }>('/mail/:id/body', async (request, reply) => {
    const message = inbox.find(request.params.id);
    if (!message?.html) return reply.code(404).send({ error: 'Email not found.' });
    // The HTML of an email is untrusted: no scripts, no requests, an opaque origin. Links open in a new tab.
    return reply
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      )
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${message.html}`);
  });
};

const styles = ['/assets/mail/browser/mail.css'];

function layout(backLink: ReturnType<typeof html>, content: ReturnType<typeof html>) {
  return html`<body>
<header class="bar"><a class="home" href="/"><img src="/assets/design/browser/mark.svg" alt="" width="28" height="28"> ${copy.home}</a>${backLink}</header>
<main class="sheet">${content}</main>
</body>`;
}

function inboxPage(mails: Mail[], to: string | undefined) {
  const rows = mails.map(
    (message) => html`<li><a class="row" href="/mail/${message.id}">
<span class="recipient">${message.to}</span>
<span class="summary"><b>${message.subject || copy.noSubject}</b> <span class="muted">${preview(message)}</span></span>
<time class="when muted small number" datetime="${message.received_at}">${formatTime(message.received_at)}</time></a></li>`,
  );
  return {
    title: copy.listTitle,
    styles,
    scripts: ['/assets/mail/browser/inbox.ts'],
    body: layout(
      html``,
      html`<div class="top"><div><h1>${copy.heading}</h1>
<p class="muted small">${copy.intro}</p></div>
<form class="search" role="search" action="/mail"><label class="visually-hidden" for="to">${copy.searchLabel}</label>
<input class="input" id="to" name="to" type="search" placeholder="${copy.searchPlaceholder}" value="${to ?? ''}"></form></div>
<ol class="card list" id="mails" data-count="${mails.length}">${rows.length ? rows : html`<li class="empty muted">${to ? copy.emptyFor(to) : copy.empty}</li>`}</ol>`,
    ),
  };
}

function messagePage(message: Mail) {
  return {
    title: copy.messageTitle(message.subject || copy.noSubject),
    styles,
    body: layout(
      html`<a class="back" href="/mail">${copy.all}</a>`,
      html`<h1>${message.subject || copy.noSubject}</h1>
<dl class="facts small"><div><dt>${copy.from}</dt><dd>${message.from}</dd></div><div><dt>${copy.to}</dt><dd>${message.to}</dd></div>
<div><dt>${copy.date}</dt><dd><time datetime="${message.received_at}">${formatTime(message.received_at)}</time></dd></div></dl>
${message.html && html`<section class="card part"><h2>${copy.preview}</h2><iframe title="${copy.frameTitle}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${message.id}/body"></iframe></section>`}
${message.text && html`<section class="card part"><h2>${copy.plainText}</h2><pre tabindex="0">${message.text}</pre></section>`}
${message.links.length > 0 && html`<section class="card part"><h2>${copy.links}</h2><ul class="links">${message.links.map((href) => html`<li><a href="${href}">${href}</a></li>`)}</ul></section>`}`,
    ),
  };
}

function missingPage() {
  return {
    title: copy.notFoundTitle,
    styles,
    body: layout(
      html`<a class="back" href="/mail">${copy.all}</a>`,
      html`<h1>${copy.notFound}</h1><p class="muted">${copy.notFoundText}</p>`,
    ),
  };
}

function preview(message: Mail): string {
  return message.text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

function formatTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
