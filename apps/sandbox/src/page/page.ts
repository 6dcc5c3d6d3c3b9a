import type { FastifyPluginAsync } from 'fastify';
import { builtInPeople } from '../apple/people.ts';
import { html, type Markup, sendPage } from '../design/html.ts';
import { builtInAccounts } from '../google/accounts.ts';
import { faultsCopy } from './browser/faults.copy.ts';
import { pageCopy } from './browser/page.copy.ts';
import { manualConsentForm, manualSignInForms } from './manual-forms.ts';

/** `GET /`: the home page. It lists what can be linked and what is linked, and has a form or button for each `/control` call. */
export const page: FastifyPluginAsync<{ appUrl: string }> = async (app, { appUrl }) => {
  app.get('/', async (_request, reply) =>
    sendPage(reply, {
      title: pageCopy.title,
      styles: ['/assets/page/browser/page.css'],
      scripts: ['/assets/page/browser/page.ts'],
      body: body(appUrl),
    }),
  );
};

function section(id: string, copy: { title: string; intro: string }, content: Markup): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><div class="title"><h2 id="${id}-title">${copy.title}</h2><p class="muted small">${copy.intro}</p></div>${content}</section>`;
}

function head(appUrl: string): Markup {
  const { nav, title } = pageCopy;
  return html`<header class="top"><div class="inner"><a class="home" href="/"><img src="/assets/design/browser/mark.svg" alt="" width="28" height="28"> ${title}</a>
<nav aria-label="${nav.label}"><a href="#items">${nav.items}</a><a href="#people">${nav.people}</a><a href="#sign-in">${nav.signIn}</a><a href="#payments">${nav.payments}</a><a href="#quotes">${nav.quotes}</a><a href="#exchange">${nav.exchange}</a><a href="#faults">${nav.faults}</a><a href="#inbox">${nav.inbox}</a><a class="button primary" href="${appUrl}/">${nav.openApp}</a></nav></div></header>`;
}

function body(appUrl: string): Markup {
  const { hero, loading, items, people, institutions, signIn, payments } = pageCopy;
  const { quotes, exchange, inbox, log } = pageCopy;
  return html`<body>
${head(appUrl)}
<main class="inner">
<div class="hero"><h1>${hero.title}</h1>
<p class="muted">${hero.intro}</p></div>
<p id="status" class="notice good" role="status" hidden></p>
${section('items', items, html`<div id="item-list" class="stack"><p class="muted card empty">${loading}</p></div>`)}
${section('people', people, html`<ul id="person-list" class="grid"></ul>`)}
${section('institutions', institutions, html`<ul id="bank-list" class="chips"></ul>`)}
${section(
  'sign-in',
  signIn,
  html`<ul class="grid">${builtInAccounts.map(googleCard)}${builtInPeople.map(appleCard)}</ul>
${manualSignInForms([...builtInAccounts, ...builtInPeople].map(({ email }) => email))}`,
)}
${section('payments', payments, paymentForms())}
${section('quotes', quotes, quoteForm())}
${section('exchange', exchange, exchangeForms())}
${section(
  'faults',
  faultsCopy,
  html`${faultForm()}
<div class="stack" id="fault-list"></div>`,
)}
${section('inbox', inbox, html`<div class="card"><ul id="mail-list" class="log number"></ul></div><p class="small"><a href="/mail">${inbox.all}</a></p>`)}
${section('log', log, requestLog())}
</main></body>`;
}

function paymentForms(): Markup {
  const copy = pageCopy.payments;
  return html`<div class="card row delivery"><label class="choice small"><input type="checkbox" id="duplicate"> ${copy.sendTwice}</label><label class="choice small"><input type="checkbox" id="out-of-order"> ${copy.sendLastFirst}</label></div>
<div id="payment-list" class="stack"></div>
<form id="pay-form" class="card row"><div class="field"><label for="reference">${copy.reference}</label><input class="input" id="reference" name="client_reference_id" required maxlength="200" pattern="[A-Za-z0-9_\\-]+" autocomplete="off"></div>
<div class="field"><label for="plan">${copy.plan}</label><select class="input" id="plan" name="plan"><option value="yearly">${copy.yearly('$50.00')}</option><option value="lifetime">${copy.lifetime('$250.00')}</option></select></div>
<label class="choice small"><input type="checkbox" name="slow"> ${copy.delayed}</label>
<button class="button primary" type="submit">${copy.complete}</button></form>
<p class="small muted">${copy.payYourself} <a href="/stripe/pay/yearly">${copy.yearlyPage}</a> · <a href="/stripe/pay/lifetime">${copy.lifetimePage}</a></p>
<p class="small muted">${copy.testCards}</p>`;
}

function quoteForm(): Markup {
  const copy = pageCopy.quotes;
  return html`<ul id="quote-list" class="chips"></ul>
