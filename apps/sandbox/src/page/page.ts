import type { FastifyPluginAsync } from 'fastify';
import { readyPeople } from '../apple/people.ts';
import { readyAccounts } from '../google/accounts.ts';
import { html, type Markup, sendPage } from '../look/html.ts';
import { consentByHand, signInByHand } from './by-hand.ts';

/** `GET /`: the sandbox for people: what there is to link, what is linked, and buttons for all that `/control` does. */
export const page: FastifyPluginAsync<{ appUrl: string }> = async (app, { appUrl }) => {
  app.get('/', async (_request, reply) =>
    sendPage(reply, {
      title: 'Cairn Sandbox',
      styles: ['/assets/page/browser/page.css'],
      scripts: ['/assets/page/browser/page.ts'],
      body: body(appUrl),
    }),
  );
};

function section(id: string, title: string, words: string, content: Markup): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><div class="title"><h2 id="${id}-title">${title}</h2><p class="muted small">${words}</p></div>${content}</section>`;
}

function head(appUrl: string): Markup {
  return html`<header class="top"><div class="inner"><a class="home" href="/"><img src="/assets/look/browser/mark.svg" alt="" width="28" height="28"> Cairn Sandbox</a>
<nav aria-label="Sandbox"><a href="#items">Linked</a><a href="#people">People</a><a href="#sign-in">Sign-in</a><a href="#payments">Payments</a><a href="#quotes">Stocks</a><a href="#exchange">Crypto</a><a href="#faults">Faults</a><a href="#inbox">Inbox</a><a class="button primary" href="${appUrl}/">Open Cairn</a></nav></div></header>`;
}

function body(appUrl: string): Markup {
  return html`<body>
