import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Markup, sendPage } from '../design/html.ts';
import { fieldText, isEmail } from '../identity/form-text.ts';
import { appleCopy as copy } from './apple.copy.ts';
import {
  AuthorizeError,
  type AuthorizeRequest,
  readAuthorizeRequest,
} from './authorize-request.ts';
import { type AppleContext, cancelForm, type FormFields, grantConsent } from './consent.ts';
import {
  type ApplePerson,
  booleanFormatOf,
  builtInPeople,
  findPerson,
  relayEmailOf,
  subjectOf,
} from './people.ts';

/** The submitted values, which a page with errors shows again. */
interface Values {
  /** The email of a listed person, or 'other'. */
  person: string;
  firstName: string;
  lastName: string;
  email: string;
  verified: boolean;
  hidesEmail: boolean;
}
type Errors = Partial<Record<'firstName' | 'email', string>>;

const styles = ['/assets/design/browser/consent.css', '/assets/apple/browser/authorize.css'];
const initialValues: Values = {
  person: builtInPeople[0]?.email ?? 'other',
  firstName: '',
  lastName: '',
  email: '',
  verified: true,
  hidesEmail: false,
};

/** The sign-in page: `GET` and `POST /apple/auth/authorize`. */
export function registerSignInPage(app: FastifyInstance, provider: AppleContext): void {
  app.get('/apple/auth/authorize', async (request, reply) => {
    const authorization = readOrSendError(request.query, provider, reply);
    return authorization
      ? sendForm(reply, provider, authorization, request.url, initialValues, {})
      : reply;
  });

  app.post('/apple/auth/authorize', async (request, reply) => {
    const authorization = readOrSendError(request.query, provider, reply);
    if (authorization === null) return reply;
    if (fieldText(request.body, 'decision') === 'cancel') {
      return sendAutoSubmitPage(reply, authorization, cancelForm(authorization));
    }
    const values = readValues(request.body);
    const errors = validate(values);
    if (Object.keys(errors).length > 0) {
      return sendForm(reply, provider, authorization, request.url, values, errors);
    }
    const person = personFrom(values);
    const existing = provider.records.authorization(subjectOf(provider.seed(), person.email));
    const newEmail = values.hidesEmail ? relayEmailOf(provider.seed(), person.email) : person.email;
    const sharedEmail = existing?.sharedEmail ?? newEmail;
    const fields = await grantConsent(provider, authorization, {
      person,
      sharedEmail,
      subject: null,
    });
    return sendAutoSubmitPage(reply, authorization, fields);
  });
}

/** Returns the request, or sends the error page and returns null. */
function readOrSendError(
  query: unknown,
  provider: AppleContext,
  reply: FastifyReply,
): AuthorizeRequest | null {
  try {
    return readAuthorizeRequest(query, provider.redirectUri);
  } catch (error) {
    if (!(error instanceof AuthorizeError)) throw error;
    sendError(reply, error);
    return null;
  }
}

