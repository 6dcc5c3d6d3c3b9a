import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../design/html.ts';
import { fieldText, isEmail } from '../identity/form-text.ts';
import type { TokenKey } from '../identity/token-key.ts';
import { type Accounts, type GoogleAccount, subjectOf } from './accounts.ts';
import { googleCopy as copy } from './google.copy.ts';
import { type GsiError, type GsiRequest, gsiError, readGsiRequest } from './gsi-request.ts';
import { pictureOf, signIdToken } from './id-token.ts';

/** State and settings shared by the routes of the provider. */
export interface GoogleContext {
  accounts: Accounts;
  key: TokenKey;
  seed: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
  appOrigin: string;
}

/** The submitted values of an account that is not listed, which a page with errors shows again. */
interface Values {
  email: string;
  name: string;
  hd: string;
  verified: boolean;
}
type Errors = Partial<Record<'email' | 'name' | 'hd', string>>;

const styles = ['/assets/google/browser/select.css'];

/** The account chooser window: `GET` and `POST /google/gsi/select`. */
export function chooserPages(app: FastifyInstance, provider: GoogleContext): void {
  app.get('/google/gsi/select', async (request, reply) => {
    const gsiRequest = readGsiRequest(request.query);
    const error = gsiError(gsiRequest, provider.appOrigin);
    if (error) return sendGsiError(reply, error);
    return sendChooser(reply, provider, request.url, null, {});
  });

  app.post('/google/gsi/select', async (request, reply) => {
    const gsiRequest = readGsiRequest(request.query);
    const error = gsiError(gsiRequest, provider.appOrigin);
    if (error) return sendGsiError(reply, error);
    const chosen = provider.accounts.find(fieldText(request.body, 'account'));
    const values = readValues(request.body);
    const errors = chosen ? {} : validate(values);
    if (Object.keys(errors).length > 0)
      return sendChooser(reply, provider, request.url, values, errors);
    const account = chosen ?? accountFrom(values);
    await provider.accounts.signIn(account);
    const credential = await signIdToken(provider.key, {
      account,
      subject: subjectOf(provider.seed(), account.email),
      clientId: gsiRequest.clientId,
      nonce: gsiRequest.nonce,
      address: `${request.protocol}://${request.host}`,
      now: provider.now(),
    });
    return sendCredential(reply, gsiRequest, credential, account);
  });
}

function readValues(body: unknown): Values {
  return {
    email: fieldText(body, 'email', 300).trim(),
    name: fieldText(body, 'name', 100).trim(),
    hd: fieldText(body, 'hd', 100).trim().toLowerCase(),
    verified: fieldText(body, 'verified') === 'on',
  };
}

function validate({ email, name, hd }: Values): Errors {
  return {
    ...(isEmail(email) ? {} : { email: copy.missingEmail }),
    ...(name === '' ? { name: copy.missingName } : {}),
    ...(hd === '' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hd) ? {} : { hd: copy.invalidDomain }),
  };
}

function accountFrom({ email, name, hd, verified }: Values): GoogleAccount {
  return { email, name, emailVerified: verified, hd: hd === '' ? null : hd };
}

const pageHeader = html`<p class="brand"><img src="/assets/google/browser/mark.svg" alt="" width="20" height="20"> ${copy.brand} <span class="badge">${copy.testBadge}</span></p>`;
const pageFooter = html`<p class="foot tiny muted">${copy.sandboxNotice}</p>`;

function sendChooser(
  reply: FastifyReply,
  provider: GoogleContext,
  action: string,
  values: Values | null,
  errors: Errors,
): FastifyReply {
  const hasErrors = Object.keys(errors).length > 0;
  return sendPage(reply, {
    title: hasErrors ? copy.errorTitle : copy.title,
    styles,
    body: html`<body class="google"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.chooseAccount}</h1><p class="muted">${copy.continueTo}</p></div>
<form method="post" action="${action}"><ul class="accounts">${provider.accounts.list().map(accountRow)}</ul></form>
${otherAccount(action, values, errors)}
${pageFooter}</main></body>`,
  });
}

function accountRow(account: GoogleAccount): Markup {
  return html`<li><button class="account" name="account" value="${account.email}">
<img src="${pictureOf(account.name)}" alt="" width="36" height="36">
<span class="identity"><span><b>${account.name}</b>
${account.hd && html` <span class="tag">${copy.workspace}</span>`}
${!account.emailVerified && html` <span class="tag attention">${copy.notVerified}</span>`}</span>
<span class="muted small">${account.email}</span></span></button></li>`;
}

function otherAccount(action: string, values: Values | null, errors: Errors): Markup {
  const input = (name: keyof Errors, label: string, value: string, attributes: Markup) => html`
<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" value="${value}" ${attributes} aria-invalid="${errors[name] ? 'true' : 'false'}" aria-describedby="${name}-error">
<p class="error" id="${name}-error">${errors[name]}</p></div>`;
  const verified = values?.verified ?? true;
  return html`<details class="other" ${values && html`open`}><summary class="account"><span class="plus" aria-hidden="true">+</span> ${copy.useAnother}</summary>
<form method="post" action="${action}" novalidate>
${input('email', copy.email, values?.email ?? '', html`type="email" autocomplete="off" required`)}
${input('name', copy.name, values?.name ?? '', html`autocomplete="off" required maxlength="100"`)}
${input('hd', copy.workspaceDomain, values?.hd ?? '', html`autocomplete="off" maxlength="100" placeholder="harborworks.example"`)}
<label class="choice"><input type="checkbox" name="verified" ${verified && html`checked`}> ${copy.emailVerified}</label>
<button class="button primary">${copy.continue}</button></form></details>`;
}

function sendCredential(
  reply: FastifyReply,
  gsiRequest: GsiRequest,
  credential: string,
  account: GoogleAccount,
): FastifyReply {
  return sendPage(reply, {
    title: copy.signingIn,
    styles,
    scripts: ['/assets/google/browser/select.ts'],
    body: html`<body class="google" data-origin="${gsiRequest.origin}" data-channel-id="${gsiRequest.channelId}" data-client-id="${gsiRequest.clientId}" data-credential="${credential}"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.signingIn}</h1><p class="muted" role="status">${copy.returning(account.email)}</p></div>${pageFooter}</main></body>`,
  });
}

function sendGsiError(reply: FastifyReply, error: GsiError): FastifyReply {
  const page = {
    title: copy.blockedTitle,
    styles,
    body: html`<body class="google"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.blockedHeading}</h1><p>${error.reason}</p></div>
<p class="notice">${copy.blockedCode(error.status, error.code)}</p>
<p class="muted small">${copy.blockedHint}</p>${pageFooter}</main></body>`,
  };
  return sendPage(reply, page, error.status);
}
