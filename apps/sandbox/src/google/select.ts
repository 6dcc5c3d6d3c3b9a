import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldText, isEmail } from '../identity/person-words.ts';
import type { TokenKey } from '../identity/token-key.ts';
import { html, type Markup, sendPage } from '../look/html.ts';
import { type Accounts, type GoogleAccount, subjectOf } from './accounts.ts';
import { type GsiRefusal, type GsiRequest, readGsiRequest, refusalOf } from './gsi-request.ts';
import { mintIdToken, pictureOf } from './id-token.ts';

/** What the pages of the identity provider work with. */
export interface GoogleDesk {
  accounts: Accounts;
  key: TokenKey;
  seed: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
  appOrigin: string;
}

/** What was typed for an account that is not on the list, kept when the page comes back with errors. */
interface Typed {
  email: string;
  name: string;
  hd: string;
  verified: boolean;
}
type Errors = Partial<Record<'email' | 'name' | 'hd', string>>;

const styles = ['/assets/google/browser/select.css'];

/** The window in which a person chooses the account to sign in with: `GET` and `POST /google/gsi/select`. */
export function selectPages(app: FastifyInstance, desk: GoogleDesk): void {
  app.get('/google/gsi/select', async (request, reply) => {
    const asked = readGsiRequest(request.query);
    const refusal = refusalOf(asked, desk.appOrigin);
    if (refusal) return sendRefusal(reply, refusal);
    return sendChooser(reply, desk, request.url, null, {});
  });

  app.post('/google/gsi/select', async (request, reply) => {
    const asked = readGsiRequest(request.query);
    const refusal = refusalOf(asked, desk.appOrigin);
    if (refusal) return sendRefusal(reply, refusal);
    const chosen = desk.accounts.find(fieldText(request.body, 'account'));
    const typed = readTyped(request.body);
    const errors = chosen ? {} : check(typed);
    if (Object.keys(errors).length > 0) return sendChooser(reply, desk, request.url, typed, errors);
    const account = chosen ?? accountOf(typed);
    await desk.accounts.signIn(account);
    const credential = await mintIdToken(desk.key, {
      account,
      subject: subjectOf(desk.seed(), account.email),
      clientId: asked.clientId,
      nonce: asked.nonce,
      address: `${request.protocol}://${request.host}`,
      now: desk.now(),
    });
    return sendCredential(reply, asked, credential, account);
  });
}

function readTyped(body: unknown): Typed {
  return {
    email: fieldText(body, 'email', 300).trim(),
    name: fieldText(body, 'name', 100).trim(),
    hd: fieldText(body, 'hd', 100).trim().toLowerCase(),
    verified: fieldText(body, 'verified') === 'on',
  };
}

function check({ email, name, hd }: Typed): Errors {
  return {
    ...(isEmail(email) ? {} : { email: 'Enter an email address.' }),
    ...(name === '' ? { name: 'Enter a name.' } : {}),
    ...(hd === '' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hd)
      ? {}
      : { hd: 'Enter a domain, such as harborworks.example.' }),
  };
}

function accountOf({ email, name, hd, verified }: Typed): GoogleAccount {
  return { email, name, emailVerified: verified, hd: hd === '' ? null : hd };
}

const top = html`<p class="brand"><img src="/assets/google/browser/mark.svg" alt="" width="20" height="20"> Sign in with Google <span class="ribbon">Test</span></p>`;
const foot = html`<p class="foot tiny muted">The Cairn Sandbox stands in for Google. Nobody’s real account is asked, and nothing leaves your computer.</p>`;

function sendChooser(
  reply: FastifyReply,
  desk: GoogleDesk,
  action: string,
  typed: Typed | null,
  errors: Errors,
): FastifyReply {
  const failed = Object.keys(errors).length > 0;
  return sendPage(reply, {
    title: `${failed ? 'Error: ' : ''}Sign in with Google`,
    styles,
    body: html`<body class="google"><main class="card">${top}
<div class="intro"><h1>Choose an account</h1><p class="muted">to continue to <b>Cairn</b></p></div>
<form method="post" action="${action}"><ul class="accounts">${desk.accounts.list().map(accountRow)}</ul></form>
${otherAccount(action, typed, errors)}
${foot}</main></body>`,
  });
}

function accountRow(account: GoogleAccount): Markup {
  return html`<li><button class="account" name="account" value="${account.email}">
<img src="${pictureOf(account.name)}" alt="" width="36" height="36">
<span class="who"><span><b>${account.name}</b>
${account.hd && html` <span class="tag">Workspace</span>`}
${!account.emailVerified && html` <span class="tag attention">Not verified</span>`}</span>
<span class="muted small">${account.email}</span></span></button></li>`;
}

function otherAccount(action: string, typed: Typed | null, errors: Errors): Markup {
  const input = (name: keyof Errors, label: string, value: string, attributes: Markup) => html`
<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" value="${value}" ${attributes} aria-invalid="${errors[name] ? 'true' : 'false'}" aria-describedby="${name}-error">
<p class="error" id="${name}-error">${errors[name]}</p></div>`;
  const verified = typed?.verified ?? true;
  return html`<details class="other" ${typed && html`open`}><summary class="account"><span class="plus" aria-hidden="true">+</span> Use another account</summary>
<form method="post" action="${action}" novalidate>
${input('email', 'Email', typed?.email ?? '', html`type="email" autocomplete="off" required`)}
${input('name', 'Name', typed?.name ?? '', html`autocomplete="off" required maxlength="100"`)}
${input('hd', 'Workspace domain (optional)', typed?.hd ?? '', html`autocomplete="off" maxlength="100" placeholder="harborworks.example"`)}
<label class="choice"><input type="checkbox" name="verified" ${verified && html`checked`}> Google has verified the address</label>
<button class="button primary">Continue</button></form></details>`;
}

function sendCredential(
  reply: FastifyReply,
  asked: GsiRequest,
  credential: string,
  account: GoogleAccount,
): FastifyReply {
  return sendPage(reply, {
    title: 'Signing in',
    styles,
    scripts: ['/assets/google/browser/select.ts'],
    body: html`<body class="google" data-origin="${asked.origin}" data-channel-id="${asked.channelId}" data-client-id="${asked.clientId}" data-credential="${credential}"><main class="card">${top}
<div class="intro"><h1>Signing in</h1><p class="muted" role="status">Taking ${account.email} back to Cairn…</p></div>${foot}</main></body>`,
  });
}

function sendRefusal(reply: FastifyReply, refusal: GsiRefusal): FastifyReply {
  const page = {
    title: 'Access blocked',
    styles,
    body: html`<body class="google"><main class="card">${top}
<div class="intro"><h1>Access blocked: authorization error</h1><p>${refusal.reason}</p></div>
<p class="notice">Error ${refusal.status}: ${refusal.code}</p>
<p class="muted small">If you are the developer: the sandbox knows one client id, <code>sandbox-client</code>, and one origin, that of <code>APP_URL</code>.</p>${foot}</main></body>`,
  };
  return sendPage(reply, page, refusal.status);
}
