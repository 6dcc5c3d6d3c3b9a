import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../../design/html.ts';
import type { PortalSession, Subscription } from '../objects.ts';
import { formatDollars } from '../plans.ts';
import {
  cancelNow,
  payRenewal,
  periodEnd,
  setCancelAtPeriodEnd,
} from '../purchases/subscription-changes.ts';
import { stripeCopy } from '../stripe.copy.ts';
import type { StripeContext } from '../stripe-context.ts';

const copy = stripeCopy.portal;

type PortalRoute = {
  Params: { session: string; change: string };
  Body: Record<string, string> | undefined;
};

/** Seconds until a portal session expires. The provider's sessions are short-lived too. */
const sessionLifetime = 3600;

/** The customer portal: shows the plan, its renewal, and the payments, and can cancel the plan. */
export const portalPages: FastifyPluginAsync<{ context: StripeContext }> = async (
  app,
  { context },
) => {
  const { ledger, delivery } = context;
  const findSession = (id: string): PortalSession | undefined => {
    const session = ledger.find('portalSessions', id);
    return session && context.nowSeconds() - session.created < sessionLifetime
      ? session
      : undefined;
  };

  app.get<PortalRoute>('/stripe/portal/:session', async ({ params }, reply) => {
    const session = findSession(params.session);
    return session ? sendPortal(reply, context, session) : sendExpired(reply, context);
  });

  app.post<PortalRoute>('/stripe/portal/:session/:change', async (request, reply) => {
    const session = findSession(request.params.session);
    if (!session) return sendExpired(reply, context);
    const subscription = ledger.latestSubscription(session.customer);
    const { change } = request.params;
    if (subscription && subscription.status !== 'canceled') {
      const now = context.nowSeconds();
      if (change === 'cancel') {
        await delivery.send(
          request.body?.when === 'now'
            ? cancelNow(ledger, subscription, now)
            : setCancelAtPeriodEnd(ledger, subscription, true, now),
        );
      }
      if (change === 'pay') await delivery.send(payRenewal(ledger, subscription, now) ?? []);
      if (change === 'renew')
        await delivery.send(setCancelAtPeriodEnd(ledger, subscription, false, now));
    }
    return reply.redirect(`/stripe/portal/${session.id}`, 303);
  });
};

function sendPortal(
  reply: FastifyReply,
  context: StripeContext,
  session: PortalSession,
): FastifyReply {
  const { ledger } = context;
  const customer = ledger.find('customers', session.customer);
  const subscription = ledger.latestSubscription(session.customer);
  const charges = ledger.all('charges').filter((charge) => charge.customer === session.customer);
  const history = charges.toReversed().map(
    (charge) => html`<li><span>${formatDay(charge.created)}</span>
<span class="state">${charge.amount_refunded > 0 ? copy.refunded : copy.paid}</span><span class="number">${formatDollars(charge.amount)}</span></li>`,
  );
  return sendPage(reply, {
    title: copy.title,
    styles: ['/assets/stripe/browser/pay.css'],
    body: html`<body class="pay portal">
<aside class="order"><a class="back" href="${session.return_url}"><span aria-hidden="true">←</span> ${copy.returnToApp}</a>
<p class="badge">${stripeCopy.testBadge}</p><h1>${copy.heading}</h1><p class="subtitle">${customer?.email}</p></aside>
<main class="checkout">
<section><h2>${copy.currentPlan}</h2>${subscription ? yearlyPlan(session, subscription) : lifetimePlan()}</section>
<section><h2>${copy.payments}</h2><ul class="history number">${history.length ? history : html`<li>${copy.noPayments}</li>`}</ul></section>
</main></body>`,
  });
}

function lifetimePlan(): Markup {
  return html`<div class="plan"><p><b>${copy.lifetime}</b></p><p class="muted small">${copy.lifetimeText}</p></div>`;
}

function yearlyPlan(session: PortalSession, subscription: Subscription): Markup {
  const amount = subscription.items.data[0]?.price.unit_amount ?? 0;
  const periodEndDay = formatDay(periodEnd(subscription));
  const action = (change: string) => `/stripe/portal/${session.id}/${change}`;
  const summary = html`<p><b>${copy.yearly}</b></p><p class="cost number">${formatDollars(amount)} <span class="muted small">${copy.perYear}</span></p>`;
  if (subscription.status === 'canceled') {
    return html`<div class="plan">${summary}<p class="notice">${copy.canceledOn(formatDay(subscription.ended_at ?? 0))}</p></div>`;
  }
  if (subscription.cancel_at_period_end) {
    return html`<div class="plan">${summary}<p class="notice attention" role="status">${copy.endsOn(periodEndDay)}</p>
<form method="post" action="${action('renew')}"><button class="button primary">${copy.keep}</button></form></div>`;
  }
  return html`<div class="plan">${summary}
${
  subscription.status === 'past_due' &&
  html`<p class="notice attention" role="status">${copy.paymentFailed}</p>
<form method="post" action="${action('pay')}"><button class="button primary">${copy.payWithAnotherCard(formatDollars(amount))}</button></form>`
}
<p class="muted small">${copy.renewsOn(periodEndDay)}</p>
<details class="ending"><summary class="button">${copy.cancel}</summary>
<form method="post" action="${action('cancel')}"><fieldset><legend>${copy.when}</legend>
<label class="choice"><input type="radio" name="when" value="period_end" checked> ${copy.atPeriodEnd(periodEndDay)}</label>
<label class="choice"><input type="radio" name="when" value="now"> ${copy.now}</label></fieldset>
<button class="button danger">${copy.confirm}</button></form></details></div>`;
}

function sendExpired(reply: FastifyReply, context: StripeContext): FastifyReply {
  return sendPage(
    reply,
    {
      title: copy.expired,
      styles: ['/assets/stripe/browser/pay.css'],
      body: html`<body class="pay single-column"><main class="checkout"><h1>${copy.expired}</h1>
<p class="muted">${copy.expiredText}</p><p><a href="${context.appUrl}/">${stripeCopy.back}</a></p></main></body>`,
    },
    404,
  );
}

function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    seconds * 1000,
  );
}
