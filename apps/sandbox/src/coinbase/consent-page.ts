import { exchangePeople } from '@cairn/people/exchange-people';
import { coinOf } from '@cairn/people/money/coins';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../design/html.ts';
import { fieldText } from '../identity/form-text.ts';
import {
  AuthorizeError,
  type AuthorizeRequest,
  readAuthorizeRequest,
  type Scope,
} from './authorize-request.ts';
import { consentCopy as copy } from './consent.copy.ts';
import type { ExchangeContext } from './exchange-context.ts';

const styles = ['/assets/design/browser/consent.css', '/assets/coinbase/browser/scopes.css'];
const maxNameLength = 100;

/** Grants access. Returns the app's redirect URL with the code. */
export async function grantAccess(
  exchange: ExchangeContext,
  user: string,
  authorization: AuthorizeRequest,
): Promise<string> {
  const { code } = await exchange.grants.create(user, authorization, exchange.now());
  return redirectUrl(authorization, { code });
}

/** Returns the app's redirect URL for denied access (RFC 6749, 4.1.2.1). */
export const deniedRedirectUrl = (authorization: AuthorizeRequest): string =>
  redirectUrl(authorization, {
    error: 'access_denied',
    error_description: 'The resource owner denied the request.',
  });

function redirectUrl(
  { redirectUri, state }: AuthorizeRequest,
  params: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (state !== '') url.searchParams.set('state', state);
  return url.toString();
}

/** The consent page: `GET` and `POST /coinbase/oauth2/auth`. */
export function registerConsentPage(app: FastifyInstance, exchange: ExchangeContext): void {
  app.get('/coinbase/oauth2/auth', async (request, reply) => {
    const authorization = readOrSendError(request.query, exchange, reply);
    return authorization ? sendForm(reply, exchange, authorization, request.url) : reply;
  });

  app.post('/coinbase/oauth2/auth', async (request, reply) => {
    const authorization = readOrSendError(request.query, exchange, reply);
    if (authorization === null) return reply;
    if (fieldText(request.body, 'decision') !== 'allow')
      return reply.redirect(deniedRedirectUrl(authorization), 303);
    const user =
      fieldText(request.body, 'person', maxNameLength) || exchangePeople[0]?.username || '';
    return reply.redirect(await grantAccess(exchange, user, authorization), 303);
  });
}

/** Returns the request, or sends the error page and returns null. */
function readOrSendError(
  query: unknown,
  exchange: ExchangeContext,
  reply: FastifyReply,
): AuthorizeRequest | null {
  try {
    return readAuthorizeRequest(query, exchange.redirectUri);
  } catch (error) {
    if (!(error instanceof AuthorizeError)) throw error;
    sendError(reply, error);
    return null;
  }
}

const pageHeader = html`<p class="brand"><img src="/assets/design/browser/mark.svg" alt="" width="24" height="24"> ${copy.brand} <span class="badge">${copy.testBadge}</span></p>`;
const pageFooter = html`<p class="foot tiny muted">${copy.sandboxNotice}</p>`;

const scopeLabels: Record<Scope, string> = copy.scopes;

function sendForm(
  reply: FastifyReply,
  exchange: ExchangeContext,
  authorization: AuthorizeRequest,
  action: string,
): FastifyReply {
  return sendPage(reply, {
    title: copy.title,
    styles,
    formAction: [new URL(authorization.redirectUri).origin],
    body: html`<body class="consent"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.heading}</h1><ul class="scopes small">${authorization.scopes.map((scope) => html`<li>${scopeLabels[scope]}</li>`)}</ul>
<p class="muted small">${copy.readOnly}</p></div>
<form method="post" action="${action}">
<fieldset class="people"><legend>${copy.signedInAs}</legend>
${exchangePeople.map((person, index) => personRow(exchange, person, index === 0))}</fieldset>
<div class="buttons"><button class="button primary" name="decision" value="allow">${copy.allow}</button>
<button class="button" name="decision" value="deny">${copy.cancel}</button></div></form>${pageFooter}</main></body>`,
  });
}

function personRow(
  exchange: ExchangeContext,
  { username, fullName, description }: (typeof exchangePeople)[number],
  isChosen: boolean,
): Markup {
  const codes = [...new Set(exchange.holdings.of(username).map(({ code }) => code))];
  const names = codes.slice(0, 3).map((code) => coinOf(code).name);
  const listed = names.join(', ');
  const more = codes.length - names.length;
  return html`<label class="person"><input type="radio" name="person" value="${username}" ${isChosen && html`checked`}>
<span class="identity"><b>${fullName}</b><span class="muted small">${description}</span><span class="muted tiny">${more > 0 ? copy.andMore(listed, more) : listed}</span></span></label>`;
}

function sendError(reply: FastifyReply, error: AuthorizeError): FastifyReply {
  const page = {
    title: copy.errorTitle,
    styles,
    body: html`<body class="consent"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.errorHeading}</h1><p>${error.message}</p></div>
<p class="notice">${error.code}</p>${pageFooter}</main></body>`,
  };
  return sendPage(reply, page, error.code === 'invalid_client' ? 401 : 400);
}
