import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../../design/html.ts';
import { payErrors } from '../browser/pay.copy.ts';
import { isClientReference } from '../control.ts';
import { findPlan, formatDollars, type Plan } from '../plans.ts';
import { type CardErrors, validateCard } from '../purchases/card.ts';
import { purchase } from '../purchases/purchase.ts';
import { stripeCopy } from '../stripe.copy.ts';
import type { StripeContext } from '../stripe-context.ts';

const copy = stripeCopy.pay;

/** The entered values that a page with errors shows again. The security code is never sent back. */
type Values = { email: string; number: string; expiry: string; name: string };
type Errors = CardErrors & { email?: string };
type Form = { plan: Plan; values: Values; errors: Errors; attempt: string; reference: string };

/** Milliseconds to wait for the app to accept the events before redirecting back to it. */
const maxDeliveryWaitMs = 5_000;
const maxAttempts = 1_000;

/** The hosted payment pages: `GET` and `POST /stripe/pay/<plan>`. */
export const payPages: FastifyPluginAsync<{ context: StripeContext }> = async (
  app,
  { context },
) => {
  /** Payments by form instance, so that submitting a form twice pays once. */
  const attempts = new Map<string, Promise<void>>();

  type Query = { client_reference_id?: string; prefilled_email?: string };
  app.get<{ Params: { plan: string }; Querystring: Query }>(
    '/stripe/pay/:plan',
    async (request, reply) => {
      const plan = findPlan(request.params.plan);
      if (!plan) return sendPage(reply, notFoundPage(context), 404);
      const values = {
        email: request.query.prefilled_email ?? '',
        number: '',
        expiry: '',
        name: '',
      };
      const reference = request.query.client_reference_id;
      return sendForm(reply, context, {
        plan,
        values,
        errors: {},
        attempt: randomUUID(),
        reference: isClientReference(reference) ? reference : '',
      });
    },
  );

  app.post<{ Params: { plan: string }; Body: Record<string, string> | undefined }>(
    '/stripe/pay/:plan',
    async (request, reply) => {
      const plan = findPlan(request.params.plan);
      if (!plan) return sendPage(reply, notFoundPage(context), 404);
      const form = readForm(plan, request.body ?? {});
      form.errors = validate(form, request.body?.cvc ?? '', context.today());
      if (Object.keys(form.errors).length > 0) return sendForm(reply, context, form);

      const payment = attempts.get(form.attempt) ?? pay(context, form);
      attempts.set(form.attempt, payment);
      const oldest = attempts.keys().next();
      if (attempts.size > maxAttempts && !oldest.done) attempts.delete(oldest.value);
      await payment;
      return reply.redirect(`${context.appUrl}/signup/checkout`, 303);
    },
  );
};

async function pay(context: StripeContext, form: Form): Promise<void> {
  const events = purchase(context.ledger, {
    plan: form.plan,
    clientReferenceId: form.reference || null,
    email: form.values.email.trim(),
    name: form.values.name.trim(),
    appUrl: context.appUrl,
    now: context.nowSeconds(),
  });
  // Save before the page responds: a payment must not be lost, and its events are delivered even after a restart.
  await context.ledger.save();
  const delivered = context.delivery.send(events);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, maxDeliveryWaitMs);
  });
  await Promise.race([delivered, timeout]);
  clearTimeout(timer);
}

function readForm(plan: Plan, body: Record<string, string>): Form {
  const read = (name: string) => String(body[name] ?? '').slice(0, 200);
  const reference = read('client_reference_id');
  return {
    plan,
    values: {
      email: read('email'),
      number: read('number'),
      expiry: read('expiry'),
      name: read('name'),
    },
    errors: {},
    attempt: read('attempt') || randomUUID(),
    reference: isClientReference(reference) ? reference : '',
  };
}

function validate(form: Form, cvc: string, today: string): Errors {
  const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.values.email.trim())
    ? {}
    : { email: payErrors.email };
  const card = validateCard({ ...form.values, cvc }, today);
  return { ...email, ...card };
}

