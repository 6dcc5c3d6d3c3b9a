import type { FastifyPluginAsync } from 'fastify';
import { classicScript } from '../design/assets.ts';
import { html, sendPage } from '../design/html.ts';

/**
 * The aggregator's link script and the page that its frame shows. The aggregator's routes serve the page's calls
 * (`/plaid/link/session`, `credentials`, `finish`).
 */
export const link: FastifyPluginAsync<{ appUrl: string }> = async (app, { appUrl }) => {
  app.get('/plaid/link/v2/stable/link-initialize.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .send(await classicScript('link', 'link-initialize.ts')),
  );

  app.get('/plaid/link/v2/stable/link.html', async (_request, reply) =>
    sendPage(reply, {
      title: 'Link your bank',
      styles: ['/assets/link/browser/link.css'],
      scripts: ['/assets/link/browser/link.ts'],
      // The app, and anything else on this machine, such as a second instance or a test page.
      frameAncestors: [new URL(appUrl).origin, 'http://localhost:*', 'http://127.0.0.1:*'],
      body: html`<body class="link">
<header class="bar"><button class="button quiet" id="back" type="button" aria-label="Back" hidden><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg></button>
<p class="small"><img src="/assets/design/browser/mark.svg" alt="" width="20" height="20"> Cairn Sandbox</p>
<button class="button quiet" id="close" type="button" aria-label="Close"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button></header>
<main id="panel" aria-label="Link your bank"></main>
</body>`,
    }),
  );
};