${head(appUrl)}
<main class="inner">
<div class="hero"><h1>A bank to rehearse against</h1>
<p class="muted">Everything that Cairn needs from outside, played on this machine: banks, sign-in with Google and Apple, card payments, stock quotes, a crypto exchange and mail. The people and their money are invented, and nothing leaves your computer. Link a bank in Cairn, then come back here and make things happen.</p></div>
<p id="said" class="notice good" role="status" hidden></p>
${section('items', 'Linked items', 'What the app has linked. Press a button and watch it arrive.', html`<div id="item-list" class="stack"><p class="muted card empty">Looking…</p></div>`)}
${section('people', 'People', 'Sign in to any bank as one of them.', html`<ul id="person-list" class="grid"></ul>`)}
${section('institutions', 'Banks', 'None of them is real. Every person has accounts at each.', html`<ul id="bank-list" class="chips"></ul>`)}
${section(
  'sign-in',
  'Sign-in',
  'Press a sign-in button in Cairn and choose one of them, or anybody else.',
  html`<ul class="grid">${readyAccounts.map(googleCard)}${readyPeople.map(appleCard)}</ul>
${signInByHand([...readyAccounts, ...readyPeople].map(({ email }) => email))}`,
)}
${section(
  'payments',
  'Payments',
  'What the payment provider knows. Each button sends its signed events.',
  html`<div class="card row arrange"><label class="choice small"><input type="checkbox" id="duplicate"> Send each event twice</label><label class="choice small"><input type="checkbox" id="out-of-order"> Send the last event first</label></div>
<div id="payment-list" class="stack"></div>
<form id="pay-form" class="card row"><div class="field"><label for="reference">Client reference (the user’s id)</label><input class="input" id="reference" name="client_reference_id" required maxlength="200" pattern="[A-Za-z0-9_\\-]+" autocomplete="off"></div>
<div class="field"><label for="plan">Plan</label><select class="input" id="plan" name="plan"><option value="yearly">Yearly, $50.00</option><option value="lifetime">Lifetime, $250.00</option></select></div>
<label class="choice small"><input type="checkbox" name="slow"> The money takes days</label>
<button class="button primary" type="submit">Complete a payment</button></form>
<p class="small muted">Or pay by hand: <a href="/stripe/pay/yearly">yearly</a> or <a href="/stripe/pay/lifetime">lifetime</a>. Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no funds.</p>`,
)}
${section(
  'quotes',
  'Stocks',
  'What a stock costs today: made up, and another price every day.',
  html`<ul id="quote-list" class="chips"></ul>
<form id="quote-form" class="card row"><div class="field"><label for="quote-symbol">Stock</label><select class="input" id="quote-symbol" name="symbol"></select></div>
<div class="field"><label for="quote-price">Price in dollars (empty: its own again)</label><input class="input number" id="quote-price" name="price" type="number" step="any" autocomplete="off"></div>
<button class="button" type="submit">Set price</button></form>`,
)}
${section(
  'exchange',
  'Crypto exchange',
  'Who has let the app see what they hold. In Cairn, open Crypto and press Link.',
  html`<div id="exchange-list" class="stack"></div>
<datalist id="coins"></datalist>
<form id="holding-form" class="card row"><div class="field"><label for="holder">Who</label><select class="input" id="holder" name="user"></select></div>
<div class="field narrow"><label for="held-code">Coin</label><input class="input" id="held-code" name="code" list="coins" value="BTC" required autocomplete="off"></div>
<div class="field"><label for="held-amount">Holds (empty: none)</label><input class="input number" id="held-amount" name="amount" inputmode="decimal" autocomplete="off"></div>
<button class="button" type="submit">Set holding</button></form>
<form id="rate-form" class="card row"><div class="field narrow"><label for="rate-code">Coin</label><input class="input" id="rate-code" name="code" list="coins" value="BTC" required autocomplete="off"></div>
<div class="field"><label for="rate">How many a dollar buys (empty: as of the hour)</label><input class="input number" id="rate" name="rate" placeholder="0.00001" autocomplete="off"></div>
<button class="button" type="submit">Set rate</button></form>
${consentByHand}`,
)}
${section(
  'faults',
  'Faults',
  'Make the next requests fail, as real providers do.',
  html`${faultForm()}
<div class="stack" id="fault-list"></div>`,
)}
${section('inbox', 'Inbox', 'Every mail that the app sends ends here.', html`<div class="card"><ul id="mail-list" class="log number"></ul></div><p class="small"><a href="/mail">All mails</a></p>`)}
${section(
  'log',
  'What the app asked',
  'The last requests, newest first.',
  html`<div class="card"><ol id="log-list" class="log number" tabindex="0" aria-label="Requests"></ol></div>
<details class="danger-zone"><summary class="button quiet">Reset the sandbox</summary><p class="small muted">Forgets every item, sign-in, payment and mail. Cairn’s links to these banks stop working.</p><form id="reset-form" class="row"><div class="field narrow"><label for="seed">Seed</label><input class="input number" id="seed" name="seed" type="number" min="0" step="1"></div><button class="button danger" type="submit">Forget everything</button></form><p class="small muted">With a seed: the same people, rows and ids as at every start with it. Without: ids that were never used.</p></details>`,
)}
</main></body>`;
}

function googleCard({ name, email, hd, emailVerified }: (typeof readyAccounts)[number]): Markup {
  const kind = hd === null ? 'Google account' : `Workspace of ${hd}`;
  return signInCard('google', name, email, kind, emailVerified);
}

function appleCard(person: (typeof readyPeople)[number]): Markup {
  const name = `${person.firstName} ${person.lastName}`;
  return signInCard('apple', name, person.email, 'Apple Account', person.emailVerified);
}

function signInCard(
  provider: string,
  name: string,
  email: string,
  kind: string,
  isVerified: boolean,
): Markup {
  return html`<li class="card sign-in"><img src="/assets/${provider}/browser/mark.svg" alt="" width="28" height="28"><div><h3>${name}</h3><p class="small">${email}</p><p class="muted small">${kind}${!isVerified && ', address not verified'}</p></div></li>`;
}

function faultForm(): Markup {
  return html`<form id="fault-form" class="card row"><div class="field"><label for="provider">Provider</label><select class="input" id="provider" name="provider"><option value="plaid">Banks</option><option value="stripe">Payments</option><option value="google">Google</option><option value="apple">Apple</option><option value="quotes">Stock quotes</option><option value="coinbase">Crypto exchange</option><option value="mail">Mail server</option></select></div>
<div class="field"><label for="kind">Fault</label><select class="input" id="kind" name="kind">${faultKinds.map(([kind, words]) => html`<option value="${kind}">${words}</option>`)}</select></div>
<div class="field wide"><label for="route">Only on this path</label><input class="input" id="route" name="route" placeholder="/transactions/sync" autocomplete="off"></div>
<div class="field" hidden><label for="fault-code">Code of the refusal</label><input class="input" id="fault-code" name="code" placeholder="INSTITUTION_DOWN" required disabled autocomplete="off"></div>
<div class="field" hidden><label for="latency">After milliseconds</label><input class="input number" id="latency" name="latency_ms" type="number" min="0" max="600000" disabled></div>
<div class="field"><label for="fault-bank">Only at this bank</label><select class="input" id="fault-bank" name="institution_id"><option value="">Any</option></select></div>
<div class="field narrow"><label for="times">Times</label><input class="input number" id="times" name="times" type="number" min="1" max="1000" value="1" required></div>
<button class="button primary" type="submit">Add fault</button></form>`;
}

const faultKinds = [
  ['http_500', 'Server error (500)'],
  ['http_429', 'Too many requests (429)'],
  ['timeout', 'No answer'],
  ['drop_connection', 'Connection dropped'],
  ['malformed_json', 'Malformed answer'],
  ['truncated', 'Answer cut off'],
  ['slow', 'Slow answer'],
  ['refuse', 'Refused with a code'],
  ['not_ready', 'Not ready yet'],
  ['mutation_during_pagination', 'Change between pages'],
  ['duplicate_page', 'Page sent twice'],
  ['stale_cursor', 'Stale cursor'],
] as const;
