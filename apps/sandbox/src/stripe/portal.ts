import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../look/html.ts';
import { cancelNow, payRenewal, periodEnd, setEnding } from './changes.ts';
import type { PortalSession, Subscription } from './objects.ts';
import { dollars } from './plans.ts';
import type { Shop } from './shop.ts';

type Ask = {
  Params: { session: string; change: string };
  Body: Record<string, string> | undefined;
};

/** How long a portal address works, in seconds; the provider's are short-lived too. */
const lifetime = 3600;

/** The customer portal: the plan, when it renews, and its end. */
export const portalPages: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  const { ledger, deliveries } = shop;
  const open = (id: string): PortalSession | undefined => {
    const session = ledger.find('portalSessions', id);
    return session && shop.seconds() - session.created < lifetime ? session : undefined;
  };

  app.get<Ask>('/stripe/portal/:session', async ({ params }, reply) => {
    const session = open(params.session);
    return session ? show(reply, shop, session) : gone(reply, shop);
  });

  app.post<Ask>('/stripe/portal/:session/:change', async (request, reply) => {
    const session = open(request.params.session);
    if (!session) return gone(reply, shop);
    const subscription = ledger.latestSubscription(session.customer);
    const { change } = request.params;
    if (subscription && subscription.status !== 'canceled') {
      const now = shop.seconds();
      if (change === 'cancel') {
        await deliveries.send(
          request.body?.when === 'now'
            ? cancelNow(ledger, subscription, now)
            : setEnding(ledger, subscription, true, now),
        );
      }
      if (change === 'pay') await deliveries.send(payRenewal(ledger, subscription, now) ?? []);
      if (change === 'renew') await deliveries.send(setEnding(ledger, subscription, false, now));
    }
    return reply.redirect(`/stripe/portal/${session.id}`, 303);
  });
};

function show(reply: FastifyReply, shop: Shop, session: PortalSession): FastifyReply {
  const { ledger } = shop;
  const customer = ledger.find('customers', session.customer);
  const subscription = ledger.latestSubscription(session.customer);
  const charges = ledger.all('charges').filter((one) => one.customer === session.customer);
  const history = charges.toReversed().map(
    (charge) => html`<li><span>${day(charge.created)}</span>
<span class="state">${charge.amount_refunded > 0 ? 'Refunded' : 'Paid'}</span><span class="number">${dollars(charge.amount)}</span></li>`,
  );
  return sendPage(reply, {
    title: 'Billing · Cairn',
    styles: ['/assets/stripe/browser/pay.css'],
    body: html`<body class="pay portal">
<aside class="order"><a class="back" href="${session.return_url}"><span aria-hidden="true">←</span> Return to Cairn</a>
<p class="ribbon">Test</p><h1>Your plan and payments</h1><p class="rhythm">${customer?.email}</p></aside>
<main class="till">
<section><h2>Current plan</h2>${subscription ? running(session, subscription) : bought()}</section>
<section><h2>Payments</h2><ul class="history number">${history.length ? history : html`<li>No payments yet.</li>`}</ul></section>
</main></body>`,
  });
}

function bought(): Markup {
  return html`<div class="plan"><p><b>Cairn, lifetime</b></p><p class="muted small">Paid once. It never renews.</p></div>`;
}

function running(session: PortalSession, subscription: Subscription): Markup {
  const amount = subscription.items.data[0]?.price.unit_amount ?? 0;
  const until = day(periodEnd(subscription));
  const action = (change: string) => `/stripe/portal/${session.id}/${change}`;
  const facts = html`<p><b>Cairn, yearly</b></p><p class="cost number">${dollars(amount)} <span class="muted small">per year</span></p>`;
  if (subscription.status === 'canceled') {
    return html`<div class="plan">${facts}<p class="notice">Canceled on ${day(subscription.ended_at ?? 0)}.</p></div>`;
  }
  if (subscription.cancel_at_period_end) {
    return html`<div class="plan">${facts}<p class="notice attention" role="status">Your subscription ends on ${until}.</p>
<form method="post" action="${action('renew')}"><button class="button primary">Don't cancel subscription</button></form></div>`;
  }
  return html`<div class="plan">${facts}
${
  subscription.status === 'past_due' &&
  html`<p class="notice attention" role="status">The last payment failed. It will be tried again.</p>
<form method="post" action="${action('pay')}"><button class="button primary">Pay ${dollars(amount)} with another card</button></form>`
}
<p class="muted small">Renews on ${until}.</p>
<details class="ending"><summary class="button">Cancel subscription</summary>
<form method="post" action="${action('cancel')}"><fieldset><legend>When should it end?</legend>
<label class="choice"><input type="radio" name="when" value="period_end" checked> On ${until}, when what you paid for ends</label>
<label class="choice"><input type="radio" name="when" value="now"> Now</label></fieldset>
<button class="button danger">Confirm cancellation</button></form></details></div>`;
}

function gone(reply: FastifyReply, shop: Shop): FastifyReply {
  return sendPage(
    reply,
    {
      title: 'This address has expired',
      styles: ['/assets/stripe/browser/pay.css'],
      body: html`<body class="pay alone"><main class="till"><h1>This address has expired</h1>
<p class="muted">Open billing from Cairn again.</p><p><a href="${shop.appUrl}/">Back to Cairn</a></p></main></body>`,
    },
    404,
  );
}

function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    seconds * 1000,
  );
}
