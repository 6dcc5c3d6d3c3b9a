import type { TokenKey } from '../identity/token-key.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { signIdToken } from './id-token.ts';
import { type ApplePerson, subjectOf } from './people.ts';
import type { Records } from './records.ts';

/** State and settings shared by the routes of the provider. */
export interface AppleContext {
  records: Records;
  key: TokenKey;
  seed: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where the app receives notices. */
  noticeUrl: string;
  /** The only registered redirect URI. */
  redirectUri: string;
}

/** A consent: the person, and the email that the app receives. */
export interface Consent {
  person: ApplePerson;
  sharedEmail: string;
  /** Null: derived from the person's email. */
  subject: string | null;
}

/** The fields of a form post, in order. */
export type FormFields = Record<string, string>;

/** Records a consent. Returns the form for the app; `user` is included at the first consent only. */
export async function grantConsent(
  provider: AppleContext,
  request: AuthorizeRequest,
  { person, sharedEmail, subject }: Consent,
): Promise<FormFields> {
  const subjectId = subject ?? subjectOf(provider.seed(), person.email);
  const existing = provider.records.authorization(subjectId);
  const { email: _email, ...profile } = person;
  const authorization = {
    ...profile,
    subject: subjectId,
    sharedEmail,
    scopes: [...new Set([...(existing?.scopes ?? []), ...request.scopes])],
  };
  const grant = await provider.records.createGrant(authorization, request, provider.now());
  const { code } = grant;
  const fields: FormFields = {
    ...stateOf(request),
    code,
    id_token: await signIdToken(provider.key, { grant, authorization }, { code }, provider.now()),
  };
  if (existing === undefined && request.scopes.length > 0) {
    const { firstName, lastName } = person;
    fields.user = JSON.stringify({
      ...(request.scopes.includes('name') ? { name: { firstName, lastName } } : {}),
      ...(request.scopes.includes('email') ? { email: sharedEmail } : {}),
    });
  }
  return fields;
}

/** Returns the form for the app if the user cancels. */
export function cancelForm(request: AuthorizeRequest): FormFields {
  return { ...stateOf(request), error: 'user_cancelled_authorize' };
}

function stateOf({ state }: AuthorizeRequest): FormFields {
  return state === '' ? {} : { state };
}