function readValues(body: unknown): Values {
  const text = (name: string) => fieldText(body, name, 300).trim();
  return {
    person: text('person'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    verified: text('verified') === 'on',
    hidesEmail: text('share') === 'hide',
  };
}

function validate({ person, firstName, email }: Values): Errors {
  if (findPerson(person)) return {};
  return {
    ...(firstName === '' ? { firstName: copy.missingFirstName } : {}),
    ...(isEmail(email) ? {} : { email: copy.missingEmail }),
  };
}

function personFrom(values: Values): ApplePerson {
  const { firstName, lastName, email, verified } = values;
  const listed = findPerson(values.person);
  return (
    listed ?? {
      firstName,
      lastName,
      email,
      emailVerified: verified,
      booleanFormat: booleanFormatOf(email),
    }
  );
}

const pageHeader = html`<p class="brand"><img src="/assets/apple/browser/mark.svg" alt="" width="24" height="24"> ${copy.brand} <span class="badge">${copy.testBadge}</span></p>`;
const pageFooter = html`<p class="foot tiny muted">${copy.sandboxNotice}</p>`;

function sendForm(
  reply: FastifyReply,
  provider: AppleContext,
  authorization: AuthorizeRequest,
  action: string,
  values: Values,
  errors: Errors,
): FastifyReply {
  const hasErrors = Object.keys(errors).length > 0;
  return sendPage(reply, {
    title: hasErrors ? copy.errorTitle : copy.title,
    styles,
    body: html`<body class="consent"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.heading}</h1><p class="muted small">${sharingText(authorization)}</p></div>
<form method="post" action="${action}" novalidate>
<fieldset class="people"><legend>${copy.accounts}</legend>
${builtInPeople.map((person) => personRow(provider, person, values.person === person.email))}
<label class="person"><input type="radio" name="person" value="other" id="other" ${!findPerson(values.person) && html`checked`}><span class="identity"><b>${copy.someoneElse}</b><span class="muted small">${copy.someoneElseHint}</span></span></label>
${otherPersonFields(values, errors)}</fieldset>
<fieldset class="share"><legend>${copy.email}</legend>
<label class="person"><input type="radio" name="share" value="show" ${!values.hidesEmail && html`checked`}><span class="identity"><b>${copy.shareEmail}</b></span></label>
<label class="person"><input type="radio" name="share" value="hide" ${values.hidesEmail && html`checked`}><span class="identity"><b>${copy.hideEmail}</b><span class="muted small">${copy.hideEmailHint}</span></span></label></fieldset>
<div class="buttons"><button class="button primary" name="decision" value="continue">${copy.continue}</button>
<button class="button" name="decision" value="cancel">${copy.cancel}</button></div></form>${pageFooter}</main></body>`,
  });
}

/** Describes what the app receives. */
function sharingText({ scopes }: AuthorizeRequest): string {
  const [first, second] = scopes;
  if (first === undefined) return copy.sharesNothing;
  return second === undefined ? copy.shares[first] : copy.shares.both;
}

function personRow(provider: AppleContext, person: ApplePerson, isChosen: boolean): Markup {
  const existing = provider.records.authorization(subjectOf(provider.seed(), person.email));
  return html`<label class="person"><input type="radio" name="person" value="${person.email}" ${existing && html`data-known`} ${isChosen && html`checked`}>
<span class="identity"><span><b>${person.firstName} ${person.lastName}</b>
${existing && html` <span class="tag">${copy.signedInBefore}</span>`}
${!person.emailVerified && html` <span class="tag attention">${copy.notVerified}</span>`}</span>
<span class="muted small">${person.email}</span></span></label>`;
}

function otherPersonFields(values: Values, errors: Errors): Markup {
  const input = (name: 'firstName' | 'lastName' | 'email', label: string, attributes: Markup) => {
    const error = name === 'lastName' ? undefined : errors[name];
    return html`<div class="field ${name}"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" value="${values[name]}" autocomplete="off" ${attributes} aria-invalid="${error ? 'true' : 'false'}" aria-describedby="${name}-error">
<p class="error" id="${name}-error">${error}</p></div>`;
  };
  return html`<div class="other-person">
${input('firstName', copy.firstName, html`maxlength="100" required`)}
${input('lastName', copy.lastName, html`maxlength="100"`)}
${input('email', copy.email, html`type="email" required`)}
<label class="choice"><input type="checkbox" name="verified" ${values.verified && html`checked`}> ${copy.emailVerified}</label></div>`;
}

/** Sends a page whose form submits itself to the app: a real cross-site post, like the provider's. */
function sendAutoSubmitPage(
  reply: FastifyReply,
  authorization: AuthorizeRequest,
  fields: FormFields,
): FastifyReply {
  return sendPage(reply, {
    title: copy.returnTitle,
    styles,
    scripts: ['/assets/apple/browser/post-back.ts'],
    formAction: [new URL(authorization.redirectUri).origin],
    // Like the provider, send the app an Origin header.
    referrerPolicy: 'strict-origin',
    body: html`<body class="consent"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.returnTitle}</h1><p class="muted" role="status">${copy.returning}</p></div>
<form method="post" action="${authorization.redirectUri}" id="post-back">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button primary wide">${copy.continueToApp}</button></form></main></body>`,
  });
}

function sendError(reply: FastifyReply, error: AuthorizeError): FastifyReply {
  const page = {
    title: copy.failedTitle,
    styles,
    body: html`<body class="consent"><main class="card">${pageHeader}
<div class="intro"><h1>${copy.failedTitle}</h1><p>${error.message}</p></div>
<p class="notice">${error.code}</p>${pageFooter}</main></body>`,
  };
  return sendPage(reply, page, error.code === 'invalid_client' ? 401 : 400);
}
