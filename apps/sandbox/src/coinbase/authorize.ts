import { coinOf } from '@cairn/people/coins';
import { exchangePeople } from '@cairn/people/exchange-people';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldText } from '../identity/person-words.ts';
import { html, type Markup, sendPage } from '../look/html.ts';
import {
  AuthorizeRefusal,
  type AuthorizeRequest,
  readAuthorizeRequest,
  type Scope,
} from './authorize-request.ts';
import type { ExchangeDesk } from './desk.ts';

const styles = ['/assets/look/browser/consent.css', '/assets/coinbase/browser/scopes.css'];
const longestName = 100;

/** Where the browser goes when the person agrees: the app's own address, with the code. */
export async function agreedAddress(
  desk: ExchangeDesk,
  user: string,
  asked: AuthorizeRequest,
): Promise<string> {
  const { code } = await desk.grants.consent(user, asked, desk.now());
  return backTo(asked, { code });
}

/** Where it goes when they don't (RFC 6749, 4.1.2.1). */
export const deniedAddress = (asked: AuthorizeRequest): string =>
  backTo(asked, {
    error: 'access_denied',
    error_description: 'The resource owner denied the request.',
  });

function backTo({ redirectUri, state }: AuthorizeRequest, said: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
  if (state !== '') url.searchParams.set('state', state);
  return url.toString();
}

/** The page on which a person signs in and agrees: `GET` and `POST /coinbase/oauth2/auth`. */
export function authorizePages(app: FastifyInstance, desk: ExchangeDesk): void {
  app.get('/coinbase/oauth2/auth', async (request, reply) => {
    const asked = readOrRefuse(request.query, desk, reply);
    return asked ? sendForm(reply, desk, asked, request.url) : reply;
  });

  app.post('/coinbase/oauth2/auth', async (request, reply) => {
    const asked = readOrRefuse(request.query, desk, reply);
    if (asked === null) return reply;
    if (fieldText(request.body, 'decision') !== 'allow')
      return reply.redirect(deniedAddress(asked), 303);
    const user =
      fieldText(request.body, 'person', longestName) || exchangePeople[0]?.username || '';
    return reply.redirect(await agreedAddress(desk, user, asked), 303);
  });
}

/** The request, or null once the error page is on its way. */
function readOrRefuse(
  query: unknown,
  desk: ExchangeDesk,
  reply: FastifyReply,
): AuthorizeRequest | null {
  try {
    return readAuthorizeRequest(query, desk.redirectUri);
  } catch (error) {
    if (!(error instanceof AuthorizeRefusal)) throw error;
    sendError(reply, error);
    return null;
  }
}

const top = html`<p class="brand"><img src="/assets/look/browser/mark.svg" alt="" width="24" height="24"> Coinbase <span class="ribbon">Test</span></p>`;
const foot = html`<p class="foot tiny muted">The Cairn Sandbox stands in for Coinbase. Nobody’s real account is asked, and nothing leaves your computer.</p>`;

const scopeWords: Record<Scope, string> = {
  'wallet:accounts:read': 'See your accounts and their balances',
  'wallet:user:read': 'See your name and picture',
  'wallet:user:email': 'See your email address',
  offline_access: 'Stay connected while you are away',
};

function sendForm(
  reply: FastifyReply,
  desk: ExchangeDesk,
  asked: AuthorizeRequest,
  action: string,
): FastifyReply {
  return sendPage(reply, {
    title: 'Link Coinbase to Cairn',
    styles,
    formAction: [new URL(asked.redirectUri).origin],
    body: html`<body class="consent"><main class="card">${top}
<div class="intro"><h1>Let Cairn see your account?</h1><ul class="scopes small">${asked.scopes.map((scope) => html`<li>${scopeWords[scope]}</li>`)}</ul>
<p class="muted small">It can move nothing.</p></div>
<form method="post" action="${action}">
<fieldset class="people"><legend>Signed in as</legend>
${exchangePeople.map((person, index) => personRow(desk, person, index === 0))}</fieldset>
<div class="buttons"><button class="button primary" name="decision" value="allow">Allow access</button>
<button class="button" name="decision" value="deny">Cancel</button></div></form>${foot}</main></body>`,
  });
}

function personRow(
  desk: ExchangeDesk,
  { username, fullName, description }: (typeof exchangePeople)[number],
  isChosen: boolean,
): Markup {
  const codes = [...new Set(desk.holdings.of(username).map(({ code }) => code))];
  const names = codes.slice(0, 3).map((code) => coinOf(code).name);
  const more = codes.length > names.length ? ` and ${codes.length - names.length} more` : '';
  return html`<label class="person"><input type="radio" name="person" value="${username}" ${isChosen && html`checked`}>
<span class="who"><b>${fullName}</b><span class="muted small">${description}</span><span class="muted tiny">${names.join(', ')}${more}</span></span></label>`;
}

function sendError(reply: FastifyReply, error: AuthorizeRefusal): FastifyReply {
  const page = {
    title: 'Not linked',
    styles,
    body: html`<body class="consent"><main class="card">${top}
<div class="intro"><h1>This app cannot be linked</h1><p>${error.message}</p></div>
<p class="notice">${error.code}</p>${foot}</main></body>`,
  };
  return sendPage(reply, page, error.code === 'invalid_client' ? 401 : 400);
}