function sendForm(reply: FastifyReply, context: StripeContext, form: Form): FastifyReply {
  const { plan } = form;
  const hasErrors = Object.keys(form.errors).length > 0;
  const isYearly = plan.billing === 'year';
  return sendPage(reply, {
    title: hasErrors ? copy.errorTitle(plan.name) : copy.title(plan.name),
    styles: ['/assets/stripe/browser/pay.css'],
    scripts: ['/assets/stripe/browser/pay.ts'],
    // Submitting the form redirects back to the app, and browsers also apply this list to the redirect.
    formAction: [new URL(context.appUrl).origin],
    body: html`<body class="pay">
<aside class="order">
<a class="back" href="${context.appUrl}/" aria-label="${stripeCopy.back}"><span aria-hidden="true">←</span>
<img src="/assets/design/browser/mark.svg" alt="" width="28" height="28"><b>Cairn</b></a>
<p class="badge">${stripeCopy.testBadge}</p>
<h1><span class="offer">${isYearly ? copy.subscribe : copy.buyLifetime}</span>
<span class="price number">${formatDollars(plan.amount)}</span>
<span class="subtitle">${isYearly ? copy.perYear : copy.once}</span></h1>
<dl class="lines number"><div><dt>${plan.name}<small>${isYearly ? copy.billedYearly : copy.billedOnce}</small></dt><dd>${formatDollars(plan.amount)}</dd></div>
<div class="total"><dt>${copy.total}</dt><dd>${formatDollars(plan.amount)}</dd></div></dl>
</aside>
<main class="checkout">${cardForm(form, context)}</main>
</body>`,
  });
}

function cardForm(
  { plan, values, errors, attempt, reference }: Form,
  context: StripeContext,
): Markup {
  const input = (name: keyof Errors, label: string, attributes: Markup) => html`
<div class="field ${name}"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" required ${attributes}
 aria-invalid="${errors[name] ? 'true' : 'false'}" aria-describedby="${name}-error">
<p class="error" id="${name}-error">${errors[name]}</p></div>`;
  const isYearly = plan.billing === 'year';
  const price = formatDollars(plan.amount);
  return html`<form method="post" action="/stripe/pay/${plan.id}" novalidate data-today="${context.today()}">
<h2>${copy.payWithCard}</h2>
<p class="hint">${copy.testHint} <button class="fill number" type="button" hidden>4242 4242 4242 4242</button><b class="number plain">4242 4242 4242 4242</b></p>
<input type="hidden" name="attempt" value="${attempt}">
<input type="hidden" name="client_reference_id" value="${reference}">
${input('email', copy.email, html`type="email" autocomplete="email" value="${values.email}"`)}
<fieldset class="card-fields"><legend>${copy.card}</legend>
${input('number', copy.number, html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23" value="${values.number}"`)}
${input('expiry', copy.expiry, html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="9" value="${values.expiry}"`)}
${input('cvc', copy.cvc, html`inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4"`)}
</fieldset>
${input('name', copy.name, html`autocomplete="cc-name" maxlength="120" value="${values.name}"`)}
<button class="button primary wide" type="submit">${isYearly ? copy.payAndSubscribe : copy.payOnce} <span class="number">${price}</span></button>
<p class="terms tiny muted">${isYearly ? copy.yearlyTerms(price) : copy.onceTerms}</p>
<p class="cancel"><a href="${context.appUrl}/">${copy.cancel}</a></p>
</form>`;
}

function notFoundPage(context: StripeContext) {
  return {
    title: copy.notFound,
    styles: ['/assets/stripe/browser/pay.css'],
    body: html`<body class="pay single-column"><main class="checkout"><h1>${copy.unknownPlan}</h1>
<p class="muted">${copy.unknownPlanText}</p><p><a href="${context.appUrl}/">${stripeCopy.back}</a></p></main></body>`,
  };
}
