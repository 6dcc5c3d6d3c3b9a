import type { TokenKey } from '../identity/token-key.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { mintIdToken } from './id-token.ts';
import { type ApplePerson, subjectOf } from './people.ts';
import type { Records } from './records.ts';

/** What the routes of the provider work with. */
export interface AppleDesk {
  records: Records;
  key: TokenKey;
  seed: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The one address that forms are posted to. */
  redirectUri: string;
}

/** Who says yes, and to which address the app may write. */
export interface Consent {
  person: ApplePerson;
  sharedEmail: string;
  /** Null: the one that follows from the person's address. */
  subject: string | null;
}

/** The fields of a form post, in the order in which they are sent. */
export type FormFields = Record<string, string>;

/** Carries a consent out: what the browser posts to the app, with `user` at the first time only. */
export async function consent(
  desk: AppleDesk,
  request: AuthorizeRequest,
  { person, sharedEmail, subject }: Consent,
): Promise<FormFields> {
  const who = subject ?? subjectOf(desk.seed(), person.email);
  const earlier = desk.records.authorisation(who);
  const { email: _own, ...known } = person;
  const authorisation = {
    ...known,
    subject: who,
    sharedEmail,
    scopes: [...new Set([...(earlier?.scopes ?? []), ...request.scopes])],
  };
  const grant = await desk.records.grant(authorisation, request, desk.now());
  const { code } = grant;
  const fields: FormFields = {
    ...stateOf(request),
    code,
    id_token: await mintIdToken(desk.key, { grant, authorisation }, { code }, desk.now()),
  };
  if (earlier === undefined && request.scopes.length > 0) {
    const { firstName, lastName } = person;
    fields.user = JSON.stringify({
      ...(request.scopes.includes('name') ? { name: { firstName, lastName } } : {}),
      ...(request.scopes.includes('email') ? { email: sharedEmail } : {}),
    });
  }
  return fields;
}

/** What the browser posts to the app when the person says no. */
export function refusal(request: AuthorizeRequest): FormFields {
  return { ...stateOf(request), error: 'user_cancelled_authorize' };
}

function stateOf({ state }: AuthorizeRequest): FormFields {
  return state === '' ? {} : { state };
}
