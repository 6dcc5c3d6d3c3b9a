import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldText, isEmail } from '../identity/person-words.ts';
import { html, type Markup, sendPage } from '../look/html.ts';
import {
  AuthorizeRefusal,
  type AuthorizeRequest,
  readAuthorizeRequest,
} from './authorize-request.ts';
import { type AppleDesk, consent, type FormFields, refusal } from './consent.ts';
import {
  type ApplePerson,
  findPerson,
  flagsOf,
  readyPeople,
  relayOf,
  subjectOf,
} from './people.ts';

/** What was chosen and typed, kept when the page comes back with errors. */
interface Typed {
  /** The address of a ready-made person, or 'other'. */
  person: string;
  firstName: string;
  lastName: string;
  email: string;
  verified: boolean;
  hides: boolean;
}
type Errors = Partial<Record<'firstName' | 'email', string>>;

const styles = ['/assets/look/browser/consent.css', '/assets/apple/browser/authorize.css'];
const nobodyYet: Typed = {
  person: readyPeople[0]?.email ?? 'other',
  firstName: '',
  lastName: '',
  email: '',
  verified: true,
  hides: false,
};

/** The page on which a person signs in and consents: `GET` and `POST /apple/auth/authorize`. */
export function authorizePages(app: FastifyInstance, desk: AppleDesk): void {
  app.get('/apple/auth/authorize', async (request, reply) => {
    const asked = readOrRefuse(request.query, desk, reply);
    return asked ? sendForm(reply, desk, asked, request.url, nobodyYet, {}) : reply;
  });

  app.post('/apple/auth/authorize', async (request, reply) => {
    const asked = readOrRefuse(request.query, desk, reply);
    if (asked === null) return reply;
    if (fieldText(request.body, 'decision') === 'cancel') {
      return sendPost(reply, asked, refusal(asked));
    }
    const typed = readTyped(request.body);
    const errors = check(typed);
    if (Object.keys(errors).length > 0) {
      return sendForm(reply, desk, asked, request.url, typed, errors);
    }
    const person = personOf(typed);
    const earlier = desk.records.authorisation(subjectOf(desk.seed(), person.email));
    const chosen = typed.hides ? relayOf(desk.seed(), person.email) : person.email;
    const sharedEmail = earlier?.sharedEmail ?? chosen;
    const fields = await consent(desk, asked, { person, sharedEmail, subject: null });
    return sendPost(reply, asked, fields);
  });
}