<form id="quote-form" class="card row"><div class="field"><label for="quote-symbol">${copy.symbol}</label><select class="input" id="quote-symbol" name="symbol"></select></div>
<div class="field"><label for="quote-price">${copy.price}</label><input class="input number" id="quote-price" name="price" type="number" step="any" autocomplete="off"></div>
<button class="button" type="submit">${copy.set}</button></form>`;
}

function exchangeForms(): Markup {
  const copy = pageCopy.exchange;
  return html`<div id="exchange-list" class="stack"></div>
<datalist id="coins"></datalist>
<form id="holding-form" class="card row"><div class="field"><label for="holder">${copy.person}</label><select class="input" id="holder" name="user"></select></div>
<div class="field narrow"><label for="held-code">${copy.coin}</label><input class="input" id="held-code" name="code" list="coins" value="BTC" required autocomplete="off"></div>
<div class="field"><label for="held-amount">${copy.amountHeld}</label><input class="input number" id="held-amount" name="amount" inputmode="decimal" autocomplete="off"></div>
<button class="button" type="submit">${copy.setHolding}</button></form>
<form id="rate-form" class="card row"><div class="field narrow"><label for="rate-code">${copy.coin}</label><input class="input" id="rate-code" name="code" list="coins" value="BTC" required autocomplete="off"></div>
<div class="field"><label for="rate">${copy.rate}</label><input class="input number" id="rate" name="rate" placeholder="0.00001" autocomplete="off"></div>
<button class="button" type="submit">${copy.setRate}</button></form>
${manualConsentForm}`;
}

function requestLog(): Markup {
  const { log, reset } = pageCopy;
  return html`<div class="card"><ol id="log-list" class="log number" tabindex="0" aria-label="${log.label}"></ol></div>
<details class="danger-zone"><summary class="button quiet">${reset.title}</summary><p class="small muted">${reset.warning}</p><form id="reset-form" class="row"><div class="field narrow"><label for="seed">${reset.seed}</label><input class="input number" id="seed" name="seed" type="number" min="0" step="1"></div><button class="button danger" type="submit">${reset.submit}</button></form><p class="small muted">${reset.seedHelp}</p></details>`;
}

function googleCard({ name, email, hd, emailVerified }: (typeof builtInAccounts)[number]): Markup {
  const { googleAccount, googleWorkspace } = pageCopy.signIn;
  const kind = hd === null ? googleAccount : googleWorkspace(hd);
  return signInCard('google', name, email, kind, emailVerified);
}

function appleCard(person: (typeof builtInPeople)[number]): Markup {
  const name = `${person.firstName} ${person.lastName}`;
  return signInCard(
    'apple',
    name,
    person.email,
    pageCopy.signIn.appleAccount,
    person.emailVerified,
  );
}

function signInCard(
  provider: string,
  name: string,
  email: string,
  kind: string,
  isVerified: boolean,
): Markup {
  return html`<li class="card sign-in"><img src="/assets/${provider}/browser/mark.svg" alt="" width="28" height="28"><div><h3>${name}</h3><p class="small">${email}</p><p class="muted small">${isVerified ? kind : pageCopy.signIn.unverified(kind)}</p></div></li>`;
}

function faultForm(): Markup {
  const copy = faultsCopy;
  return html`<form id="fault-form" class="card row"><div class="field"><label for="provider">${copy.provider}</label><select class="input" id="provider" name="provider">${copy.providers.map(option)}</select></div>
<div class="field"><label for="kind">${copy.kind}</label><select class="input" id="kind" name="kind">${copy.kinds.map(option)}</select></div>
<div class="field wide"><label for="route">${copy.route}</label><input class="input" id="route" name="route" placeholder="/transactions/sync" autocomplete="off"></div>
<div class="field" hidden><label for="fault-code">${copy.code}</label><input class="input" id="fault-code" name="code" placeholder="INSTITUTION_DOWN" required disabled autocomplete="off"></div>
<div class="field" hidden><label for="latency">${copy.latency}</label><input class="input number" id="latency" name="latency_ms" type="number" min="0" max="600000" disabled></div>
<div class="field"><label for="fault-bank">${copy.bank}</label><select class="input" id="fault-bank" name="institution_id"><option value="">${copy.anyBank}</option></select></div>
<div class="field narrow"><label for="times">${copy.times}</label><input class="input number" id="times" name="times" type="number" min="1" max="1000" value="1" required></div>
<button class="button primary" type="submit">${copy.add}</button></form>`;
}

function option([value, label]: readonly [value: string, label: string]): Markup {
  return html`<option value="${value}">${label}</option>`;
}
