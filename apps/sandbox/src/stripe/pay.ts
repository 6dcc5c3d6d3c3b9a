import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../look/html.ts';
import { type CardErrors, checkCard } from './card.ts';
import { isReference } from './control.ts';
import { dollars, findPlan, type Plan } from './plans.ts';
import { purchase } from './purchase.ts';
import type { Shop } from './shop.ts';

/** What was typed, kept when the page comes back with errors. The security code is never sent back. */
type Typed = { email: string; number: string; expiry: string; name: string };
type Errors = CardErrors & { email?: string };
type Form = { plan: Plan; typed: Typed; errors: Errors; attempt: string; reference: string };

/** How long the page waits for the app to take the events before it sends the person back, in milliseconds. */
const longestWait = 5_000;
const attemptsKept = 1_000;

/** The hosted payment pages: `GET` and `POST /stripe/pay/<plan>`. */
export const payPages: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  /** Payments made, by the form that made them: a second press of the button pays once. */
  const attempts = new Map<string, Promise<void>>();

  type Query = { client_reference_id?: string; prefilled_email?: string };
  app.get<{ Params: { plan: string }; Querystring: Query }>(
    '/stripe/pay/:plan',
    async (request, reply) => {
      const plan = findPlan(request.params.plan);
      if (!plan) return sendPage(reply, notSold(shop), 404);
      const typed = {
        email: request.query.prefilled_email ?? '',
        number: '',
        expiry: '',
        name: '',
      };
      const reference = request.query.client_reference_id;
      return show(reply, shop, {
        plan,
        typed,
        errors: {},
        attempt: randomUUID(),
        reference: isReference(reference) ? reference : '',
      });
    },
  );

  app.post<{ Params: { plan: string }; Body: Record<string, string> | undefined }>(
    '/stripe/pay/:plan',
    async (request, reply) => {
      const plan = findPlan(request.params.plan);
      if (!plan) return sendPage(reply, notSold(shop), 404);
      const form = readForm(plan, request.body ?? {});
      form.errors = check(form, request.body?.cvc ?? '', shop.today());
      if (Object.keys(form.errors).length > 0) return show(reply, shop, form);

      const underWay = attempts.get(form.attempt) ?? pay(shop, form);
      attempts.set(form.attempt, underWay);
      const oldest = attempts.keys().next();
      if (attempts.size > attemptsKept && !oldest.done) attempts.delete(oldest.value);
      await underWay;
      return reply.redirect(`${shop.appUrl}/signup/checkout`, 303);
    },
  );
};

async function pay(shop: Shop, form: Form): Promise<void> {
  const events = purchase(shop.ledger, {
    plan: form.plan,
    clientReferenceId: form.reference || null,
    email: form.typed.email.trim(),
    name: form.typed.name.trim(),
    appUrl: shop.appUrl,
    now: shop.seconds(),
  });
  // On disk before the person is told: what was paid is never forgotten, and is delivered after a restart too.
  await shop.ledger.save();
  const delivered = shop.deliveries.send(events);
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, longestWait);
  });
  await Promise.race([delivered, enough]);
  clearTimeout(timer);
}

function readForm(plan: Plan, body: Record<string, string>): Form {
  const text = (name: string) => String(body[name] ?? '').slice(0, 200);
  const reference = text('client_reference_id');
  return {
    plan,
    typed: {
      email: text('email'),
      number: text('number'),
      expiry: text('expiry'),
      name: text('name'),
    },
    errors: {},
    attempt: text('attempt') || randomUUID(),
    reference: isReference(reference) ? reference : '',
  };
}

function check(form: Form, cvc: string, today: string): Errors {
  const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.typed.email.trim())
    ? {}
    : { email: 'Enter your email address.' };
  const card = checkCard({ ...form.typed, cvc }, today);
  return { ...email, ...card };
}

function show(reply: FastifyReply, shop: Shop, form: Form): FastifyReply {
  const { plan } = form;
  const wrong = Object.keys(form.errors).length > 0;
  return sendPage(reply, {
    title: `${wrong ? 'Error: ' : ''}Pay for ${plan.name}`,
    styles: ['/assets/stripe/browser/pay.css'],
    scripts: ['/assets/stripe/browser/pay.ts'],
    // The way back to the app is a redirect after the form, which browsers hold to this list too.
    formAction: [new URL(shop.appUrl).origin],
    body: html`<body class="pay">
<aside class="order">
<a class="back" href="${shop.appUrl}/" aria-label="Back to Cairn"><span aria-hidden="true">←</span>
<img src="/assets/look/browser/mark.svg" alt="" width="28" height="28"><b>Cairn</b></a>
<p class="ribbon">Test</p>
<h1><span class="what">${plan.rhythm === 'year' ? 'Subscribe to Cairn' : 'Cairn for life'}</span>
<span class="price number">${dollars(plan.amount)}</span>
<span class="rhythm">${plan.rhythm === 'year' ? 'per year' : 'paid once'}</span></h1>
<dl class="lines number"><div><dt>${plan.name}<small>${plan.rhythm === 'year' ? 'Billed yearly until canceled' : 'One payment, no renewal'}</small></dt><dd>${dollars(plan.amount)}</dd></div>
<div class="total"><dt>Total due today</dt><dd>${dollars(plan.amount)}</dd></div></dl>
</aside>
<main class="till">${cardForm(form, shop)}</main>
</body>`,
  });
}

function cardForm({ plan, typed, errors, attempt, reference }: Form, shop: Shop): Markup {
  const input = (name: keyof Errors, label: string, attributes: Markup) => html`
<div class="field ${name}"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" required ${attributes}
 aria-invalid="${errors[name] ? 'true' : 'false'}" aria-describedby="${name}-error">
<p class="error" id="${name}-error">${errors[name]}</p></div>`;
  return html`<form method="post" action="/stripe/pay/${plan.id}" novalidate data-today="${shop.today()}">
<h2>Pay with card</h2>
<p class="hint">Nothing is charged here. Use <button class="fill number" type="button" hidden>4242 4242 4242 4242</button><b class="number plain">4242 4242 4242 4242</b>, any date to come and any three digits.</p>
<input type="hidden" name="attempt" value="${attempt}">
<input type="hidden" name="client_reference_id" value="${reference}">
${input('email', 'Email', html`type="email" autocomplete="email" value="${typed.email}"`)}
<fieldset class="card-fields"><legend>Card</legend>
${input('number', 'Card number', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23" value="${typed.number}"`)}
${input('expiry', 'Expiration date', html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="9" value="${typed.expiry}"`)}
${input('cvc', 'Security code', html`inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4"`)}
</fieldset>
${input('name', 'Name on card', html`autocomplete="cc-name" maxlength="120" value="${typed.name}"`)}
<button class="button primary wide" type="submit">${plan.rhythm === 'year' ? 'Pay and subscribe' : 'Pay'} <span class="number">${dollars(plan.amount)}</span></button>
<p class="terms tiny muted">${plan.rhythm === 'year' ? `${dollars(plan.amount)} is charged now and every year until you cancel.` : 'Charged once. Yours for good.'} This is a rehearsal by the Cairn Sandbox: no money moves.</p>
<p class="leave"><a href="${shop.appUrl}/">Cancel</a></p>
</form>`;
}

function notSold(shop: Shop) {
  return {
    title: 'Not found',
    styles: ['/assets/stripe/browser/pay.css'],
    body: html`<body class="pay alone"><main class="till"><h1>Nothing is sold here</h1>
<p class="muted">This payment link leads to no plan.</p><p><a href="${shop.appUrl}/">Back to Cairn</a></p></main></body>`,
  };
}