/** The request, or null once the error page is on its way. */
function readOrRefuse(
  query: unknown,
  desk: AppleDesk,
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

function readTyped(body: unknown): Typed {
  const text = (name: string) => fieldText(body, name, 300).trim();
  return {
    person: text('person'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    verified: text('verified') === 'on',
    hides: text('share') === 'hide',
  };
}

function check({ person, firstName, email }: Typed): Errors {
  if (findPerson(person)) return {};
  return {
    ...(firstName === '' ? { firstName: 'Enter a first name.' } : {}),
    ...(isEmail(email) ? {} : { email: 'Enter an email address.' }),
  };
}

function personOf(typed: Typed): ApplePerson {
  const { firstName, lastName, email, verified } = typed;
  const known = findPerson(typed.person);
  return known ?? { firstName, lastName, email, emailVerified: verified, flagsAs: flagsOf(email) };
}

const top = html`<p class="brand"><img src="/assets/apple/browser/mark.svg" alt="" width="24" height="24"> Sign in with Apple <span class="ribbon">Test</span></p>`;
const foot = html`<p class="foot tiny muted">The Cairn Sandbox stands in for Apple. Nobody’s real account is asked, and nothing leaves your computer.</p>`;

function sendForm(
  reply: FastifyReply,
  desk: AppleDesk,
  asked: AuthorizeRequest,
  action: string,
  typed: Typed,
  errors: Errors,
): FastifyReply {
  const failed = Object.keys(errors).length > 0;
  return sendPage(reply, {
    title: `${failed ? 'Error: ' : ''}Sign in with Apple`,
    styles,
    body: html`<body class="consent"><main class="card">${top}
<div class="intro"><h1>Sign in to “Cairn”</h1><p class="muted small">${asksFor(asked)}</p></div>
<form method="post" action="${action}" novalidate>
<fieldset class="people"><legend>Apple Account</legend>
${readyPeople.map((person) => personRow(desk, person, typed.person === person.email))}
<label class="person"><input type="radio" name="person" value="other" id="other" ${!findPerson(typed.person) && html`checked`}><span class="who"><b>Someone else</b><span class="muted small">Any name and address</span></span></label>
${someoneElse(typed, errors)}</fieldset>
<fieldset class="share"><legend>Email</legend>
<label class="person"><input type="radio" name="share" value="show" ${!typed.hides && html`checked`}><span class="who"><b>Share my email</b></span></label>
<label class="person"><input type="radio" name="share" value="hide" ${typed.hides && html`checked`}><span class="who"><b>Hide my email</b><span class="muted small">A relay address stands in for it</span></span></label></fieldset>
<div class="buttons"><button class="button primary" name="decision" value="continue">Continue</button>
<button class="button" name="decision" value="cancel">Cancel</button></div></form>${foot}</main></body>`,
  });
}

/** What the app will be told, in a sentence. */
function asksFor({ scopes }: AuthorizeRequest): string {
  if (scopes.length === 0) return 'Cairn asks for neither your name nor your email.';
  return `The first time, Cairn is told your ${scopes.join(' and ')}.`;
}

function personRow(desk: AppleDesk, person: ApplePerson, isChosen: boolean): Markup {
  const earlier = desk.records.authorisation(subjectOf(desk.seed(), person.email));
  return html`<label class="person"><input type="radio" name="person" value="${person.email}" ${earlier && html`data-known`} ${isChosen && html`checked`}>
<span class="who"><span><b>${person.firstName} ${person.lastName}</b>
${earlier && html` <span class="tag">Signed in before</span>`}
${!person.emailVerified && html` <span class="tag attention">Not verified</span>`}</span>
<span class="muted small">${person.email}</span></span></label>`;
}

function someoneElse(typed: Typed, errors: Errors): Markup {
  const input = (name: 'firstName' | 'lastName' | 'email', label: string, attributes: Markup) => {
    const error = name === 'lastName' ? undefined : errors[name];
    return html`<div class="field ${name}"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" value="${typed[name]}" autocomplete="off" ${attributes} aria-invalid="${error ? 'true' : 'false'}" aria-describedby="${name}-error">
<p class="error" id="${name}-error">${error}</p></div>`;
  };
  return html`<div class="someone">
${input('firstName', 'First name', html`maxlength="100" required`)}
${input('lastName', 'Last name', html`maxlength="100"`)}
${input('email', 'Email', html`type="email" required`)}
<label class="choice"><input type="checkbox" name="verified" ${typed.verified && html`checked`}> Apple has verified the address</label></div>`;
}

/** Sends the page whose form goes to the app by itself: a real post from another site, as the provider's is. */
function sendPost(reply: FastifyReply, asked: AuthorizeRequest, fields: FormFields): FastifyReply {
  return sendPage(reply, {
    title: 'Back to Cairn',
    styles,
    scripts: ['/assets/apple/browser/post-back.ts'],
    formAction: [new URL(asked.redirectUri).origin],
    // The app sees where the post comes from, as it does at the provider.
    referrerPolicy: 'strict-origin',
    body: html`<body class="consent"><main class="card">${top}
<div class="intro"><h1>Back to Cairn</h1><p class="muted" role="status">One moment…</p></div>
<form method="post" action="${asked.redirectUri}" id="post-back">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button primary wide">Continue to Cairn</button></form></main></body>`,
  });
}

function sendError(reply: FastifyReply, error: AuthorizeRefusal): FastifyReply {
  const page = {
    title: 'Sign in not completed',
    styles,
    body: html`<body class="consent"><main class="card">${top}
<div class="intro"><h1>Sign in not completed</h1><p>${error.message}</p></div>
<p class="notice">${error.code}</p>${foot}</main></body>`,
  };
  return sendPage(reply, page, error.code === 'invalid_client' ? 401 : 400);
}
