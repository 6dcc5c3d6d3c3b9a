import { html, type Markup } from '../design/html.ts';
import { pageCopy } from './browser/page.copy.ts';

const copy = pageCopy.manual;

const checkbox = (id: string, name: string, label: string): Markup =>
  html`<label class="choice small"><input type="checkbox" id="${id}" name="${name}" value="true"> ${label}</label>`;

const emailVerifiedField = (id: string): Markup =>
  html`<div class="field"><label for="${id}">${copy.emailVerified}</label><select class="input" id="${id}" name="email_verified"><option value="">${copy.accountDefault}</option><option value="true">${copy.yes}</option><option value="false">${copy.no}</option></select></div>`;

const textField = (
  id: string,
  name: string,
  label: string,
  attributes: Markup = html``,
  width = '',
): Markup =>
  html`<div class="field ${width}"><label for="${id}">${label}</label><input class="input" id="${id}" name="${name}" autocomplete="off" spellcheck="false" ${attributes}></div>`;

const emailAttributes = html`required type="email" list="emails"`;

/** Forms that sign in without the provider's page, for testing an app's API calls directly. */
export const manualSignInForms = (
  emails: readonly string[],
): Markup => html`<datalist id="emails">${emails.map((email) => html`<option value="${email}"></option>`)}</datalist>
<details class="panel" id="manual-google"><summary>${copy.googleTitle}</summary>
<form id="google-form" class="card row">${textField('google-email', 'email', copy.email, emailAttributes, 'wide')}${textField('google-nonce', 'nonce', copy.nonce, html`required`, 'wide')}${emailVerifiedField('google-verified')}${textField('google-sub', 'sub', copy.subject)}${textField('google-name', 'name', copy.name)}${textField('google-hd', 'hd', copy.workspaceDomain)}<button class="button primary" type="submit">${copy.createToken}</button><output id="google-result" class="more result"></output></form></details>
<details class="panel" id="manual-apple"><summary>${copy.appleTitle}</summary>
<form id="apple-form" class="card row">${textField('apple-url', 'authorize_url', copy.authorizeUrl, html`required type="url" placeholder="http://127.0.0.1:3001/apple/auth/authorize?…"`, 'more')}${textField('apple-email', 'email', copy.email, emailAttributes, 'wide')}${textField('apple-name', 'name', copy.name)}${emailVerifiedField('apple-verified')}${textField('apple-sub', 'sub', copy.subject)}${checkbox('apple-deny', 'deny', copy.cancelInstead)}<button class="button primary" type="submit">${copy.submit}</button><output id="apple-result" class="more result"></output></form></details>`;

/** The form that consents at the crypto exchange without its consent page. */
export const manualConsentForm: Markup = html`<details class="panel" id="manual-exchange"><summary>${copy.exchangeTitle}</summary>
<form id="consent-form" class="card row">${textField('consent-url', 'authorize_url', copy.authorizeUrl, html`required type="url" placeholder="http://localhost:3001/coinbase/oauth2/auth?…"`, 'more')}<div class="field"><label for="consent-user">${copy.person}</label><select class="input" id="consent-user" name="user"></select></div>${checkbox('consent-deny', 'deny', copy.cancelInstead)}<button class="button primary" type="submit">${copy.submit}</button><output id="consent-result" class="more result"></output></form></details>`;
