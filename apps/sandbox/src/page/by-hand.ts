import { html, type Markup } from '../look/html.ts';

const yes = (id: string, name: string, words: string): Markup =>
  html`<label class="choice small"><input type="checkbox" id="${id}" name="${name}" value="true"> ${words}</label>`;

const verified = (id: string): Markup =>
  html`<div class="field"><label for="${id}">Address verified</label><select class="input" id="${id}" name="email_verified"><option value="">As the account has it</option><option value="true">Yes</option><option value="false">No</option></select></div>`;

const text = (id: string, name: string, words: string, more: Markup = html``, width = ''): Markup =>
  html`<div class="field ${width}"><label for="${id}">${words}</label><input class="input" id="${id}" name="${name}" autocomplete="off" spellcheck="false" ${more}></div>`;

const emails = html`required type="email" list="emails"`;

/** The forms that sign in without a browser's page: for whoever tests an app's calls by hand. */
export const signInByHand = (
  addresses: readonly string[],
): Markup => html`<datalist id="emails">${addresses.map((address) => html`<option value="${address}"></option>`)}</datalist>
<details class="panel" id="google-by-hand"><summary>Make a Google ID token by hand</summary>
<form id="google-form" class="card row">${text('google-email', 'email', 'Email', emails, 'wide')}${text('google-nonce', 'nonce', 'Nonce that the app gave', html`required`, 'wide')}${verified('google-verified')}${text('google-sub', 'sub', 'Subject (empty: by the email)')}${text('google-name', 'name', 'Name')}${text('google-hd', 'hd', 'Workspace domain')}<button class="button primary" type="submit">Make ID token</button><output id="google-answer" class="more answer"></output></form></details>
<details class="panel" id="apple-by-hand"><summary>Answer an Apple sign-in by hand</summary>
<form id="apple-form" class="card row">${text('apple-url', 'authorize_url', 'Address that the app sent the person to', html`required type="url" placeholder="http://127.0.0.1:3001/apple/auth/authorize?…"`, 'more')}${text('apple-email', 'email', 'Email', emails, 'wide')}${text('apple-name', 'name', 'Name')}${verified('apple-verified')}${text('apple-sub', 'sub', 'Subject (empty: by the email)')}${yes('apple-deny', 'deny', 'Cancel instead')}<button class="button primary" type="submit">Answer</button><output id="apple-answer" class="more answer"></output></form></details>`;

/** The form that consents at the crypto exchange without its page. */
export const consentByHand: Markup = html`<details class="panel" id="exchange-by-hand"><summary>Answer a consent by hand</summary>
<form id="consent-form" class="card row">${text('consent-url', 'authorize_url', 'Address that the app sent the person to', html`required type="url" placeholder="http://localhost:3001/coinbase/oauth2/auth?…"`, 'more')}<div class="field"><label for="consent-user">Who</label><select class="input" id="consent-user" name="user"></select></div>${yes('consent-deny', 'deny', 'Cancel instead')}<button class="button primary" type="submit">Answer</button><output id="consent-answer" class="more answer"></output></form></details>`;
